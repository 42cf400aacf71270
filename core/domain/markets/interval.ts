/** Candle intervals, all aligned to UTC; weeks open on Monday, months on the 1st. */
export const intervals = ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '8h', '12h', '1d', '3d', '1w', '1M'] as const;
export type Interval = (typeof intervals)[number];

const minuteMs = 60_000;
const dayMs = 86_400_000;
const fixedMs: Partial<Record<Interval, number>> = {
  '1m': minuteMs,
  '3m': 3 * minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '30m': 30 * minuteMs,
  '1h': 60 * minuteMs,
  '2h': 120 * minuteMs,
  '4h': 240 * minuteMs,
  '6h': 360 * minuteMs,
  '8h': 480 * minuteMs,
  '12h': 720 * minuteMs,
  '1d': dayMs,
  '3d': 3 * dayMs,
};

/** Open time (ms) of the candle that holds `timeMs`. */
export function intervalOpenMs(interval: Interval, timeMs: number): number {
  const length = fixedMs[interval];
  if (length !== undefined) return timeMs - (timeMs % length);
  if (interval === '1w') {
    // 1970-01-01 was a Thursday; the first Monday is 4 days later.
    const sinceMonday = (timeMs - 4 * dayMs) % (7 * dayMs);
    return timeMs - (sinceMonday < 0 ? sinceMonday + 7 * dayMs : sinceMonday);
  }
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** Open time (ms) of the candle after the one that opens at `openMs`. */
export function nextIntervalOpenMs(interval: Interval, openMs: number): number {
  const length = fixedMs[interval] ?? (interval === '1w' ? 7 * dayMs : undefined);
  if (length !== undefined) return openMs + length;
  const date = new Date(openMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
