import { makeAutoObservable, observableRef } from 'mobx';
import type { TradeView } from '../../schemas/wire/market.ts';
import type { Stream } from '../contract/client-services.ts';
import type { Disposer } from '../contract/token.ts';
import type { InstrumentId } from '../domain/instrument.ts';
import { itemsOf } from './message-list.ts';

/** The newest public trades of one instrument, newest first; each trade once. */
export class TradesFeed {
  readonly #limit: number;
  readonly #dispose: Disposer;
  trades: readonly TradeView[] = [];
  /** False until the first snapshot. */
  loaded = false;

  constructor(stream: Stream, id: InstrumentId, limit = 200) {
    this.#limit = limit;
    makeAutoObservable(this, { trades: observableRef, dispose: false }, { autoBind: true });
    this.#dispose = stream.subscribe(`trades:${id}`, (message) => this.take(itemsOf<TradeView>(message), message.k === 's'));
  }

  /** Snapshots come newest first; later messages in any order, so ids decide what is known and times what is newest. */
  take(trades: readonly TradeView[], replaces: boolean): void {
    const known = replaces ? [] : this.trades;
    const ids = new Set(known.map((trade) => trade.trade_id));
    const unknown = trades.filter((trade) => !ids.has(trade.trade_id));
    if (unknown.length === 0 && !replaces) return;
    this.trades = [...unknown.sort(newestFirst), ...known].slice(0, this.#limit);
    this.loaded = true;
  }

  dispose(): void {
    void this.#dispose();
  }
}

const newestFirst = (a: TradeView, b: TradeView): number =>
  b.time - a.time || b.trade_id.length - a.trade_id.length || (a.trade_id < b.trade_id ? 1 : a.trade_id > b.trade_id ? -1 : 0);
