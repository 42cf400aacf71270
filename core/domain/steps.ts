import { decimalsOf, fromUnits, toUnits } from './decimal.ts';

/**
 * Prices and quantities as whole steps of 10^-decimals, for code that compares many of them. Steps are exact: a text that
 * is finer than the step, or too large for an exact number, has none.
 */

const point = 46;
const zero = 48;
/** Whole steps of 10^-decimals in a plain decimal, or null. `stepsOf('1.25', 4)` is 12500. */
export function stepsOf(text: string, decimals: number): number | null {
  const { length } = text;
  let steps = 0;
  /** Decimals that may still follow; -1 before the point. */
  let left = -1;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code === point && left < 0 && at > 0 && at < length - 1) {
      left = decimals;
      continue;
    }
    const digit = code - zero;
    if (digit < 0 || digit > 9 || (at === 1 && left < 0 && steps === 0)) return exactSteps(text, decimals);
    if (left === 0) {
      if (digit !== 0) return null;
      continue;
    }
    steps = steps * 10 + digit;
    if (left > 0) left--;
  }
  for (let more = left < 0 ? decimals : left; more > 0; more--) steps *= 10;
  // Below this every step on the way was exact too.
  return length > 0 && steps <= Number.MAX_SAFE_INTEGER ? steps : exactSteps(text, decimals);
}

/** The text of a number of steps: `stepText(12500, 4)` is '1.25'. */
export const textOfSteps = (steps: number, decimals: number): string => fromUnits(BigInt(steps), decimals);

/** The smallest step of so many decimals: '0.01' for 2. */
export const smallestStep = (decimals: number): string => fromUnits(1n, decimals);

/** A grid of steps such as a tick of '0.05': texts become whole multiples of it and back. */
export interface StepGrid {
  readonly decimals: number;
  /** Size of one step in 10^-decimals: 5 for '0.05'. */
  readonly size: number;
}

export function stepGrid(step: string): StepGrid {
  const decimals = decimalsOf(step);
  const size = stepsOf(step, decimals);
  if (size === null || size <= 0) throw new RangeError(`not a step: ${step}`);
  return { decimals, size };
}

/** Nearest multiple of the step that is not above (`down`) or not below (`up`) a value given in 10^-decimals. */
export const onGrid = ({ size }: StepGrid, value: number, towards: 'down' | 'up'): number =>
  (towards === 'down' ? Math.floor(value / size) : Math.ceil(value / size)) * size;

function exactSteps(text: string, decimals: number): number | null {
  const units = toUnits(text, decimals);
  if (units === null) return null;
  const steps = Number(units);
  return Number.isSafeInteger(steps) ? steps : null;
}
