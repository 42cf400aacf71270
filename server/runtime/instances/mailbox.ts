import type { DepthSnapshot, PublicTrade } from '../../../core/contract/market.ts';
import type { MarketEvent, Subscription } from '../../../core/contract/strategy.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { PriceBand } from '../driver/watched/price-bands.ts';
import type { Listening, StepInput } from '../worker/worker-protocol.ts';
import type { LatestEvent, MarketSink } from './market/market-watch.ts';

/**
 * Trades and prices that may wait; an instance that is slower loses the oldest of them. Of candles and gaps none is lost: what was
 * told of them is what a strategy is not told again.
 */
const mostWaiting = 2_000;

/**
 * News of the market that an instance has not seen yet: of books, tickers, marks and indexes the latest, of bands what crosses them, of
 * everything else each.
 */
export class Mailbox implements Omit<MarketSink, 'candle'> {
  readonly #depth: (id: InstrumentId, levels: number) => DepthSnapshot | null;
  readonly #onNews: () => void;
  readonly #books = new Set<InstrumentId>();
  /** By kind and market. */
  readonly #latest = new Map<string, LatestEvent>();
  #levels = new Map<InstrumentId, number>();
  #wantsTrades = new Set<InstrumentId>();
  #bands: readonly PriceBand[] = [];
  #queue: StepInput[] = [];
  /** How many of the queue may be lost. */
  #passing = 0;
  dropped = 0;

  constructor(depth: (id: InstrumentId, levels: number) => DepthSnapshot | null, onNews: () => void) {
    this.#depth = depth;
    this.#onNews = onNews;
  }

  /** What the driver listens to from now on. Prices that wait are told by the new bands too, so that no crossing is missed. */
  listen({ subscriptions, zones }: Listening): void {
    const bands = subscriptions.filter((subscription) => subscription.type === 'band');
    this.#bands = bands.map((band, at) => new PriceBand(band, zones[at] ?? null));
    this.#levels = levelsOf(subscriptions);
    this.#wantsTrades = new Set(subscriptions.flatMap(({ type, instrumentId }) => (type === 'trade' ? [instrumentId] : [])));
    for (const input of this.#queue) if (input.type === 'price') this.#crosses(input.instrumentId, input.price);
  }

  bookChanged(id: InstrumentId): void {
    this.#books.add(id);
    this.#onNews();
  }

  latest(event: LatestEvent): void {
    this.#latest.set(`${event.type}:${event.type === 'ticker' ? event.ticker.instrumentId : event.instrumentId}`, event);
    this.#onNews();
  }

  trades(id: InstrumentId, trades: readonly PublicTrade[]): void {
    for (const trade of trades) {
      if (this.#wantsTrades.has(id)) this.#push({ type: 'market', event: { type: 'trade', trade } });
      this.price(id, trade.price);
    }
  }

  /** The last price of a market. */
  price(instrumentId: InstrumentId, price: string): void {
    if (this.#crosses(instrumentId, price)) this.#push({ type: 'price', instrumentId, price });
  }

  /** What is never lost: a closed candle or a time of which there is none, a funding, a session. */
  told(event: MarketEvent): void {
    this.#push({ type: 'market', event });
  }

  get isEmpty(): boolean {
    return this.#queue.length === 0 && this.#books.size === 0 && this.#latest.size === 0;
  }

  /** At most so many; what only counts as it is now comes last. */
  take(most: number): readonly StepInput[] {
    const inputs = this.#queue.splice(0, most);
    for (const input of inputs) if (mayBeLost(input)) this.#passing -= 1;
    for (const event of this.#latest.values()) inputs.push({ type: 'market', event });
    this.#latest.clear();
    for (const id of this.#books) {
      const book = this.#depth(id, this.#levels.get(id) ?? 1);
      if (book !== null) inputs.push({ type: 'market', event: { type: 'book', book } });
    }
    this.#books.clear();
    return inputs;
  }

  clear(): void {
    this.#queue = [];
    this.#passing = 0;
    this.#books.clear();
    this.#latest.clear();
  }

  #push(input: StepInput): void {
    this.#queue.push(input);
    if (mayBeLost(input)) this.#passing += 1;
    if (this.#passing > mostWaiting) {
      this.#queue.splice(this.#queue.findIndex(mayBeLost), 1);
      this.#passing -= 1;
      this.dropped += 1;
    }
    this.#onNews();
  }

  /** True when a band has to be told; moves the bands there. */
  #crosses(id: InstrumentId, price: string): boolean {
    let crosses = false;
    for (const band of this.#bands) {
      if (band.instrumentId !== id || !band.isNews(Number(price))) continue;
      band.event(price, 0);
      crosses = true;
    }
    return crosses;
  }
}

const mayBeLost = (input: StepInput): boolean => input.type === 'price' || (input.type === 'market' && input.event.type === 'trade');

function levelsOf(subscriptions: readonly Subscription[]): Map<InstrumentId, number> {
  const levels = new Map<InstrumentId, number>();
  for (const subscription of subscriptions) {
    if (subscription.type !== 'book') continue;
    levels.set(subscription.instrumentId, Math.max(levels.get(subscription.instrumentId) ?? 0, subscription.levels));
  }
  return levels;
}
