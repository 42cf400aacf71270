import type { MarketTrade, Stream, TradesFeed } from '../../contract/client-services.ts';
import { itemsOf } from '../../contract/stream-items.ts';
import type { Disposer } from '../../contract/token.ts';
import type { InstrumentId } from '../../domain/markets/instrument.ts';
import { Listeners } from '../listeners.ts';

const keptTrades = 200;

/** The newest public trades of one instrument; each trade once, also over reconnections. */
export class LiveTradesFeed implements TradesFeed {
  readonly #listeners = new Listeners();
  readonly #unsubscribe: Disposer;
  ready = false;
  trades: readonly MarketTrade[] = [];

  constructor(stream: Stream, id: InstrumentId) {
    this.#unsubscribe = stream.subscribe(`trades:${id}`, (message) => this.#take(itemsOf<MarketTrade>(message), message.k === 's'));
  }

  onChange(listener: () => void): Disposer {
    return this.#listeners.add(listener);
  }

  close(): void {
    this.#listeners.clear();
    void this.#unsubscribe();
  }

  /** Messages may list trades in either order: times and ids decide what is newest. */
  #take(trades: readonly MarketTrade[], replaces: boolean): void {
    const known = replaces ? [] : this.trades;
    const ids = new Set(known.map((trade) => trade.tradeId));
    const unknown = trades.filter((trade) => !ids.has(trade.tradeId)).sort(newestFirst);
    if (unknown.length === 0 && !replaces) return;
    const inOrder =
      known[0] === undefined || unknown.length === 0 || newestFirst(unknown[unknown.length - 1] as MarketTrade, known[0]) <= 0;
    const merged = [...unknown, ...known];
    this.trades = (inOrder ? merged : merged.sort(newestFirst)).slice(0, keptTrades);
    this.ready = true;
    this.#listeners.tell();
  }
}

const newestFirst = (a: MarketTrade, b: MarketTrade): number =>
  b.timeMs - a.timeMs || b.tradeId.length - a.tradeId.length || (a.tradeId < b.tradeId ? 1 : a.tradeId > b.tradeId ? -1 : 0);
