/** A series smoothed so far. */
export interface Smoothed {
  /** Values that it has seen. */
  readonly count: number;
  readonly value: number;
}

export const unsmoothed: Smoothed = { count: 0, value: 0 };

/** The mean of the first `length` values, from then on a step of `weight` towards each. */
function smooth({ count, value: before }: Smoothed, value: number, length: number, weight: number): Smoothed {
  const next = count + 1;
  return { count: next, value: before + (value - before) * (next <= length ? 1 / next : weight) };
}

/** Exponential average. */
export const emaOf = (before: Smoothed, value: number, length: number): Smoothed => smooth(before, value, length, 2 / (length + 1));

/** Wilder's average, the one of RSI, ATR and ADX. */
export const wilderOf = (before: Smoothed, value: number, length: number): Smoothed => smooth(before, value, length, 1 / length);

/** Its value once it has seen `length`; before, an average says little. */
export const onceFull = ({ count, value }: Smoothed, length: number): number | undefined => (count >= length ? value : undefined);

/** `otherwise` where the whole is nothing. */
export const share = (part: number, whole: number, otherwise = 0): number => (whole === 0 ? otherwise : part / whole);
