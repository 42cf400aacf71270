/** Wall clocks of time zones, with daylight saving, by the zone data of the platform. */

/** What a clock on a wall shows. */
export interface WallTime {
  /** `2026-11-24`. */
  readonly date: string;
  /** Since 00:00 by that clock, ms: not since midnight, where the clock was changed in between. */
  readonly ofDayMs: number;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Making one costs a hundred times what asking it does. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', era: 'short', ...digits });
  clocks.set(zone, made);
  return made;
}

/** What the wall clock shows, as if it were UTC, ms. @throws RangeError for an unknown zone. */
function wallMs(zone: string, timeMs: number): number {
  const part: Record<string, string> = {};
  for (const { type, value } of clockOf(zone).formatToParts(timeMs)) part[type] = value;
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = part;
  const seconds = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return seconds + (((timeMs % 1_000) + 1_000) % 1_000);
}

/** What a clock in the zone shows at a time. @throws RangeError for an unknown zone. */
export function wallTime(zone: string, timeMs: number): WallTime {
  const wall = wallMs(zone, timeMs);
  return { date: dateOf(wall), ofDayMs: ((wall % dayMs) + dayMs) % dayMs };
}

/** `2026-11-24 13:30 UTC+5:45`: what a clock in the zone shows, and how far that is from UTC. Null: there is no such zone, or its clocks show no such time any more. */
export function stampIn(zone: string, timeMs: number): string | null {
  const name = nameOf(zone);
  if (name === null) return null;
  const wall = wallMs(name, timeMs);
  if (Number.isNaN(wall)) return null;
  const ahead = Math.round((wall - timeMs) / minuteMs);
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  const far = `${ahead < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
  return `${new Date(wall).toISOString().slice(0, -8).replace('T', ' ')} UTC${ahead === 0 ? '' : far}`;
}

/** As the platform writes it, so that no way to write a zone costs a clock of its own; null: it is none. */
function nameOf(zone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/**
 * When a clock in the zone shows a time of a date. A time that it shows twice is the first of both, and one that it leaves out is so much
 * later as it was put forward.
 */
export function timeOf(zone: string, { date, ofDayMs }: WallTime): number {
  const wall = dateMs(date) + ofDayMs;
  const [before, after] = [wall - dayMs, wall + dayMs].map((near) => wall - (wallMs(zone, near) - near)) as [number, number];
  const shown = [Math.min(before, after), Math.max(before, after)].find((timeMs) => wallMs(zone, timeMs) === wall);
  return shown ?? before;
}

/** `2026-11-24` as midnight UTC, ms. */
const dateMs = (date: string): number => Date.parse(`${date}T00:00:00Z`);
/** The date of a UTC time. */
export const dateOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
/** The date so many days later. */
export const addDays = (date: string, days: number): string => dateOf(dateMs(date) + days * dayMs);
/** 1 is Monday, 7 Sunday. */
export const weekdayOf = (date: string): number => ((((dateMs(date) / dayMs + 3) % 7) + 7) % 7) + 1;
