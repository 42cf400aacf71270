import type { FigureReport } from '../../../core/contract/operations.ts';
import type { SampleTable } from './sample-table.ts';
import { beginOf, type HistoryPoint, joined, type Sample, type Sums } from './samples.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const quarterMs = 15 * minuteMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Looks that are kept in memory, an hour of them. */
const lookMs = 10 * secondMs;
const mostLooks = hourMs / lookMs;
/** Minutes that wait for a database that is away: of more the oldest go. */
const mostUnwritten = 24 * 60;
const minutesKeptMs = 2 * dayMs;
const quartersKeptMs = 30 * dayMs;

export const spans = {
  '1h': { lengthMs: hourMs, stepMs: lookMs },
  '24h': { lengthMs: dayMs, stepMs: minuteMs },
  '7d': { lengthMs: 7 * dayMs, stepMs: quarterMs },
  '30d': { lengthMs: quartersKeptMs, stepMs: quarterMs },
} as const;
export type Span = keyof typeof spans;

/**
 * Figures over time: looks of the last hour in memory, minutes of two days and quarters of an hour of thirty days in the table. Quarters are made of the
 * minutes that the table has, so that one in whose middle the server was started anew has both halves.
 */
export class FigureHistory {
  readonly #table: SampleTable;
  #looks: Sample[] = [];
  /** Looks of the minute that runs. */
  #minute: { readonly atMs: number; readonly looks: Sums[] } | null = null;
  /** Minutes that are over and not in the table. */
  #unwritten: Sample[] = [];

  constructor(table: SampleTable) {
    this.#table = table;
  }

  /** What figures are now. */
  take(nowMs: number, figures: readonly Pick<FigureReport, 'key' | 'value'>[]): void {
    const known = figures.flatMap(({ key, value }) => (value === null ? [] : [[key, [value, value, 1]] as const]));
    const sums: Sums = Object.fromEntries(known);
    this.#looks.push({ atMs: nowMs, sums });
    if (this.#looks.length > mostLooks) this.#looks.shift();
    const atMs = beginOf(nowMs, minuteMs);
    if (this.#minute !== null && this.#minute.atMs !== atMs) this.#endMinute();
    this.#minute ??= { atMs, looks: [] };
    this.#minute.looks.push(sums);
  }

  /** Writes what is over, and forgets what is too old. */
  async keep(nowMs: number): Promise<void> {
    if (this.#minute !== null && beginOf(nowMs, minuteMs) !== this.#minute.atMs) this.#endMinute();
    const written = this.#unwritten;
    if (written.length > 0) {
      await this.#table.write(minuteMs, written);
      this.#unwritten = this.#unwritten.filter((one) => !written.includes(one));
    }
    await this.#keepQuarters(nowMs);
    await this.#table.forget(minuteMs, nowMs - minutesKeptMs);
    await this.#table.forget(quarterMs, nowMs - quartersKeptMs);
  }

  /** Of one figure, oldest first: as fine as it is kept. */
  async points(key: string, span: Span, nowMs: number): Promise<readonly HistoryPoint[]> {
    const { lengthMs, stepMs } = spans[span];
    const fromMs = nowMs - lengthMs;
    const samples =
      stepMs === quarterMs ? await this.#quarters(fromMs, nowMs) : await this.#minutes(fromMs, nowMs, stepMs === lookMs ? this.#looks : []);
    return samples.flatMap(({ atMs, sums }) => {
      const sum = sums[key];
      return sum === undefined ? [] : [{ atMs, mean: sum[0], most: sum[1] }];
    });
  }

  /** Minutes, and from where there are any the looks in their place. */
  async #minutes(fromMs: number, nowMs: number, looks: readonly Sample[]): Promise<readonly Sample[]> {
    const beganMs = looks[0]?.atMs ?? Number.POSITIVE_INFINITY;
    const minutes = [...(await this.#table.read(minuteMs, fromMs, nowMs)), ...this.#unwritten.filter(({ atMs }) => atMs >= fromMs)];
    return [...minutes.filter(({ atMs }) => atMs + minuteMs <= beganMs), ...looks.filter(({ atMs }) => atMs >= fromMs)];
  }

  /** With the one that runs, made of its minutes so far. */
  async #quarters(fromMs: number, nowMs: number): Promise<readonly Sample[]> {
    const quarters = await this.#table.read(quarterMs, fromMs, nowMs);
    const sinceMs = quarters.length === 0 ? fromMs : (quarters.at(-1)?.atMs ?? 0) + quarterMs;
    return [...quarters, ...quartersOf(await this.#minutes(sinceMs, nowMs, []))];
  }

  async #keepQuarters(nowMs: number): Promise<void> {
    const newest = await this.#table.newest(quarterMs);
    const fromMs = newest === null ? nowMs - minutesKeptMs : newest + quarterMs;
    const untilMs = beginOf(nowMs, quarterMs);
    if (fromMs >= untilMs) return;
    const quarters = quartersOf(await this.#table.read(minuteMs, fromMs, untilMs));
    if (quarters.length > 0) await this.#table.write(quarterMs, quarters);
  }

  #endMinute(): void {
    if (this.#minute === null) return;
    const { atMs, looks } = this.#minute;
    this.#minute = null;
    this.#unwritten.push({ atMs, sums: joined(looks) });
    if (this.#unwritten.length > mostUnwritten) this.#unwritten.shift();
  }
}

function quartersOf(minutes: readonly Sample[]): readonly Sample[] {
  const quarters = new Map<number, Sums[]>();
  for (const { atMs, sums } of minutes) {
    const begin = beginOf(atMs, quarterMs);
    quarters.set(begin, [...(quarters.get(begin) ?? []), sums]);
  }
  return [...quarters].map(([atMs, all]) => ({ atMs, sums: joined(all) }));
}
