import type { AccountBalance, BalanceChange } from '../../core/contract/client-services.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import { addDecimals, negateDecimal } from '../../core/domain/numbers/decimal.ts';
import { valued, type WorthOf } from './valuation.ts';

/** In money. `from` is what was there at the start of the day, and what was moved in since. */
export interface DayProfit {
  readonly profit: string;
  readonly from: string;
}

type Line = Pick<AccountBalance, 'exchange' | 'apiId' | 'accountType' | 'symbol' | 'asset'>;
interface DayLine extends Line, Pick<AccountBalance, 'total'>, Pick<BalanceChange, 'traded' | 'moved'> {}

const keyOf = ({ apiId, accountType, symbol = '', asset }: Line): string => `${apiId}/${accountType}/${symbol}/${asset}`;
const less = (a: string, b: string): string => addDecimals(a, negateDecimal(b));

/**
 * What accounts have gained since the start of a day, from all that they have and all that has changed: what they are worth now, less what
 * they were worth then and what was moved in. What was moved counts at the price of now. Null while a price of then or of now is not known.
 */
export function dayProfit(
  balances: readonly AccountBalance[],
  changes: readonly BalanceChange[],
  worthOf: WorthOf,
  priceThen: (market: InstrumentId) => string | null,
): DayProfit | null {
  // What is gone altogether has changes, and may have no balance.
  const lines = new Map<string, DayLine>();
  for (const line of [...balances, ...changes]) {
    const key = keyOf(line);
    lines.set(key, { total: '0', traded: '0', moved: '0', ...lines.get(key), ...line });
  }
  let [profit, from] = ['0', '0'];
  for (const { exchange, asset, total, traded, moved } of lines.values()) {
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
