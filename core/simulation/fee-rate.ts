import { shareUp, toBigInt } from '../domain/clearing/amount.ts';
import { pow10, toUnits } from '../domain/decimal.ts';

/** As fine as a decimal can be. */
const scale = 20;
const one = pow10(scale);

/** A rate as a whole number, once for many fees. Throws RangeError for what is no decimal. */
export function feeRateOf(rate: string): bigint {
  const units = toUnits(rate, scale);
  if (units === null) throw new RangeError(`not a fee rate: ${rate}`);
  return units;
}

/** The fee on an amount of minor units, rounded up (trading rules §9). */
export const feeOf = (units: bigint, rate: bigint): bigint => toBigInt(shareUp(units, rate, one));
