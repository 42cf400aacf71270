import { addDecimals, compareDecimals } from '../../../core/domain/numbers/decimal.ts';
import { readTrades } from '../../../core/simulation/recordings/trade-recording.ts';
import { RecordingFiles } from '../../../server/market/recordings/recording-files.ts';
import type { FeedRange } from '../../../server/runtime/backtest/feeds/backtest-feed.ts';
import type { RecordedSet } from './recorded-sets.ts';

/** What was traded beside a recorded book; quantities and prices as recorded. */
export interface TradedPrices {
  readonly firstMs: number;
  readonly first: string;
  readonly lowest: string;
  readonly highest: string;
  readonly qty: string;
  readonly trades: number;
}

/** Reads the trades of a set's book within a range; all of them without one. Throws when there are none. */
export async function tradedPrices({ folder, book }: RecordedSet, range: FeedRange | null = null): Promise<TradedPrices> {
  let traded: TradedPrices | null = null;
  for await (const { timeMs, price, qty } of readTrades(new RecordingFiles(folder), `${book.folder}/trades.csv.gz`)) {
    if (range !== null && (timeMs < range.fromMs || timeMs > range.toMs)) continue;
    const so: TradedPrices = traded ?? { firstMs: timeMs, first: price, lowest: price, highest: price, qty: '0', trades: 0 };
    traded = {
      ...so,
      lowest: compareDecimals(price, so.lowest) < 0 ? price : so.lowest,
      highest: compareDecimals(price, so.highest) > 0 ? price : so.highest,
      qty: addDecimals(so.qty, qty),
      trades: so.trades + 1,
    };
  }
  if (traded === null) throw new Error(`nothing was traded in ${book.folder}`);
  return traded;
}

/** The first minutes of a set's book. */
export async function firstMinutes(set: RecordedSet, minutes: number): Promise<FeedRange> {
  const { firstMs } = await tradedPrices(set);
  return { fromMs: firstMs, toMs: firstMs + minutes * 60_000 };
}
