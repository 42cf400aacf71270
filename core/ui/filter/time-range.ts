/** Time ranges of lists in days; `custom` has its own first and last day. */
export const rangeDays = ['7', '30', '90', '180', '365'] as const;
export const customRange = 'custom';

const dayMs = 86_400_000;

/** `fromMs` is inclusive, `toMs` is not; an absent end is open. */
export interface TimeRange {
  readonly fromMs?: number;
  readonly toMs?: number;
}

/** Chosen range: `range` is a number of days or `custom`; `from` and `to` are days such as `2026-11-21`, both included. */
export interface RangeChoice {
  readonly range?: string;
  readonly from?: string;
  readonly to?: string;
}

export function timeRangeOf({ range, from, to }: RangeChoice, nowMs: number, timeZone: string): TimeRange {
  if (range === customRange) {
    const fromMs = from === undefined ? null : startOfDay(from, timeZone);
    const toMs = to === undefined ? null : startOfDay(to, timeZone, 1);
    return { ...(fromMs === null ? {} : { fromMs }), ...(toMs === null ? {} : { toMs }) };
  }
  const days = rangeDays.find((one) => one === range);
  return days === undefined ? {} : { fromMs: nowMs - Number(days) * dayMs };
}

export const inRange = (timeMs: number, { fromMs, toMs }: TimeRange): boolean =>
  (fromMs === undefined || timeMs >= fromMs) && (toMs === undefined || timeMs < toMs);

/** First millisecond of a day, `later` days on, in a time zone; null when the text is no day. */
export function startOfDay(day: string, timeZone: string, later = 0): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return null;
  const utc = Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + later);
  // The zone's offset may change in the night before: it is looked at again where the first guess landed.
  const guess = utc - offsetMs(utc, timeZone);
  return utc - offsetMs(guess, timeZone);
}

function offsetMs(timeMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(timeMs);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value ?? 0);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(timeMs / 1_000) * 1_000;
}
