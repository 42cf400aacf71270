import type { Bar, Row } from './definition.ts';

type Pick = (bar: Bar) => number;

export const closeOf: Pick = (bar) => bar.close;
export const typicalOf: Pick = (bar) => (bar.high + bar.low + bar.close) / 3;
export const medianOf: Pick = (bar) => (bar.high + bar.low) / 2;
export const volumeOf: Pick = (bar) => bar.volume ?? 0;

/** Sum over the `length` bars that end at `i`; undefined where there are fewer. */
export function sumAt(bars: readonly Bar[], i: number, length: number, pick: Pick): number | undefined {
  if (i + 1 < length) return undefined;
  let sum = 0;
  for (let at = i - length + 1; at <= i; at += 1) sum += pick(bars[at] as Bar);
  return sum;
}

export function meanAt(bars: readonly Bar[], i: number, length: number, pick: Pick = closeOf): number | undefined {
  const sum = sumAt(bars, i, length, pick);
  return sum === undefined ? undefined : sum / length;
}

/** Bars after which a mean that was carried on is summed anew, so that rounding cannot add up. */
const carriedBars = 512;

/** {@link meanAt}, carried on from the mean of the bar before: one step instead of `length` on a long history. */
export function nextMean(
  before: number | undefined,
  bars: readonly Bar[],
  i: number,
  length: number,
  pick: Pick = closeOf,
): number | undefined {
  if (before === undefined || i % carriedBars === 0) return meanAt(bars, i, length, pick);
  return before + (pick(bars[i] as Bar) - pick(bars[i - length] as Bar)) / length;
}

/** Standard deviation of the population, as Bollinger bands use it. */
export function deviationAt(bars: readonly Bar[], i: number, length: number, mean: number): number {
  let squares = 0;
  for (let at = i - length + 1; at <= i; at += 1) squares += ((bars[at] as Bar).close - mean) ** 2;
  return Math.sqrt(squares / length);
}

export function highestAt(bars: readonly Bar[], i: number, length: number): number | undefined {
  if (i + 1 < length) return undefined;
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = i - length + 1; at <= i; at += 1) highest = Math.max(highest, (bars[at] as Bar).high);
  return highest;
}

export function lowestAt(bars: readonly Bar[], i: number, length: number): number | undefined {
  if (i + 1 < length) return undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (let at = i - length + 1; at <= i; at += 1) lowest = Math.min(lowest, (bars[at] as Bar).low);
  return lowest;
}

/** Mean of a row key over the `length` rows that end at `i`, whose own value is `now`. */
export function meanOfRows(rows: readonly Row[], i: number, length: number, key: string, now: number | undefined): number | undefined {
  if (now === undefined || i + 1 < length) return undefined;
  let sum = now;
  for (let at = i - length + 1; at < i; at += 1) {
    const value = rows[at]?.[key];
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum / length;
}

/** Smooths the `count`-th value of a series: the mean of the first `length`, from then on a step of `weight` towards each value. */
function smooth(previous: number | undefined, value: number, count: number, length: number, weight: number): number {
  if (previous === undefined) return value;
  return previous + (value - previous) * (count <= length ? 1 / count : weight);
}

/** Exponential average; `count` is 1 for the first value of the series. */
export const emaOf = (previous: number | undefined, value: number, count: number, length: number): number =>
  smooth(previous, value, count, length, 2 / (length + 1));

/** Wilder's average, the one of RSI, ATR and ADX. */
export const wilderOf = (previous: number | undefined, value: number, count: number, length: number): number =>
  smooth(previous, value, count, length, 1 / length);

/** True range: how far the price went since the last close. */
export function trueRangeAt(bars: readonly Bar[], i: number): number {
  const { high, low } = bars[i] as Bar;
  const before = bars[i - 1]?.close ?? (bars[i] as Bar).open;
  return Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
}

/** A value once `count` reaches `length`; before, an average says little and is not drawn. */
export const onceFull = (value: number, count: number, length: number): number | undefined => (count >= length ? value : undefined);

export const share = (part: number, whole: number, otherwise = 0): number => (whole === 0 ? otherwise : part / whole);
