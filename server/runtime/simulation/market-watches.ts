import type { Subscription } from '../../../core/contract/strategy.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { MarketGrid } from '../../../core/simulation/market-grid.ts';
import type { StrategyDriver } from '../driver/strategy-driver.ts';
import type { PriceBand } from '../driver/watched/price-bands.ts';
import { CandleBuilder } from './candle-builder.ts';

/** A market, and what the instance wants to hear of it. */
export interface WatchedMarket {
  readonly id: InstrumentId;
  readonly grid: MarketGrid;
  /** Ticks in one unit of price. */
  readonly ticksPerUnit: number;
  readonly candles: readonly CandleBuilder[];
  readonly bands: readonly PriceBand[];
  readonly bookLevels: number;
  readonly trades: boolean;
}

/** What an instance wants to hear of its markets; looked up anew when its subscriptions change. */
export class MarketWatches {
  readonly #driver: Pick<StrategyDriver, 'subscriptions' | 'bandsOf'>;
  readonly #grids: ReadonlyMap<InstrumentId, MarketGrid>;
  #subscriptions: readonly Subscription[] | null = null;
  #watched = new Map<InstrumentId, WatchedMarket>();
  #list: readonly WatchedMarket[] = [];

  constructor(driver: Pick<StrategyDriver, 'subscriptions' | 'bandsOf'>, grids: ReadonlyMap<InstrumentId, MarketGrid>) {
    this.#driver = driver;
    this.#grids = grids;
  }

  of(id: InstrumentId): WatchedMarket {
    this.#refresh();
    return this.#watched.get(id) as WatchedMarket;
  }

  /** When the next running candle closes; infinite without one. */
  get nextCandleMs(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { candles } of this.#list) for (const { endMs } of candles) if (endMs < next) next = endMs;
    return next;
  }

  /** Candles that end until a time. */
  endedAt(timeMs: number): ReadonlyArray<{ readonly id: InstrumentId; readonly builder: CandleBuilder }> {
    return this.#list.flatMap(({ id, candles }) => candles.filter(({ endMs }) => endMs <= timeMs).map((builder) => ({ id, builder })));
  }

  #refresh(): void {
    const { subscriptions } = this.#driver;
    if (subscriptions === this.#subscriptions) return;
    this.#subscriptions = subscriptions;
    this.#list = [...this.#grids].map(([market, grid]) => this.#watchedOf(market, grid, subscriptions));
    this.#watched = new Map(this.#list.map((watched) => [watched.id, watched]));
  }

  #watchedOf(id: InstrumentId, grid: MarketGrid, subscriptions: readonly Subscription[]): WatchedMarket {
    const known = this.#watched.get(id)?.candles ?? [];
    const mine = subscriptions.filter(({ instrumentId }) => instrumentId === id);
    const wanted = new Set(mine.flatMap((subscription) => (subscription.type === 'candle' ? [subscription.interval] : [])));
    return {
      id,
      grid,
      ticksPerUnit: 10 ** grid.priceDecimals,
      bands: this.#driver.bandsOf(id),
      candles: [...wanted].map((interval) => known.find((builder) => builder.interval === interval) ?? new CandleBuilder(interval, grid)),
      bookLevels: Math.max(0, ...mine.map((subscription) => (subscription.type === 'book' ? subscription.levels : 0))),
      trades: mine.some(({ type }) => type === 'trade'),
    };
  }
}
