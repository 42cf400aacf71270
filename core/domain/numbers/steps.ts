import { decimalsOf, fromUnits, toUnits } from './decimal.ts';
import { shortSteps, shortText } from './short-decimal.ts';

/**
 * Prices and quantities as whole steps of 10^-decimals, for code that compares many of them. Steps are exact: a text that
 * is finer than the step, or too large for an exact number, has none.
 */

/** Whole steps of 10^-decimals in a plain decimal, or null. `stepsOf('1.25', 4)` is 12500. */
export const stepsOf = (text: string, decimals: number): number | null => shortSteps(text, decimals) ?? exactSteps(text, decimals);

/** The text of a number of steps: `stepText(12500, 4)` is '1.25'. */
export const textOfSteps = shortText;

/** The smallest step of so many decimals: '0.01' for 2. */
export const smallestStep = (decimals: number): string => fromUnits(1n, decimals);

/** A grid of steps such as a tick of '0.05': texts become whole multiples of it and back. */
export interface StepGrid {
  readonly decimals: number;
  /** Size of one step in 10^-decimals: 5 for '0.05'. */
  readonly size: number;
}

/** The grid of a step as a market names it, such as its tick. Throws RangeError for what is no positive decimal. */
export function stepGrid(step: string): StepGrid {
  const decimals = decimalsOf(step);
  const size = stepsOf(step, decimals);
  if (size === null || size <= 0) throw new RangeError(`not a step: ${step}`);
  return { decimals, size };
}

/** Nearest multiple of the step that is not above (`down`) or not below (`up`) a value given in 10^-decimals. */
export const onGrid = ({ size }: StepGrid, value: number, towards: 'down' | 'up'): number =>
  (towards === 'down' ? Math.floor(value / size) : Math.ceil(value / size)) * size;

/** Shares of a step below this are rounding of doubles. */
const tolerance = 1e-6;

/** A planned price or quantity on its grid, '0' when nothing is left: doubles plan, decimals count. `onStep(1.2399, '0.05', 'down')` is '1.2'. */
export function onStep(value: number, step: string, towards: 'down' | 'up'): string {
  const grid = stepGrid(step);
  const exact = value * 10 ** grid.decimals;
  return textOfSteps(Math.max(0, onGrid(grid, towards === 'down' ? exact + tolerance : exact - tolerance, towards)), grid.decimals);
}

function exactSteps(text: string, decimals: number): number | null {
  const units = toUnits(text, decimals);
  if (units === null) return null;
  const steps = Number(units);
  return Number.isSafeInteger(steps) ? steps : null;
}
