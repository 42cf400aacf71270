/** The newest values of a series, oldest first. */
export type Window = readonly number[];

/** `window` with one value more, and without the oldest beyond `length`. */
export function pushed(window: Window, value: number, length: number): Window {
  const next = window.slice();
  if (next.length >= length) next.shift();
  next.push(value);
  return next;
}

/** Sum of the newest `length`; undefined where there are fewer. */
export function sumOf(window: Window, length: number): number | undefined {
  if (window.length < length) return undefined;
  let sum = 0;
  for (let at = window.length - length; at < window.length; at += 1) sum += window[at] as number;
  return sum;
}

export function meanOf(window: Window, length: number): number | undefined {
  const sum = sumOf(window, length);
  return sum === undefined ? undefined : sum / length;
}

/** Standard deviation of the population around its `mean`, as Bollinger bands use it, of the newest `length`. */
export function deviationOf(window: Window, length: number, mean: number): number {
  let squares = 0;
  for (let at = window.length - length; at < window.length; at += 1) squares += ((window[at] as number) - mean) ** 2;
  return Math.sqrt(squares / length);
}

export function highestOf(window: Window, length: number): number | undefined {
  if (window.length < length) return undefined;
  let highest = window[window.length - length] as number;
  for (let at = window.length - length + 1; at < window.length; at += 1) {
    const value = window[at] as number;
    if (value > highest) highest = value;
  }
  return highest;
}

export function lowestOf(window: Window, length: number): number | undefined {
  if (window.length < length) return undefined;
  let lowest = window[window.length - length] as number;
  for (let at = window.length - length + 1; at < window.length; at += 1) {
    const value = window[at] as number;
    if (value < lowest) lowest = value;
  }
  return lowest;
}

/** Highs and lows of the same bars. */
export interface Extremes {
  readonly highs: Window;
  readonly lows: Window;
}

export const noExtremes: Extremes = { highs: [], lows: [] };

export const withExtremes = (
  { highs, lows }: Extremes,
  bar: { readonly high: number; readonly low: number },
  length: number,
): Extremes => ({
  highs: pushed(highs, bar.high, length),
  lows: pushed(lows, bar.low, length),
});

/** Halfway between the highest and the lowest of the newest `length`. */
export function middleOf({ highs, lows }: Extremes, length: number): number | undefined {
  const high = highestOf(highs, length);
  const low = lowestOf(lows, length);
  return high === undefined || low === undefined ? undefined : (high + low) / 2;
}

/** The window of a value that begins late: what is undefined is not in it. */
export const pushedOnce = (window: Window, value: number | undefined, length: number): Window =>
  value === undefined ? window : pushed(window, value, length);
