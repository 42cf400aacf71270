const hourMs = 3_600_000;

/** The first time of funding after a moment, in ms: those of eight hours are 00:00, 08:00 and 16:00 UTC (trading rules §13). `hours` above 0. */
export const nextFundingMs = (afterMs: number, hours: number): number => (Math.floor(afterMs / (hours * hourMs)) + 1) * hours * hourMs;
