import type { Recordings } from '../../contract/server-services.ts';
import { signedDecimalPattern } from '../../domain/numbers/decimal.ts';
import { integerCell, readCsv } from './csv-reader.ts';
import { RecordingFormatError } from './recording-format-error.ts';

/** Columns of a funding file (`funding/<venue>/<symbol>.csv.gz`). */
export const fundingHeader = 'funding_time,rate';

/** Recorded funding of one perpetual, oldest first. Rates are signed fractions: a long pays a positive one. */
export interface FundingSeries {
  readonly file: string;
  readonly timesMs: readonly number[];
  readonly rates: readonly string[];
}

/** No exchange funds less often. */
const longestStepMs = 8 * 3_600_000;

/** The funding file of a market; null when there is none. Throws RecordingFormatError for what is no funding. */
export async function readFunding(recordings: Recordings, venue: string, symbol: string): Promise<FundingSeries | null> {
  const file = fundingFile(venue, symbol);
  if (!(await recordings.list(`funding/${venue}`)).includes(`${symbol}.csv.gz`)) return null;
  const timesMs: number[] = [];
  const rates: string[] = [];
  for await (const { number, cells } of readCsv(recordings, file, [fundingHeader])) {
    const timeMs = integerCell(file, number, 'funding_time', cells[0]);
    if (timeMs <= (timesMs.at(-1) ?? -1)) throw new RecordingFormatError(file, number, `funding_time ${timeMs} does not follow`);
    const rate = cells[1] ?? '';
    if (!signedDecimalPattern.test(rate)) throw new RecordingFormatError(file, number, `rate is not a decimal: '${rate}'`);
    timesMs.push(timeMs);
    rates.push(rate);
  }
  return { file, timesMs, rates };
}

export const fundingFile = (venue: string, symbol: string): string => `funding/${venue}/${symbol}.csv.gz`;

/** From when to when every funding is known: up to the step before the first and after the last. Null for fewer than two. */
export function fundedRange({ timesMs }: FundingSeries): { readonly fromMs: number; readonly toMs: number } | null {
  const [first, second] = timesMs;
  const [last, before] = [timesMs.at(-1), timesMs.at(-2)];
  if (first === undefined || second === undefined || last === undefined || before === undefined) return null;
  return { fromMs: first - Math.min(second - first, longestStepMs) + 1, toMs: last + Math.min(last - before, longestStepMs) - 1 };
}

/**
 * The first moment from `fromMs` to `toMs` at which a funding is missing; null when all are there. Inside the recording one is
 * missing where a step is longer than those beside it, or than any exchange's.
 */
export function missingFunding(series: FundingSeries, fromMs: number, toMs: number): number | null {
  const known = fundedRange(series);
  if (known === null || fromMs < known.fromMs) return fromMs;
  const { timesMs } = series;
  for (let at = 1; at < timesMs.length; at++) {
    const [before, time] = [timesMs[at - 1] as number, timesMs[at] as number];
    const usual = Math.max(before - (timesMs[at - 2] ?? Number.NEGATIVE_INFINITY), (timesMs[at + 1] ?? Number.POSITIVE_INFINITY) - time);
    const missing = before + Math.min(usual, longestStepMs);
    if (missing < time && missing >= fromMs && missing <= toMs) return missing;
  }
  return toMs > known.toMs ? known.toMs + 1 : null;
}
