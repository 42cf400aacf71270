import type { SettlementTerm } from './instrument.ts';

const quarterEnds = [2, 5, 8, 11] as const;
const deliveryHourUtc = 8;
const friday = 5;
const dayMs = 86_400_000;

/** Last Friday of a month, 08:00 UTC. */
function lastFridayMs(year: number, month: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0, deliveryHourUtc));
  return lastDay.getTime() - ((lastDay.getUTCDay() - friday + 7) % 7) * dayMs;
}

/**
 * When a dated contract is delivered of the standard terms: the last Friday of March, June, September or December, 08:00 UTC, the nearest one for
 * the current quarter and the one after it for the next. Null for what is never delivered.
 */
export function deliveryMs(term: SettlementTerm, nowMs: number): number | null {
  if (term === 'none' || term === 'perpetual') return null;
  const year = new Date(nowMs).getUTCFullYear();
  const dates = [year, year + 1].flatMap((one) => quarterEnds.map((month) => lastFridayMs(one, month))).filter((date) => date > nowMs);
  return dates[term === 'current_quarter' ? 0 : 1] ?? null;
}
