import { divideUp, fromUnits, toUnits } from '../numbers/decimal.ts';
import type { BracketTerms } from './instrument.ts';

const ppmScale = 6;

/** One bracket of the notional of a position (trading rules §13); amounts in whole units of the quote. */
export interface MarginBracket {
  /** The notional lies above the cap of the bracket before and not above this one. */
  readonly cap: bigint;
  readonly maxLeverage: number;
  /** Maintenance margin rate in millionths of the notional. */
  readonly mmrPpm: bigint;
  /** Taken off, so that the maintenance margin has no step where brackets meet. */
  readonly cum: bigint;
}

/** The table of trading rules §13, for contracts that bring none of their own. */
export const standardBrackets: readonly MarginBracket[] = [
  { cap: 50_000n, maxLeverage: 125, mmrPpm: 4_000n, cum: 0n },
  { cap: 600_000n, maxLeverage: 100, mmrPpm: 5_000n, cum: 50n },
  { cap: 3_000_000n, maxLeverage: 75, mmrPpm: 6_500n, cum: 950n },
  { cap: 12_000_000n, maxLeverage: 50, mmrPpm: 10_000n, cum: 11_450n },
  { cap: 70_000_000n, maxLeverage: 25, mmrPpm: 20_000n, cum: 131_450n },
];

/** The standard table as terms of a contract. */
export const standardBracketTerms: readonly BracketTerms[] = standardBrackets.map(({ cap, maxLeverage, mmrPpm, cum }) => ({
  cap: String(cap),
  maxLeverage,
  maintenanceRate: fromUnits(mmrPpm, ppmScale),
  deduction: String(cum),
}));

/** Brackets of a contract's terms as numbers. Throws RangeError on a cap or deduction in parts of a unit, or a rate finer than a millionth. */
export const bracketsOf = (terms: readonly BracketTerms[]): readonly MarginBracket[] =>
  terms.map(({ cap, maxLeverage, maintenanceRate, deduction }) => ({
    cap: units('cap', cap, 0),
    maxLeverage,
    mmrPpm: units('maintenanceRate', maintenanceRate, ppmScale),
    cum: units('deduction', deduction, 0),
  }));

function units(field: string, text: string, scale: number): bigint {
  const value = toUnits(text, scale);
  if (value === null) throw new RangeError(`margin bracket: ${field} ${text} has more than ${scale} decimals`);
  return value;
}

export const mostLeverage = 125;

/** Above it people are warned of liquidation. */
export const riskyLeverage = 10;
const million = 1_000_000n;

/** Maintenance margin of a notional, rounded up; both in units of which `one` make a whole quote. Beyond the last bracket its rate goes on. */
export function maintenanceMargin(notional: bigint, one: bigint, brackets: readonly MarginBracket[] = standardBrackets): bigint {
  const bracket = brackets.find(({ cap }) => notional <= cap * one) ?? (brackets.at(-1) as MarginBracket);
  const margin = divideUp(notional * bracket.mmrPpm, million) - bracket.cum * one;
  return margin > 0n ? margin : 0n;
}

/** Largest notional that a leverage allows, in whole quote; 0 when none does. */
export const largestNotional = (leverage: number, brackets: readonly MarginBracket[] = standardBrackets): bigint =>
  brackets.findLast(({ maxLeverage }) => maxLeverage >= leverage)?.cap ?? 0n;
