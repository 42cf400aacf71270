import type { DepthSnapshot, MarketData } from '../../../core/contract/market.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { IndexPart, IndexPrice, SpotIndexes } from '../../../core/contract/spot-indexes.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import { type Instrument, type InstrumentId, pairKey } from '../../../core/domain/markets/instrument.ts';
import { midPrice } from '../../../core/domain/markets/reference-price.ts';
import { fewestIndexSources, type IndexSource, spotIndex } from '../../../core/domain/markets/spot-index.ts';
import { decimalsOf } from '../../../core/domain/numbers/decimal.ts';
import type { TopicPublisher } from '../topic-publisher.ts';

export const indexesTopic = 'indexes';

/** The index of every second: settlements are means of seconds. */
const everyMs = 1_000;

/** All exchanges count alike: nothing says of a simulated one how much it is worth. */
const weight = 1;

interface IndexBoardParts {
  readonly markets: Pick<MarketData, 'instruments'> & {
    /** The book of this moment, at most `levels` a side; null for an unknown market. */
    bookNow(id: InstrumentId, levels: number): DepthSnapshot | null;
    /** What o'clock it is at the market's exchange, ms. */
    marketTime(id: InstrumentId): number | null;
    /** True for an exchange that replays another day: its prices are none of now. */
    isEphemeral(exchange: string): boolean;
  };
  readonly publisher: TopicPublisher;
  readonly clock: Pick<Clock, 'nowMs' | 'every'>;
}

/**
 * Spot indexes of all pairs that are traded on two exchanges or more, worked out every second from the middles of their books. An exchange
 * that falls silent or goes leaves its indexes after a minute; with fewer than two left an index stands still and says so.
 */
export class IndexBoard implements SpotIndexes {
  readonly #parts: IndexBoardParts;
  readonly #listeners = new Set<(index: IndexPrice) => void>();
  #indexes: ReadonlyMap<string, IndexPrice> = new Map();
  #byMarket: ReadonlyMap<InstrumentId, IndexPrice> = new Map();

  constructor(parts: IndexBoardParts) {
    this.#parts = parts;
  }

  /** Works them out at once and from then on every second. */
  start(): Disposer {
    this.refresh();
    return this.#parts.clock.every(everyMs, () => this.refresh());
  }

  /** Those of now: none of replays. */
  list(): readonly IndexPrice[] {
    return [...this.#indexes].flatMap(([key, index]) => (isReplayed(key) ? [] : [index]));
  }

  /** That a market is part of; null for a pair on one exchange and for contracts. A replay's is made of the replays that play the same time. */
  index(id: InstrumentId): IndexPrice | null {
    return this.#byMarket.get(id) ?? null;
  }

  /** The price of a market's index while it is one of now, else null. */
  price(id: InstrumentId): string | null {
    const index = this.index(id);
    return index === null || index.stale ? null : index.price;
  }

  /** Tells every index that has another price than a second ago and is not stale. */
  onPrice(listener: (index: IndexPrice) => void): Disposer {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Works all of them out anew, and tells what has changed. */
  refresh(): void {
    const { publisher, clock } = this.#parts;
    const before = this.#indexes;
    const nowMs = clock.nowMs();
    const changed = new Map<string, IndexPrice>();
    const after = new Map<string, IndexPrice>();
    for (const [key, instruments] of this.#pairs()) {
      const index = this.#indexOf(instruments, before.get(key) ?? null, nowMs, isReplayed(key));
      after.set(key, index);
      if (isNews(before.get(key), index)) changed.set(key, index);
    }
    this.#indexes = after;
    this.#byMarket = new Map([...after.values()].flatMap((index) => index.sources.map(({ instrumentId }) => [instrumentId, index])));
    const ofNow = [...changed].flatMap(([key, index]) => (isReplayed(key) ? [] : [index]));
    if (ofNow.length > 0 && publisher.hasSubscribers(indexesTopic)) publisher.publish(indexesTopic, 'delta', ofNow);
    for (const [key, index] of changed) {
      if (index.stale || index.price === before.get(key)?.price) continue;
      for (const listener of this.#listeners) listener(index);
    }
  }

  #pairs(): ReadonlyMap<string, readonly Instrument[]> {
    const { markets } = this.#parts;
    const pairs = new Map<string, Instrument[]>();
    for (const instrument of markets.instruments()) {
      if (instrument.accountType !== 'spot') continue;
      const key = markets.isEphemeral(instrument.exchange) ? `${replayed}${pairKey(instrument)}` : pairKey(instrument);
      const known = pairs.get(key);
      if (known === undefined) pairs.set(key, [instrument]);
      else known.push(instrument);
    }
    for (const [key, instruments] of pairs) if (instruments.length < fewestIndexSources) pairs.delete(key);
    return pairs;
  }

  #indexOf(instruments: readonly Instrument[], before: IndexPrice | null, nowMs: number, isReplay: boolean): IndexPrice {
    // Each exchange's clock is its own; of replays, which may be of any day, the one that is farthest says what is late.
    const times = instruments.map(({ id }) => this.#parts.markets.marketTime(id) ?? 0);
    const farthestMs = isReplay ? Math.max(...times) : null;
    const sources = instruments.map((instrument, at) => this.#source(instrument, farthestMs ?? times[at] ?? 0));
    const decimals = Math.max(...instruments.map(({ tick }) => decimalsOf(tick))) + 1;
    const { price, stale, states } = spotIndex(sources, before?.price ?? null, decimals);
    const { base, quote } = instruments[0] as Instrument;
    const parts = sources.map(({ id, price }, at): IndexPart => ({ instrumentId: id, price, state: states[at] ?? 'EMPTY' }));
    return { base, quote, price, stale, timeMs: stale ? (before?.timeMs ?? 0) : (farthestMs ?? nowMs), sources: parts };
  }

  #source({ id }: Instrument, nowMs: number): IndexSource {
    const book = this.#parts.markets.bookNow(id, 1);
    const ageMs = nowMs - (book?.timeMs ?? 0);
    return { id, price: midPrice(book?.bids[0]?.[0] ?? null, book?.asks[0]?.[0] ?? null), ageMs, weight };
  }
}

/** Begins the key of a pair of replays; no asset has a blank in its name. */
const replayed = 'replay ';
const isReplayed = (key: string): boolean => key.startsWith(replayed);

/** The time alone is no news. */
function isNews(before: IndexPrice | undefined, after: IndexPrice): boolean {
  if (before === undefined || before.price !== after.price || before.stale !== after.stale) return true;
  if (before.sources.length !== after.sources.length) return true;
  return after.sources.some(({ price, state }, at) => before.sources[at]?.price !== price || before.sources[at]?.state !== state);
}
