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
interface DayLine extends Line, Pick<AccountBalance, 'total'>, Pick<BalanceChange, 'traded' | 'moves'> {}

const keyOf = ({ apiId, accountType, symbol = '', asset }: Line): string => `${apiId}/${accountType}/${symbol}/${asset}`;
const less = (a: string, b: string): string => addDecimals(a, negateDecimal(b));

/** The last price of a market before a time in ms; `undefined` while it is not known, null when there was none. */
export type PriceBefore = (market: InstrumentId, timeMs: number) => string | null | undefined;

/**
 * What accounts have gained since the start of a day, from all that they have and all that has changed: what they are worth now, less what
 * they were worth then, and less what was moved in, at the prices of its time. Null while a price is not known.
 */
export function dayProfit(
  balances: readonly AccountBalance[],
  changes: readonly BalanceChange[],
  worthOf: WorthOf,
  { startMs, priceBefore }: { readonly startMs: number; readonly priceBefore: PriceBefore },
): DayProfit | null {
  // What is gone altogether has changes, and may have no balance.
  const lines = new Map<string, DayLine>();
  for (const line of [...balances, ...changes]) {
    const key = keyOf(line);
    lines.set(key, { total: '0', traded: '0', moves: [], ...lines.get(key), ...line });
  }
  let [profit, from] = ['0', '0'];
  for (const { exchange, asset, total, traded, moves } of lines.values()) {
    const worth = worthOf(exchange, asset);
    const priceAt = (timeMs: number) => (worth === null || worth.market === null ? worth?.price : priceBefore(worth.market, timeMs));
    const start = less(
      moves.reduce((left, { amount }) => less(left, amount), total),
      traded,
    );
    // Moved in before the first trade of its market, it counts at the price of now.
    const priceOfMove = (timeMs: number) => {
      const then = priceAt(timeMs);
      return then === null ? worth?.price : then;
    };
    const given = [
      valued(start, priceAt(startMs) ?? null),
      ...moves.map(({ amount, timeMs }) => valued(amount, priceOfMove(timeMs) ?? null)),
    ];
    const now = valued(total, worth?.price ?? null);
    if (now === null) return null;
    profit = addDecimals(profit, now);
    for (const value of given) {
      if (value === null) return null;
      profit = less(profit, value);
      from = addDecimals(from, value);
    }
  }
  return { profit, from };
}
