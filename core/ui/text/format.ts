/** Times and ids for people. Numbers are written by core/domain/numbers/number-text.ts. */

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formatters are costly to make and few: kept by their options. */
function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  let found = formatters.get(key);
  if (found === undefined) {
    found = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...options });
    formatters.set(key, found);
  }
  return found;
}

/**
 * A text of a second and a zone, kept for the seconds asked for last: those who draw a tape ask for the same one again and again, and the browser
 * takes longer over a date than over the rest of the row.
 */
function bySecond(make: (timeMs: number, timeZone: string) => string): (timeMs: number, timeZone: string) => string {
  let zone = '';
  const texts = new Map<number, string>();
  return (timeMs, timeZone) => {
    if (zone !== timeZone || texts.size > keptSeconds) texts.clear();
    zone = timeZone;
    const second = Math.floor(timeMs / 1_000);
    let text = texts.get(second);
    if (text === undefined) {
      text = make(timeMs, timeZone);
      texts.set(second, text);
    }
    return text;
  };
}
const keptSeconds = 500;

const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** `14:03:07`. */
export const formatClock = bySecond((timeMs, timeZone) => formatter(timeZone, clock).format(timeMs));

/** `2026-11-20`. */
export const formatDay = bySecond((timeMs, timeZone) => {
  const parts = formatter(timeZone, day).formatToParts(timeMs);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
});

/** The clock alone today, with month and day before it on any other day, and with the year in any other year. */
export function formatTime(timeMs: number, nowMs: number, timeZone: string): string {
  const [date, today] = [formatDay(timeMs, timeZone), formatDay(nowMs, timeZone)];
  const time = formatClock(timeMs, timeZone);
  if (date === today) return time;
  return `${date.slice(0, 4) === today.slice(0, 4) ? date.slice(5) : date} ${time}`;
}

/** The full stamp with milliseconds, for hovering. */
export const formatStamp = (timeMs: number, timeZone: string): string =>
  `${formatDay(timeMs, timeZone)} ${formatClock(timeMs, timeZone)}.${String(timeMs % 1000).padStart(3, '0')}`;

/** Shortens an id in the middle: `1029…8841`. */
export const shortenId = (id: string, kept = 4): string => (id.length <= 2 * kept + 1 ? id : `${id.slice(0, kept)}…${id.slice(-kept)}`);
