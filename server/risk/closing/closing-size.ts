import { AppError } from '../../../core/contract/app-error.ts';
import type { InstrumentTerms } from '../../../core/domain/markets/instrument.ts';
import { compareDecimals, fromUnits, multiplyDecimals, toUnits } from '../../../core/domain/numbers/decimal.ts';

/** More than so many orders are not sent for one position: the rest is closed by the next closing. */
const mostParts = 20n;
const scale = 20;

export interface ClosingSize {
  /** Sum of the parts. */
  readonly qty: string;
  /** Quantities of the orders, each of whole lots and none larger than the market takes. */
  readonly parts: readonly string[];
  /** Why there is no part. */
  readonly tooSmall: AppError | null;
}

/** How much of a position orders of its market can take. `mark`: in quote per base, null when nobody knows: then its exchange says what is worth too little. */
export function closingSize(
  qty: string,
  { lot, minQty, maxQty, minNotional }: Pick<InstrumentTerms, 'lot' | 'minQty' | 'maxQty' | 'minNotional'>,
  mark: string | null,
): ClosingSize {
  const step = units(lot);
  const lots = units(qty) / step;
  const most = units(maxQty) / step;
  const whole = fromUnits(lots * step, scale);
  if (lots === 0n || compareDecimals(whole, minQty) < 0)
    return none('ORDER_QTY_TOO_SMALL', compareDecimals(minQty, lot) < 0 ? lot : minQty);
  if (mark !== null && compareDecimals(multiplyDecimals(whole, mark), minNotional) < 0)
    return none('ORDER_NOTIONAL_TOO_SMALL', minNotional);
  const wanted = (lots + most - 1n) / most;
  const count = wanted > mostParts ? mostParts : wanted;
  const taken = wanted > mostParts ? mostParts * most : lots;
  // As even as lots are: no last part is too small to be an order.
  const parts = Array.from({ length: Number(count) }, (_, at) => taken / count + (BigInt(at) < taken % count ? 1n : 0n));
  return { qty: fromUnits(taken * step, scale), parts: parts.map((part) => fromUnits(part * step, scale)), tooSmall: null };
}

const none = (code: 'ORDER_QTY_TOO_SMALL' | 'ORDER_NOTIONAL_TOO_SMALL', limit: string): ClosingSize => ({
  ...{ qty: '0', parts: [] },
  tooSmall: new AppError(code, { field: 'qty', limit }),
});

function units(text: string): bigint {
  const value = toUnits(text, scale);
  if (value === null) throw new RangeError(`not a decimal: ${text}`);
  return value;
}
