import { dayNumber } from './calendar-days.ts';

/**
 * A typed day as `2026-11-27`, a typed moment as `2026-11-27T09:30`, with seconds where some were typed; null while it is neither. Years
 * come first; `2026/1/5`, `20260105` and a moment without its time of day, which is midnight, are understood.
 */
export function typedDate(text: string, timed: boolean): string | null {
  const parts = /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|(\d{2})(\d{2}))(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text.trim());
  if (parts === null) return null;
  const [, year, month = parts[4], date = parts[5], , , hour, minute, second] = parts;
  const day = `${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`;
  if (dayNumber(day) === null) return null;
  if (!timed) return hour === undefined ? day : null;
  if (Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59) return null;
  return `${day}T${(hour ?? '0').padStart(2, '0')}:${minute ?? '00'}${second === undefined ? '' : `:${second}`}`;
}

/** As it stands in a field: a blank between day and time. */
export const shownDate = (value: string): string => value.replace('T', ' ');
