/** A series of the index from outside, as a CSV file: `date,value`, a line for each day. */

export interface SeriesDay {
  readonly dayMs: number;
  /** 0 to 100. */
  readonly value: number;
}

/** Why a line is refused. */
export const seriesRules = {
  columns: 'must be a date and a value, or begin with a header that names the columns date and value',
  date: 'must be a day such as 2026-11-20',
  value: 'must be a number from 0 to 100',
  twice: 'must not be a day that another line has',
  future: 'must not be a day that has not begun',
  empty: 'must have at least one day',
  long: 'must not have more than 5000 days',
} as const;
type SeriesRule = keyof typeof seriesRules;

export type ReadSeries =
  | { readonly ok: true; readonly days: readonly SeriesDay[] }
  | { readonly ok: false; readonly line: number; readonly rule: SeriesRule };

const mostDays = 5_000;
const headerWords = { date: ['date', 'day'], value: ['value'] } as const;
const plainNumber = /^(100(\.0+)?|[0-9]{1,2}(\.[0-9]+)?)$/;

/** Days in ascending order, or the first line that is wrong; lines are counted from 1. Further columns are left out where a header names the two. */
export function readSeries(csv: string, nowMs: number): ReadSeries {
  const lines = csv
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((text, at) => ({ number: at + 1, cells: text.split(',').map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const header = headerOf(lines[0]?.cells ?? []);
  const [dateAt, valueAt] = header ?? [0, 1];
  const days = new Map<number, number>();
  for (const { number, cells } of lines.slice(header === null ? 0 : 1)) {
    const refused = (rule: SeriesRule): ReadSeries => ({ ok: false, line: number, rule });
    const [date, value] = [cells[dateAt], cells[valueAt]];
    if (date === undefined || value === undefined || (header === null && cells.length !== 2)) return refused('columns');
    const dayMs = dayOf(date);
    if (dayMs === null) return refused('date');
    if (!plainNumber.test(value)) return refused('value');
    if (days.has(dayMs)) return refused('twice');
    if (dayMs > nowMs) return refused('future');
    if (days.size === mostDays) return refused('long');
    days.set(dayMs, Number(value));
  }
  if (days.size === 0) return { ok: false, line: 1, rule: 'empty' };
  return { ok: true, days: [...days].map(([dayMs, value]) => ({ dayMs, value })).sort((a, b) => a.dayMs - b.dayMs) };
}

/** Where both columns stand; null for a line that is no header. */
function headerOf(cells: readonly string[]): readonly [date: number, value: number] | null {
  const words = cells.map((cell) => cell.toLowerCase());
  const [date, value] = [words.findIndex((word) => headerWords.date.includes(word as 'date')), words.indexOf(headerWords.value[0])];
  return date < 0 || value < 0 ? null : [date, value];
}

/** Midnight UTC of a day that there is. */
function dayOf(date: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null;
  const dayMs = Date.parse(`${date}T00:00:00Z`);
  return dayMs >= 0 && new Date(dayMs).toISOString().startsWith(date) ? dayMs : null;
}
