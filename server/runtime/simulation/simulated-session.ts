import type { PublicTrade } from '../../../core/contract/market.ts';
import type { MarketEvent, StrategyDefinition, Subscription } from '../../../core/contract/strategy.ts';
import type { VenueEvent } from '../../../core/contract/venue.ts';
import type { InstrumentId } from '../../../core/domain/instrument.ts';
import { stepsOf } from '../../../core/domain/steps.ts';
import type { BarMarket, BarTicks } from '../../../core/simulation/bar-market.ts';
import type { BarSeries } from '../../../core/simulation/bar-recording.ts';
import type { FundingPayment } from '../../../core/simulation/clearing.ts';
import type { MarketGrid } from '../../../core/simulation/market-grid.ts';
import type { RecordedEvent } from '../../../core/simulation/recorded-event.ts';
import type { SimulatedMarket } from '../../../core/simulation/simulated-market.ts';
import type { Effect } from '../driver/effect.ts';
import type { ExecutorDefinition } from '../driver/executor.ts';
import type { OrderReport } from '../driver/order-report.ts';
import type { PriceBand } from '../driver/price-bands.ts';
import { StrategyDriver } from '../driver/strategy-driver.ts';
import { StrategyFault } from '../driver/strategy-fault.ts';
import type { TradingLimits } from '../driver/trading-limits.ts';
import { CandleBuilder } from './candle-builder.ts';
import { askedLine, type OrderLogLine, toldLine } from './order-log.ts';
import { type SimulatedAccount, SimulatedExchanges, type SimulatedMarketPart } from './simulated-exchanges.ts';
import { reportsOf } from './venue-reports.ts';

export interface SessionOptions {
  readonly definition: StrategyDefinition;
  readonly executors: Readonly<Record<string, ExecutorDefinition>>;
  readonly params: unknown;
  readonly seed: number;
  readonly markets: readonly SimulatedMarketPart[];
  readonly accounts: readonly SimulatedAccount[];
  readonly limits: TradingLimits;
  /** How long an order or a cancel takes to reach its exchange. Bars add their own delay: orders act from the next bar. */
  readonly latencyMs: number;
  readonly isOptimistic: boolean;
  /** Client order ids are this, a dash and a number. */
  readonly idPrefix: string;
  readonly listener?: SessionListener;
}

/** Hears what the instance does, as it happens. */
export interface SessionListener {
  line?(line: OrderLogLine): void;
  report?(report: OrderReport, timeMs: number): void;
  funding?(payment: FundingPayment): void;
  note?(note: Extract<Effect, { readonly type: 'note' | 'finish' }>, timeMs: number): void;
}

interface InFlight {
  readonly dueMs: number;
  readonly effect: Extract<Effect, { readonly type: 'place' | 'cancel' | 'amend' }>;
}

/** A market, and what the instance wants to hear of it. */
interface Watched {
  readonly id: InstrumentId;
  readonly grid: MarketGrid;
  /** Ticks in one unit of price. */
  readonly ticksPerUnit: number;
  readonly candles: readonly CandleBuilder[];
  readonly bands: readonly PriceBand[];
  readonly bookLevels: number;
  readonly trades: boolean;
}

/** Rounds of orders and answers at one moment; more mean that a strategy answers itself. */
const longestExchange = 10_000;

/**
 * One instance against simulated exchanges. Backtest, replay, paper and shadow differ in where `play` and `playBar` come from
 * and in nothing else: time is the feed's, one event after the other, so that the same feed gives the same orders.
 */
export class SimulatedSession {
  readonly #options: SessionOptions;
  readonly #exchanges: SimulatedExchanges;
  readonly #grids: ReadonlyMap<InstrumentId, MarketGrid>;
  readonly #driver: StrategyDriver;
  readonly #latencyMs: number;
  #inFlight: InFlight[] = [];
  #watched = new Map<InstrumentId, Watched>();
  #watchedList: readonly Watched[] = [];
  #subscriptions: readonly Subscription[] | null = null;
  #nowMs: number;
  /** The strategy hears of its orders only; once the step that said so has settled it is stopped. */
  #finishing = false;
  #stopped = false;

  /** Runs the strategy's start at `startMs`. */
  constructor(options: SessionOptions, startMs: number) {
    this.#options = options;
    this.#latencyMs = options.latencyMs;
    this.#exchanges = new SimulatedExchanges(options.markets, options.accounts, options.isOptimistic);
    this.#grids = new Map(options.markets.map(({ instrument, grid }) => [instrument.id, grid]));
    this.#exchanges.beginFunding(startMs);
    this.#nowMs = startMs;
    const { definition, executors, idPrefix, limits } = options;
    const parts = {
      definition,
      executors,
      idPrefix,
      instruments: Object.fromEntries(options.markets.map(({ instrument }) => [instrument.id, instrument])),
      limits: () => limits,
      lastPrice: (id: InstrumentId) => this.#exchanges.lastPrice(id),
      balances: () => this.#exchanges.balances(),
    };
    const { driver, effects } = StrategyDriver.start(parts, options.params, options.seed, startMs);
    this.#driver = driver;
    this.#perform(effects);
  }

  get driver(): StrategyDriver {
    return this.#driver;
  }

  get exchanges(): SimulatedExchanges {
    return this.#exchanges;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** True once the strategy has said that its work is over, or was stopped: what the feed tells from then on reaches only its orders. */
  get isStopped(): boolean {
    return this.#stopped;
  }

  /** A recorded book, update or trade of a market; events come in order of time. */
  play(id: InstrumentId, event: RecordedEvent): void {
    this.advance(event.timeMs);
    const market = this.#exchanges.recorded(id);
    this.#told(market.play(event));
    if (!this.#finishing) this.#hear(id, market, event);
    if (this.#finishing) this.stop();
  }

  /** A bar that has closed at `closeMs`; `lots` is its volume. */
  playBar(id: InstrumentId, bar: BarTicks, openMs: number, closeMs: number, lots: number): void {
    if (closeMs > this.#nowMs) this.advance(closeMs);
    const market = this.#exchanges.bars(id);
    const events = market.play(bar, closeMs);
    if (events.length > 0) this.#told(events);
    if (!this.#finishing) this.#hearBar(this.#watches(id), market, bar, openMs, closeMs, lots);
    if (this.#finishing) this.stop();
  }

  /**
   * Passes bars of a market from `at` on in which nothing of the instance happens: no order of its is reached, no time that it
   * waits for comes and no band is left or entered. Gives the index of the first bar that is to be played; all passed ones close
   * before `beforeMs`. A market of which it wants candles has none to pass.
   */
  passBars(id: InstrumentId, series: BarSeries, at: number, beforeMs: number): number {
    const { bands, candles, ticksPerUnit } = this.#watches(id);
    const hears = !this.#finishing;
    if ((hears && candles.length > 0) || this.#finishing !== this.#stopped) return at;
    let [above, below] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const { quiet } of hears ? bands : []) {
      // A tick less on both sides: a bar too many is played rather than one too few.
      above = Math.max(above, quiet[0] * ticksPerUnit + 1);
      below = Math.min(below, quiet[1] * ticksPerUnit - 1);
    }
    const next = this.#exchanges.bars(id).pass(series, at, Math.min(beforeMs, this.#nextDueMs()), above, below);
    if (next > at) this.#nowMs = Math.max(this.#nowMs, (series.openMs[next - 1] as number) + series.lengthMs - 1);
    return next;
  }

  /** Time passes: what is in flight arrives, candles close, timers ring, all in order of time. */
  advance(toMs: number): void {
    for (;;) {
      const arrival = this.#inFlight[0]?.dueMs ?? Number.POSITIVE_INFINITY;
      const timer = this.#driver.nextTimerMs;
      const funding = this.#exchanges.nextFundingMs;
      const next = Math.min(arrival, timer, funding, this.#nextCandleMs());
      if (next > toMs) break;
      if (next > this.#nowMs) this.#nowMs = next;
      if (arrival === next) this.#arrive();
      else if (funding === next) this.#fund(funding);
      else if (timer === next) this.#perform(this.#driver.ring(this.#nowMs));
      else this.#closeCandles(next);
    }
    if (toMs > this.#nowMs) this.#nowMs = toMs;
  }

  /** Runs the strategy's stop and lets what it sends arrive. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#finishing = true;
    this.#perform(this.#driver.stop(this.#nowMs));
    for (const { dueMs } of this.#inFlight.slice(-1)) this.advance(dueMs);
  }

  #hear(id: InstrumentId, market: SimulatedMarket, event: RecordedEvent): void {
    const watched = this.#watches(id);
    if (event.type === 'trade') this.#hearTrade(watched, event);
    else if (watched.bookLevels > 0) this.#tell({ type: 'book', book: market.depth(watched.bookLevels) });
  }

  #hearBar(watched: Watched, market: BarMarket, bar: BarTicks, openMs: number, closeMs: number, lots: number): void {
    for (const builder of watched.candles) {
      builder.add({ open: bar.open, high: bar.high, low: bar.low, close: bar.close, lots, trades: 0 }, openMs);
      if (builder.endMs <= closeMs + 1) this.#closeCandle(watched.id, builder);
    }
    const price = bar.close / watched.ticksPerUnit;
    for (const band of watched.bands) {
      if (!band.isNews(price)) continue;
      this.#perform(this.#driver.price(watched.id, market.lastPrice ?? '0', this.#nowMs));
      return;
    }
  }

  #hearTrade({ id, grid, trades, candles, bands }: Watched, event: Extract<RecordedEvent, { readonly type: 'trade' }>): void {
    const { price, qty, tradeId, takerSide: side, timeMs } = event;
    if (candles.length > 0) {
      const ticks = stepsOf(price, grid.priceDecimals) ?? 0;
      const lots = stepsOf(qty, grid.qtyDecimals) ?? 0;
      for (const builder of candles) builder.add({ open: ticks, high: ticks, low: ticks, close: ticks, lots, trades: 1 }, timeMs);
    }
    if (trades) {
      const trade: PublicTrade = { instrumentId: id, tradeId, price, qty, side, timeMs };
      this.#tell({ type: 'trade', trade });
    }
    if (bands.some((band) => band.isNews(Number(price)))) this.#perform(this.#driver.price(id, price, this.#nowMs));
  }

  /** Positions pay or receive before the strategy hears of it. */
  #fund(timeMs: number): void {
    for (const { instrumentId, rate, payments } of this.#exchanges.fund(timeMs)) {
      for (const payment of payments) this.#options.listener?.funding?.(payment);
      if (!this.#finishing) this.#tell({ type: 'funding', instrumentId, rate, timeMs });
    }
  }

  #tell(event: MarketEvent): void {
    this.#perform(this.#driver.market(event, this.#nowMs));
  }

  #told(events: readonly VenueEvent[]): void {
    for (const report of reportsOf(events)) this.#report(report);
  }

  #report(report: OrderReport): void {
    const { listener } = this.#options;
    listener?.line?.(toldLine(report, this.#nowMs));
    listener?.report?.(report, this.#nowMs);
    if (report.type === 'canceled' || (report.type === 'filled' && report.order.status === 'FILLED'))
      this.#exchanges.ended(report.clientOrderId);
    this.#perform(this.#driver.order(report, this.#nowMs));
  }

  /** Sends what a step asks for; without latency it arrives at once, after what was sent before it. */
  #perform(effects: readonly Effect[]): void {
    if (effects.length === 0) return;
    const { listener } = this.#options;
    const wasEmpty = this.#inFlight.length === 0;
    for (const effect of effects) {
      const line = askedLine(effect, this.#nowMs);
      if (line !== null) listener?.line?.(line);
      if (effect.type === 'place' || effect.type === 'cancel' || effect.type === 'amend') {
        this.#inFlight.push({ dueMs: this.#nowMs + this.#latencyMs, effect });
      } else if (effect.type === 'note' || effect.type === 'finish') {
        listener?.note?.(effect, this.#nowMs);
        if (effect.type === 'finish') this.#finishing = true;
      } else throw new StrategyFault('transfer', 'transfers cannot be simulated');
    }
    // What is sent while others arrive waits for its turn in the loop below.
    if (!wasEmpty || this.#latencyMs > 0) return;
    for (let round = 0; this.#inFlight.length > 0; round++) {
      if (round > longestExchange) throw new StrategyFault('onOrder', `more than ${longestExchange} orders at one moment`);
      this.#arriveFirst();
    }
  }

  #arrive(): void {
    const { length } = this.#inFlight;
    for (let at = 0; at < length && (this.#inFlight[0] as InFlight).dueMs <= this.#nowMs; at++) this.#arriveFirst();
  }

  #arriveFirst(): void {
    const [{ effect }] = this.#inFlight as [InFlight];
    const outcome = this.#exchanges.perform(effect);
    const clientOrderId = effect.type === 'place' ? effect.intent.clientOrderId : effect.clientOrderId;
    if (outcome.ok) this.#told(outcome.value);
    else if (effect.type === 'place')
      this.#report({ type: 'denied', clientOrderId, code: outcome.error.code, params: outcome.error.params });
    // Only now, so that what the answer asks for does not begin a loop of its own.
    this.#inFlight.shift();
  }

  #nextDueMs(): number {
    const arrival = this.#inFlight[0]?.dueMs ?? Number.POSITIVE_INFINITY;
    return Math.min(arrival, this.#driver.nextTimerMs, this.#exchanges.nextFundingMs, this.#nextCandleMs());
  }

  #nextCandleMs(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { candles } of this.#watchedList) for (const { endMs } of candles) if (endMs < next) next = endMs;
    return next;
  }

  #closeCandles(atMs: number): void {
    for (const { id, candles } of this.#watchedList)
      for (const builder of candles) if (builder.endMs <= atMs) this.#closeCandle(id, builder);
  }

  #closeCandle(instrumentId: InstrumentId, builder: CandleBuilder): void {
    const candle = builder.take();
    if (candle !== null) this.#tell({ type: 'candle', instrumentId, interval: builder.interval, candle, closed: true });
  }

  /** What the instance wants to hear of a market; made anew when its subscriptions change. */
  #watches(id: InstrumentId): Watched {
    const { subscriptions } = this.#driver;
    if (subscriptions !== this.#subscriptions) {
      this.#subscriptions = subscriptions;
      this.#watchedList = [...this.#grids].map(([market, grid]) => this.#watchedOf(market, grid, subscriptions));
      this.#watched = new Map(this.#watchedList.map((watched) => [watched.id, watched]));
    }
    return this.#watched.get(id) as Watched;
  }

  #watchedOf(id: InstrumentId, grid: MarketGrid, subscriptions: readonly Subscription[]): Watched {
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
