import type { AccountBalance, BalanceChange } from '../../core/contract/client-services.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import { addDecimals, negateDecimal } from '../../core/domain/numbers/decimal.ts';
import { valued, type WorthOf } from './valuation.ts';

/** In money. `from` is what was there at the start of the day, and what was moved in since. */
export interface DayProfit {
  readonly profit: string;
  readonly from: string;
}

type Line = Pick<AccountBalance, 'apiId' | 'accountType' | 'symbol' | 'asset'>;
const keyOf = ({ apiId, accountType, symbol = '', asset }: Line): string => `${apiId}/${accountType}/${symbol}/${asset}`;
const less = (a: string, b: string): string => addDecimals(a, negateDecimal(b));

/**
 * What accounts have gained since the start of a day: what they are worth now, less what they were worth then and what was moved in. What
 * was moved counts at the price of now. Null while a price of then or of now is not known.
 */
export function dayProfit(
  balances: readonly AccountBalance[],
  changes: readonly BalanceChange[],
  worthOf: WorthOf,
  priceThen: (market: InstrumentId) => string | null,
): DayProfit | null {
  const changed = new Map(changes.map((change) => [keyOf(change), change]));
  let [profit, from] = ['0', '0'];
  for (const { exchange, asset, total, ...account } of balances) {
    const { traded, moved } = changed.get(keyOf({ asset, ...account })) ?? { traded: '0', moved: '0' };
    const start = less(less(total, traded), moved);
    if (![total, start, moved].some((amount) => /[1-9]/.test(amount))) continue;
    const worth = worthOf(exchange, asset);
    const then = valued(start, worth === null || worth.market === null ? (worth?.price ?? null) : priceThen(worth.market));
    const now = valued(less(total, moved), worth?.price ?? null);
    const gone = valued(moved, worth?.price ?? null);
    if (then === null || now === null || gone === null) return null;
    profit = addDecimals(profit, less(now, then));
    from = addDecimals(from, addDecimals(then, gone));
  }
  return { profit, from };
}
