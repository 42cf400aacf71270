const dayMs = 86_400_000;

/** A day such as `2026-11-27` as a number of days, or null when the text is no day of the calendar. */
export function dayNumber(day: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return null;
  const number = Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])) / dayMs;
  return dayText(number) === day ? number : null;
}

/** The day of such a number, as ISO 8601 writes it. */
export const dayText = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);

/** `2026-11` of `2026-11-27`. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** The same day `months` on, or the last day of a month that is shorter. */
export function monthsOn(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The weeks, from Monday, that have a day of this month in them. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = dayNumber(`${month}-01`) ?? 0;
  const start = first - weekday(first);
  const end = (dayNumber(monthsOn(`${month}-01`, 1)) ?? 0) - 1;
  const weeks: string[][] = [];
  for (let monday = start; monday <= end; monday += 7) weeks.push(Array.from({ length: 7 }, (_, at) => dayText(monday + at)));
  return weeks;
}

/** Where a key leads to in a calendar; null: the key is none that moves. With Shift a page is a year. */
export function dayAfterKey(day: string, key: string, shift: boolean): string | null {
  const number = dayNumber(day);
  if (number === null) return null;
  const months = { PageUp: -1, PageDown: 1 }[key];
  if (months !== undefined) return monthsOn(day, months * (shift ? 12 : 1));
  const days = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday(number),
    End: 6 - weekday(number),
  }[key];
  return days === undefined ? null : dayText(number + days);
}

/** 0 on Mondays; day 0 was a Thursday. */
const weekday = (number: number): number => (((number + 3) % 7) + 7) % 7;
