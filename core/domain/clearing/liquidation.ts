import { divideHalfUp } from '../numbers/decimal.ts';
import { type Amount, difference, sum, toBigInt } from './amount.ts';
import { type LinearPosition, notionalAt, profitAt } from './linear.ts';
import type { LotValues } from './lot-values.ts';

/** A position as it is taken over from somebody whose margin is gone. */
export interface TakenOver {
  /** What all of it is worth at the price at which it goes over, and costs whoever takes it; never negative. */
  readonly value: Amount;
  /** Realised by its owner; signed. */
  readonly profit: Amount;
}

/**
 * A position at its bankruptcy price (trading rules §13): where its owner, with `equity` at the marks, is left with nothing once it is closed. What
 * it is worth is exact, whatever the price would be rounded to.
 */
export function atBankruptcy(values: LotValues, position: LinearPosition, markTicks: number, equity: Amount): TakenOver {
  const atMark = notionalAt(values, position, markTicks);
  const isShort = position.lots < 0;
  const wanted = isShort ? sum(atMark, equity) : difference(atMark, equity);
  const value = wanted < 0 ? 0 : wanted;
  const given = difference(value, atMark);
  return { value, profit: sum(profitAt(values, position, markTicks), isShort ? difference(0, given) : given) };
}

/** That value as a price, in minor units of quote for a whole base, to the nearest. `qty`: minor units of base without sign. */
export const priceOfValue = (value: Amount, qty: bigint, baseOne: bigint): bigint => divideHalfUp(toBigInt(value) * baseOne, qty);
