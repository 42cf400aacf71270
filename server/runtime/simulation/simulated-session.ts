import type { PublicTrade } from '../../../core/contract/market.ts';
import type { MarketEvent } from '../../../core/contract/strategy.ts';
import type { VenueEvent } from '../../../core/contract/venue.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { stepsOf } from '../../../core/domain/numbers/steps.ts';
import type { BarMarket } from '../../../core/simulation/bar-market.ts';
import type { BarTicks } from '../../../core/simulation/bar-path.ts';
import type { BarSeries } from '../../../core/simulation/recordings/bar-recording.ts';
import type { RecordedEvent } from '../../../core/simulation/recordings/recorded-event.ts';
import type { SimulatedMarket } from '../../../core/simulation/simulated-market.ts';
import type { DriverCall } from '../driver/driver-call.ts';
import type { DriverDenial } from '../driver/driver-parts.ts';
import { type Effect, isWorldEffect, type WorldEffect } from '../driver/effect.ts';
import type { OrderReport } from '../driver/orders/order-report.ts';
import { StrategyDriver } from '../driver/strategy-driver.ts';
import { StrategyFault } from '../driver/strategy-fault.ts';
import { KnownMarkets } from '../driver/watched/known-markets.ts';
import type { PriceBand } from '../driver/watched/price-bands.ts';
import type { CandleBuilder } from './candle-builder.ts';
import { MarketWatches, type WatchedMarket } from './market-watches.ts';
import { askedLine, toldLine } from './order-log.ts';
import { ReferenceNews } from './reference-news.ts';
import { closedTo, isMoney, notMoved, type OrderEffect } from './refusals.ts';
import { newsBetween, type RunningBar, RunningBars } from './running-bars.ts';
import type { SessionListener, SessionOptions } from './session-options.ts';
import { SimulatedExchanges } from './simulated-exchanges.ts';
import { reportsOf } from './venue-reports.ts';

interface InFlight {
  readonly dueMs: number;
  /** Sent while it only listened. */
  readonly isEarly: boolean;
  readonly effect: WorldEffect;
}

/** Rounds of orders and answers at one moment; more mean that a strategy answers itself. */
const longestExchange = 10_000;

const noNews = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/**
 * One instance against simulated exchanges. Backtest, replay, paper and shadow differ in where `play` and `playBar` come from
 * and in nothing else: time is the feed's, one event after the other, so that the same feed gives the same orders.
 */
export class SimulatedSession {
  readonly #options: SessionOptions;
  readonly #exchanges: SimulatedExchanges;
  readonly #driver: StrategyDriver;
  readonly #latencyMs: number;
  readonly startMs: number;
  #inFlight: InFlight[] = [];
  readonly #bars = new RunningBars((market) => this.#newsOf(market));
  readonly #watches: MarketWatches;
  readonly #references: ReferenceNews;
  #nowMs: number;
  /** Subscriptions whose histories were told. */
  #followed: StrategyDriver['subscriptions'] | null = null;
  /** The strategy hears of its orders only; once the step that said so has settled it is stopped. */
  #finishing = false;
  #stopped = false;

  /** Runs the strategy's start at `startMs`. */
  constructor(options: SessionOptions, startMs: number) {
    this.#options = options;
    this.startMs = startMs;
    this.#latencyMs = options.latencyMs;
    const played = [...options.markets, ...(options.indexSources ?? [])];
    this.#exchanges = new SimulatedExchanges(played, options.accounts, options.isOptimistic);
    this.#exchanges.beginFunding(startMs);
    this.#nowMs = startMs;
    const { definition, executors, idPrefix, limits } = options;
    const parts = {
      definition,
      executors,
      idPrefix,
      markets: new KnownMarkets(Object.fromEntries(options.markets.map(({ instrument }) => [instrument.id, instrument]))),
      limits: () => limits,
      lastPrice: (id: InstrumentId) => this.#exchanges.lastPrice(id),
      balances: () => this.#exchanges.balances(),
      onDenied: (denial: DriverDenial) => this.#listener?.denied?.(denial),
      ...(options.listener?.call === undefined ? {} : { onCall: (call: DriverCall) => this.#listener?.call?.(call, this.#nowMs) }),
    };
    const { driver, effects } = StrategyDriver.start(parts, options.params, options.seed, startMs);
    this.#driver = driver;
    this.#watches = new MarketWatches(driver, new Map(played.map(({ instrument, grid }) => [instrument.id, grid])));
    this.#references = new ReferenceNews(driver, this.#exchanges, options.onIndexMissing);
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

  /**
   * A bar of a market begins; `lots` is its volume. What happens in it happens while time passes, at the points of its path: to hear
   * it all, advance to its close. Bars come in order of their opens.
   */
  playBar(id: InstrumentId, bar: BarTicks, openMs: number, lengthMs: number, lots: number): void {
    this.advance(openMs);
    const market = this.#exchanges.bars(id);
    this.#bars.add({ market, bar: { ...bar }, openMs, closeMs: openMs + lengthMs - 1, lots });
    this.#references.barsOf(lengthMs);
    this.#told(market.open(bar, openMs, lengthMs));
    this.#hearPrice(market);
  }

  /**
   * Passes bars of a market from `at` on in which nothing of the instance happens: no order of its is reached, no time that it
   * waits for comes and no band is left or entered. Gives the index of the first bar that is to be played; all passed ones close
   * before `beforeMs`. A market of which it wants candles has none to pass.
   */
  passBars(id: InstrumentId, series: BarSeries, at: number, beforeMs: number): number {
    this.advance((series.openMs[at] as number) - 1);
    const watched = this.#watches.of(id);
    const hears = !this.#finishing;
    if ((hears && (watched.candles.length > 0 || watched.bands.some(({ zone }) => zone === null))) || this.#finishing !== this.#stopped)
      return at;
    const market = this.#exchanges.bars(id);
    const [down, up] = this.#newsOf(market);
    const next = market.pass(series, at, Math.min(beforeMs, this.#nextDueMs()), down, up);
    if (next > at) this.#nowMs = Math.max(this.#nowMs, (series.openMs[next - 1] as number) + series.lengthMs - 1);
    return next;
  }

  /** Time passes: bars go on, what is in flight arrives, candles close, timers ring, all in order of time. */
  advance(toMs: number): void {
    for (;;) {
      const bar = this.#bars.nextMs();
      const closed = this.#bars.closedMs;
      const arrival = this.#inFlight[0]?.dueMs ?? Number.POSITIVE_INFINITY;
      const timer = this.#driver.nextTimerMs;
      const funding = this.#exchanges.nextFundingMs;
      const reference = this.#references.nextMs(this.#nowMs);
      const next = Math.min(bar, closed, arrival, timer, funding, reference, this.#watches.nextCandleMs);
      if (next > toMs) break;
      if (next > this.#nowMs) this.#nowMs = next;
      // The market comes first: what is told of a moment knows all prices of it.
      if (bar === next) this.#stepBar();
      else if (closed === next) this.#hearBar(this.#bars.takeClosed());
      else {
        this.#bars.moveTo(next);
        if (arrival === next) this.#arrive();
        else if (funding === next) this.#fund(funding);
        else if (reference === next) this.#refer();
        else if (timer === next) this.#perform(this.#driver.ring(this.#nowMs));
        else for (const { id, builder } of this.#watches.endedAt(next)) this.#closeCandle(id, builder);
      }
    }
    if (toMs > this.#nowMs) this.#nowMs = toMs;
    this.#bars.moveTo(toMs);
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
    const watched = this.#watches.of(id);
    if (event.type === 'trade') this.#hearTrade(watched, event);
    else if (watched.bookLevels > 0) this.#tell({ type: 'book', book: market.depth(watched.bookLevels) });
  }

  #stepBar(): void {
    const { market, events } = this.#bars.step();
    if (events.length > 0) this.#told(events);
    this.#hearPrice(market);
  }

  /** Bands that the price of a bar has entered or left. */
  #hearPrice(market: BarMarket): void {
    if (!this.#finishing) {
      const { id, bands, ticksPerUnit } = this.#watches.of(market.instrument.id);
      if (isNewsTo(bands, market.lastTicks / ticksPerUnit)) this.#perform(this.#driver.price(id, market.lastPrice ?? '0', this.#nowMs));
    }
    if (this.#finishing) this.stop();
  }

  #hearBar({ market, bar, openMs, closeMs, lots }: RunningBar): void {
    const { id, candles } = this.#watches.of(market.instrument.id);
    for (const builder of this.#finishing ? [] : candles) {
      builder.add({ open: bar.open, high: bar.high, low: bar.low, close: bar.close, lots, trades: 0 }, openMs);
      if (builder.endMs <= closeMs + 1) this.#closeCandle(id, builder);
    }
    if (this.#finishing) this.stop();
  }

  #newsOf(market: BarMarket): readonly [down: number, up: number] {
    return this.#finishing ? noNews : newsBetween(this.#watches.of(market.instrument.id), market.lastTicks);
  }

  #hearTrade({ id, grid, trades, candles, bands }: WatchedMarket, event: Extract<RecordedEvent, { readonly type: 'trade' }>): void {
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
    if (isNewsTo(bands, Number(price))) this.#perform(this.#driver.price(id, price, this.#nowMs));
  }

  /** Positions pay or receive before the strategy hears of it. */
  #fund(timeMs: number): void {
    for (const { instrumentId, rate, payments } of this.#exchanges.fund(timeMs)) {
      for (const payment of payments) {
        this.#driver.account.enterDay(timeMs);
        this.#driver.account.fund(payment.apiId, instrumentId, payment.amount);
        this.#options.listener?.funding?.(payment);
      }
      if (!this.#finishing) this.#tell({ type: 'funding', instrumentId, rate, timeMs });
    }
  }

  /** Orders that wait for an index come first: the market is before what is told of it. */
  #refer(): void {
    const { orders, events } = this.#references.take(this.#nowMs);
    this.#told(orders);
    for (const event of events) if (!this.#finishing) this.#tell(event);
    if (this.#finishing) this.stop();
  }

  #tell(event: MarketEvent): void {
    this.#perform(this.#driver.market(event, this.#nowMs));
  }

  #told(events: readonly VenueEvent[]): void {
    for (const report of reportsOf(events)) this.#report(report);
  }

  #report(report: OrderReport): void {
    const listener = this.#listener;
    listener?.line?.(toldLine(report, this.#nowMs));
    listener?.report?.(report, this.#nowMs);
    if (report.type === 'canceled' || (report.type === 'filled' && report.order.status === 'FILLED'))
      this.#exchanges.ended(report.clientOrderId);
    this.#perform(this.#driver.order(report, this.#nowMs));
  }

  /** Sends what a step asks for; without latency it arrives at once, after what was sent before it. */
  #perform(effects: readonly Effect[]): void {
    if (effects.length > 0) this.#send(effects);
    if (this.#driver.subscriptions !== this.#followed) this.#tellHistories();
  }

  #tellHistories(): void {
    this.#followed = this.#driver.subscriptions;
    const { history } = this.#options;
    if (history === undefined || this.#finishing) return;
    for (const wanted of this.#driver.wantedHistories) {
      const { instrumentId, interval } = wanted;
      this.#tell({ type: 'history', instrumentId, interval, candles: history(wanted, this.#nowMs) });
    }
  }

  #send(effects: readonly Effect[]): void {
    const listener = this.#listener;
    const wasEmpty = this.#inFlight.length === 0;
    for (const effect of effects) {
      const line = askedLine(effect, this.#nowMs);
      if (line !== null) listener?.line?.(line);
      if (isWorldEffect(effect)) {
        this.#inFlight.push({ dueMs: this.#nowMs + this.#latencyMs, isEarly: this.#isListening, effect });
      } else if (effect.type === 'note' || effect.type === 'finish') {
        listener?.note?.(effect, this.#nowMs);
        if (effect.type === 'finish') this.#finishing = true;
      } else listener?.plot?.(effect);
    }
    // What is sent while others arrive waits for its turn in the loop below.
    if (!wasEmpty || this.#latencyMs > 0) return;
    for (let round = 0; this.#inFlight.length > 0; round++) {
      if (round > longestExchange) throw new StrategyFault('onOrder', `more than ${longestExchange} orders at one moment`);
      this.#arriveFirst();
    }
  }

  /** It hears the market and may not trade yet. */
  get #isListening(): boolean {
    return this.#nowMs < (this.#options.tradesFromMs ?? Number.NEGATIVE_INFINITY);
  }

  get #listener(): SessionListener | undefined {
    return this.#isListening ? undefined : this.#options.listener;
  }

  #arrive(): void {
    const { length } = this.#inFlight;
    for (let at = 0; at < length && (this.#inFlight[0] as InFlight).dueMs <= this.#nowMs; at++) this.#arriveFirst();
  }

  #arriveFirst(): void {
    const [{ effect, isEarly }] = this.#inFlight as [InFlight];
    if (isMoney(effect)) this.#report(notMoved(effect));
    else this.#arriveAt(effect, isEarly);
    // Only now, so that what the answer asks for does not begin a loop of its own.
    this.#inFlight.shift();
  }

  #arriveAt(effect: OrderEffect, isEarly: boolean): void {
    if (!isEarly) this.#told(this.#references.before(effect, this.#nowMs));
    const outcome = isEarly ? closedTo(effect) : this.#exchanges.perform(effect);
    const clientOrderId = effect.type === 'place' ? effect.intent.clientOrderId : effect.clientOrderId;
    if (outcome.ok) this.#told(outcome.value);
    else if (effect.type === 'place')
      this.#report({ type: 'denied', clientOrderId, code: outcome.error.code, params: outcome.error.params });
    // What has ended meanwhile is told anyway.
    else if (effect.type === 'amend' && outcome.error.code !== 'ORDER_UNKNOWN') {
      const { code, params } = outcome.error;
      this.#listener?.denied?.({ code, params });
      this.#report({ type: 'refused', clientOrderId, code, params });
    }
  }

  #nextDueMs(): number {
    const arrival = this.#inFlight[0]?.dueMs ?? Number.POSITIVE_INFINITY;
    const reference = this.#references.nextMs(this.#nowMs);
    const due = Math.min(arrival, reference, this.#driver.nextTimerMs, this.#exchanges.nextFundingMs);
    return Math.min(due, this.#watches.nextCandleMs, this.#bars.nextMs());
  }

  #closeCandle(instrumentId: InstrumentId, builder: CandleBuilder): void {
    const candle = builder.take();
    if (candle !== null) this.#tell({ type: 'candle', instrumentId, interval: builder.interval, candle, closed: true });
  }
}

function isNewsTo(bands: readonly PriceBand[], price: number): boolean {
  for (const band of bands) if (band.isNews(price)) return true;
  return false;
}
