import type { Fill, MarketTrade } from '../../core/contract/client-services.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import { addDecimals, compareDecimals } from '../../core/domain/numbers/decimal.ts';

/** A trade, or what one taker's order took at one moment. */
export interface Print {
  /** Id of its oldest trade: it stays while the print grows. */
  readonly key: string;
  readonly side: 'BUY' | 'SELL';
  readonly timeMs: number;
  /** The last price reached. */
  readonly price: string;
  /** The first price, when it was another one. */
  readonly from: string | null;
  readonly qty: string;
  readonly trades: number;
  /** One of its trades is a fill of the user. */
  readonly own: boolean;
}

const printOf = (trade: MarketTrade, own: ReadonlySet<string>): Print => ({
  key: trade.tradeId,
  side: trade.side,
  timeMs: trade.timeMs,
  price: trade.price,
  from: null,
  qty: trade.qty,
  trades: 1,
  own: own.has(trade.tradeId),
});

/** Each trade as a print, newest first as they came. */
export const singlePrints = (trades: readonly MarketTrade[], own: ReadonlySet<string>): readonly Print[] =>
  trades.map((trade) => printOf(trade, own));

/** Joins neighbours of one moment and one side: a taker's order that met several makers is one print. */
export function joinedPrints(trades: readonly MarketTrade[], own: ReadonlySet<string>): readonly Print[] {
  const prints: Print[] = [];
  for (const trade of trades) {
    const newer = prints.at(-1);
    if (newer === undefined || newer.timeMs !== trade.timeMs || newer.side !== trade.side) prints.push(printOf(trade, own));
    else prints[prints.length - 1] = joined(newer, trade, own);
  }
  return prints;
}

/** `older` comes before the trades of the print. */
const joined = (print: Print, older: MarketTrade, own: ReadonlySet<string>): Print => ({
  ...print,
  key: older.tradeId,
  from: compareDecimals(older.price, print.price) === 0 ? null : older.price,
  qty: addDecimals(print.qty, older.qty),
  trades: print.trades + 1,
  own: print.own || own.has(older.tradeId),
});

/** Prints of at least a quantity; an empty filter lets all pass. */
export const printsFrom = (prints: readonly Print[], qty: string): readonly Print[] =>
  qty === '' ? prints : prints.filter((print) => compareDecimals(print.qty, qty) >= 0);

/** Ids of the trades in which the user took part. */
export const ownTrades = (fills: readonly Fill[], id: InstrumentId): ReadonlySet<string> =>
  new Set(fills.flatMap((fill) => (fill.instrumentId === id ? [fill.tradeId] : [])));
