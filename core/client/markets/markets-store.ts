import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import type { IndexView } from '../../../schemas/wire/index-price.ts';
import type { Api, Exchange, Markets, Stream, Ticker } from '../../contract/client-services.ts';
import { itemsOf, type TopicMessage } from '../../contract/stream-items.ts';
import type { Disposer } from '../../contract/token.ts';
import type { Instrument, InstrumentId } from '../../domain/markets/instrument.ts';
import type { Interval } from '../../domain/markets/interval.ts';
import { intervals as knownIntervals } from '../../domain/markets/interval.ts';
import type { ShownHealth } from '../../domain/markets/venue-health.ts';

/** Instruments, tickers, indexes and exchanges. Tickers and indexes arrive only while somebody watches. */
export class MarketsStore implements Markets {
  readonly #api: Api;
  readonly #stream: Stream;
  readonly #steadyMs: () => number;
  readonly #byId = new Map<InstrumentId, Instrument>();
  readonly #tickers = observable.map<InstrumentId, Ticker>(undefined, { deep: false });
  readonly #health = observable.map<string, ShownHealth>(undefined, { deep: false });
  readonly #heardMs = new Map<string, number>();
  readonly #indexes = observable.map<InstrumentId, IndexView>(undefined, { deep: false });
  readonly #watchTickers = shared(() => this.#stream.subscribe('tickers', (message) => runInAction(() => this.#takeTickers(message))));
  readonly #watchIndexes = shared(() => this.#stream.subscribe('indexes', (message) => runInAction(() => this.#takeIndexes(message))));
  instruments: readonly Instrument[] = [];
  exchanges: readonly Exchange[] = [];
  intervals: readonly Interval[] = knownIntervals;
  dictionary: ReadonlyMap<string, string> = new Map();
  loading = true;

  constructor(api: Api, stream: Stream, steadyMs: () => number = () => 0) {
    this.#steadyMs = steadyMs;
    this.#api = api;
    this.#stream = stream;
    makeAutoObservable(
      this,
      {
        instruments: observableRef,
        exchanges: observableRef,
        intervals: observableRef,
        dictionary: observableRef,
        instrument: false,
        ticker: false,
        index: false,
        exchange: false,
        exchangeTitle: false,
        health: false,
        heardMs: false,
        watchTickers: false,
        watchIndexes: false,
        watchInstruments: false,
      },
      { autoBind: true },
    );
  }

  instrument(id: InstrumentId): Instrument | null {
    // Reading the list makes observers run again when it arrives.
    return this.instruments.length === 0 ? null : (this.#byId.get(id) ?? null);
  }

  ticker(id: InstrumentId): Ticker | null {
    return this.#tickers.get(id) ?? null;
  }

  index(id: InstrumentId): IndexView | null {
    return this.#indexes.get(id) ?? null;
  }

  exchange(exchange: string): Exchange | null {
    return this.exchanges.find((one) => one.exchange === exchange) ?? null;
  }

  exchangeTitle(exchange: string): string {
    return this.exchange(exchange)?.title ?? exchange;
  }

  health(exchange: string): ShownHealth {
    return this.#health.get(exchange) ?? 'DOWN';
  }

  /** When a price of an exchange last came, by the steady clock; null before the first. Not observable: it changes with every price. */
  heardMs(exchange: string): number | null {
    return this.#heardMs.get(exchange) ?? null;
  }

  watchTickers(): Disposer {
    return this.#watchTickers();
  }

  watchIndexes(): Disposer {
    return this.#watchIndexes();
  }

  /** Follows markets that come, change and go until disposed. What came while the line was down is in the whole list. */
  watchInstruments(): Disposer {
    let isFirst = true;
    return this.#stream.subscribe('instruments', (message) => {
      if (message.k !== 's') this.#takeInstruments(itemsOf<Instrument>(message));
      else if (!isFirst) void this.loadSymbols();
      isFirst = false;
    });
  }

  /** Follows the exchanges' health until disposed. */
  watchVenues(): Disposer {
    return this.#stream.subscribe('venues', (message) => {
      for (const venue of itemsOf<{ readonly exchange: string; readonly health: ShownHealth }>(message))
        this.#health.set(venue.exchange, venue.health);
    });
  }

  /** The symbols. An empty list is asked for again by the caller. */
  async loadSymbols(): Promise<boolean> {
    const [symbols] = await Promise.all([this.#api.call('symbols', {}), this.#loadExchanges()]);
    runInAction(() => {
      if (!symbols.ok) return;
      const list = symbols.value;
      this.#byId.clear();
      for (const instrument of list) this.#byId.set(instrument.id, instrument);
      this.instruments = list;
      this.loading = list.length === 0;
    });
    return symbols.ok && symbols.value.length > 0;
  }

  async loadIntervals(): Promise<void> {
    const reply = await this.#api.call('intervals', {});
    if (reply.ok) runInAction(() => (this.intervals = reply.value));
  }

  async loadDictionary(): Promise<void> {
    const reply = await this.#api.call('dictionary', {});
    if (reply.ok) runInAction(() => (this.dictionary = new Map(reply.value.map((entry) => [`${entry.code}/${entry.key}`, entry.value]))));
  }

  #takeTickers(message: TopicMessage): void {
    for (const ticker of itemsOf<Ticker>(message)) {
      this.#tickers.set(ticker.instrumentId, ticker);
      this.#heardMs.set(ticker.instrumentId.slice(0, ticker.instrumentId.indexOf('/')), this.#steadyMs());
    }
  }

  async #loadExchanges(): Promise<void> {
    const reply = await this.#api.call('exchangeInfo', {});
    if (!reply.ok) return;
    runInAction(() => {
      this.exchanges = reply.value;
      for (const info of reply.value) if (!this.#health.has(info.exchange)) this.#health.set(info.exchange, info.health);
    });
  }

  #takeInstruments(changed: readonly Instrument[]): void {
    runInAction(() => {
      for (const instrument of changed) this.#byId.set(instrument.id, instrument);
      this.instruments = [...this.#byId.values()];
    });
    // A venue has opened: its markets come by themselves, its name and its state have to be asked for.
    if (changed.some(({ exchange }) => this.exchange(exchange) === null)) void this.#loadExchanges();
  }

  #takeIndexes(message: TopicMessage): void {
    const indexes = itemsOf<IndexView>(message).flatMap((index) => index.sources.map(({ id }) => [id, index] as const));
    if (message.k === 's') this.#indexes.replace(indexes);
    else for (const [id, index] of indexes) this.#indexes.set(id, index);
  }
}

/** Opens with the first holder and closes with the last. */
function shared(open: () => Disposer): () => Disposer {
  let holders = 0;
  let close: Disposer | null = null;
  return () => {
    holders += 1;
    close ??= open();
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      holders -= 1;
      if (holders > 0) return;
      void close?.();
      close = null;
    };
  };
}
