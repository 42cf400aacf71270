import type { ApiId } from '../../contract/trading.ts';
import type { AccountFees } from '../../domain/accounts/fee-schedule.ts';
import { shareUp, toBigInt } from '../../domain/clearing/amount.ts';
import { pow10, toUnits } from '../../domain/numbers/decimal.ts';

/** As fine as a decimal can be. */
const scale = 20;
const one = pow10(scale);

/** A rate as a whole number, once for many fees. Throws RangeError for what is no decimal. */
export function feeRateOf(rate: string): bigint {
  const units = toUnits(rate, scale);
  if (units === null) throw new RangeError(`not a fee rate: ${rate}`);
  return units;
}

/** What fills of one account pay, of {@link feeRateOf}. */
export interface AccountRates {
  readonly maker: bigint;
  readonly taker: bigint;
}

/** What an account pays from now on; null: the fees of the market. */
export type RatesOf = (apiId: ApiId) => AccountRates | null;

export const accountRates = ({ makerFee, takerFee }: Pick<AccountFees, 'makerFee' | 'takerFee'>): AccountRates => ({
  maker: feeRateOf(makerFee),
  taker: feeRateOf(takerFee),
});

/** The fee on an amount of minor units, rounded up (trading rules §9). */
export const feeOf = (units: bigint, rate: bigint): bigint => toBigInt(shareUp(units, rate, one));
