import { reaction } from 'mobx';
import type { Outcome } from '../../contract/app-error.ts';
import type { Api, CandlesFeed, CandleView, Stream } from '../../contract/client-services.ts';
import { itemsOf } from '../../contract/stream-items.ts';
import type { Disposer } from '../../contract/token.ts';
import type { InstrumentId } from '../../domain/markets/instrument.ts';
import type { Interval } from '../../domain/markets/interval.ts';
import { Listeners } from '../listeners.ts';

/** History by HTTP, the open candle by topic. A lost connection may have lost whole candles: listeners hear `null` and load again. */
export class LiveCandlesFeed implements CandlesFeed {
  readonly #api: Api;
  readonly #id: InstrumentId;
  readonly #interval: Interval;
  readonly #listeners = new Set<(candle: CandleView | null) => void>();
  readonly #pending = new Listeners<[CandleView]>();
  readonly #disposers: readonly Disposer[];
  #last: CandleView | null = null;

  constructor(api: Api, stream: Stream, id: InstrumentId, interval: Interval) {
    this.#api = api;
    this.#id = id;
    this.#interval = interval;
    this.#pending.add((candle) => this.#tell(candle));
    this.#disposers = [
      stream.subscribe(`candles:${id}:${interval}`, (message) => {
        for (const candle of itemsOf<CandleView>(message)) this.#take(candle);
      }),
      reaction(
        () => stream.state,
        (state) => {
          if (state === 'open') this.#tell(null);
        },
      ),
    ];
  }

  history(beforeMs: number, limit: number): Promise<Outcome<readonly CandleView[]>> {
    return this.#api.call('klinesHistory', { query: { instrumentId: this.#id, interval: this.#interval, before: beforeMs, limit } });
  }

  onCandle(listener: (candle: CandleView | null) => void): Disposer {
    const own = (candle: CandleView | null): void => listener(candle);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  close(): void {
    this.#listeners.clear();
    this.#pending.clear();
    for (const dispose of this.#disposers) void dispose();
  }

  /** A candle that closed is told at once: the next one of the same frame must not swallow it. */
  #take(candle: CandleView): void {
    if (this.#last !== null && candle[0] > this.#last[0]) this.#tell(this.#last);
    this.#last = candle;
    this.#pending.tell(candle);
  }

  #tell(candle: CandleView | null): void {
    for (const listener of [...this.#listeners]) listener(candle);
  }
}
