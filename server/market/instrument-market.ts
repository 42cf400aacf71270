import type { Candle, PublicTrade, Ticker } from '../../core/contract/market.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { decimalsOf, fromUnits } from '../../core/domain/numbers/decimal.ts';
import { FollowedBook } from './book/order-book.ts';
import { marketScale, marketUnits, quoteScale } from './candles/candle-bar.ts';
import { CandleSeries } from './candles/candle-series.ts';
import type { StoredFlow, StoredMarket } from './candles/candle-store.ts';
import { type CoarsePart, dayFromMs, RollingDay } from './candles/rolling-day.ts';
import { FlowBook, type FlowBucket } from './trades/trade-flow.ts';

/** Public trades kept per instrument. */
const keptTrades = 500;

/** Points of a day's price line: one for every half hour. */
const sparklinePoints = 48;

/** Takers' volume of a market; quantities are in units of 10^-12. */
export interface FlowReading {
  /** Every trade from here on is counted. */
  readonly sinceMs: number;
  /** Decimal string: line n holds prices from n × step on. */
  readonly step: string;
  /** The newest trade that is counted. */
  readonly lastTradeId: string;
  readonly lastTimeMs: number;
  readonly buckets: readonly FlowBucket[];
}

/** Lines of a market's volume by price: the tick times a power of ten, about a basis point at most. */
function flowStepOf(price: bigint, tick: bigint): bigint {
  let step = tick;
  while (step * 10n <= price / 10_000n) step *= 10n;
  return step;
}

/** Everything the hub knows of one instrument. */
export class InstrumentMarket {
  #instrument: Instrument;
  readonly book: FollowedBook;
  readonly series = new CandleSeries();
  /** By what positions in a contract are valued, in quote; null while its exchange has told none. */
  mark: string | null = null;
  readonly #day = new RollingDay();
  readonly #flow = new FlowBook();
  /** Price line of the flow in 10^-12, chosen with the first trade. */
  #flowStep: bigint | null = null;
  #isFlowKnown = true;
  #trades: PublicTrade[] = [];
  #newTrades: PublicTrade[] = [];
  #last: string | null = null;
  #lastTradeNumber = 0;
  #timeMs = 0;
  #ticker: Ticker;
  #takenTicker: Ticker | null = null;
  #dayChanged = true;
  #sparkline: { readonly minute: number; readonly points: readonly string[] } | null = null;

  constructor(instrument: Instrument) {
    this.#instrument = instrument;
    this.book = new FollowedBook(instrument.id, decimalsOf(instrument.tick));
    this.#ticker = this.#makeTicker();
  }

  /** With its terms as they are now. */
  get instrument(): Instrument {
    return this.#instrument;
  }

  /** It has other terms or another state from now on; one that has ended has no book. */
  relist(instrument: Instrument): void {
    this.#instrument = instrument;
    this.book.refine(decimalsOf(instrument.tick));
    if (instrument.state === 'DELISTED') this.book.replace([], [], this.book.timeMs);
  }

  restore({ day, newest, before, wholeUntilMs, lastTradeNumber, flowStep }: Omit<StoredMarket, 'firstMs'>): void {
    for (const { candle, lengthMs } of day) this.#day.load(candle, lengthMs);
    this.series.restore({ newest, before, wholeUntilMs });
    this.#last = newest.get('1m')?.close ?? day.at(-1)?.candle.close ?? null;
    this.#lastTradeNumber = lastTradeNumber;
    if (flowStep !== null) this.#flowStep = marketUnits(flowStep);
    this.#isFlowKnown = flowStep === null;
    this.#dayChanged = true;
  }

  /** False until {@link restoreFlow}, for a market whose flow is stored: what is stored must not be written over before. */
  get isFlowKnown(): boolean {
    return this.#isFlowKnown;
  }

  /** Lines of another step than the newest one's cannot be added to them. */
  restoreFlow(flows: readonly StoredFlow[]): void {
    if (this.#isFlowKnown) return;
    this.#isFlowKnown = true;
    const step = fromUnits(this.#flowStep ?? 0n, marketScale);
    this.#flow.restore(flows.filter((flow) => flow.step === step).map(flowBucket));
  }

  /** A part of the last 24 hours whose minutes will be needed by `untilMs`; null for none. */
  coarsePart(untilMs: number): CoarsePart | null {
    return this.#day.coarsePart(dayFromMs(untilMs));
  }

  /** Takes the minutes of such a part, oldest first. */
  refineDay(part: CoarsePart, minutes: readonly Candle[], nowMs: number): void {
    this.#day.refine(part, minutes);
    this.#day.expire(nowMs);
    this.#dayChanged = true;
  }

  /** `counted` is false for a trade that the stored candles already hold. */
  trade(trade: PublicTrade, counted: boolean): void {
    this.#trades.push(trade);
    if (this.#trades.length >= 2 * keptTrades) this.#trades = this.#trades.slice(-keptTrades);
    this.#newTrades.push(trade);
    this.#last = trade.price;
    this.#timeMs = trade.timeMs;
    this.#dayChanged = true;
    const number = Number(trade.tradeId);
    if (Number.isSafeInteger(number)) {
      if (number <= this.#lastTradeNumber) return;
      if (counted) this.#lastTradeNumber = number;
    }
    if (!counted) return;
    const price = marketUnits(trade.price);
    const qty = marketUnits(trade.qty);
    this.series.add(trade.timeMs, price, qty);
    this.#day.add(trade.timeMs, price, qty);
    this.#flowStep ??= flowStepOf(price, marketUnits(this.instrument.tick));
    this.#flow.add(trade.timeMs, Number(price / this.#flowStep), qty, trade.side);
  }

  /** Takers' volume after a time, with the step of its price lines; null before the first trade. */
  flowAfter(fromMs: number): FlowReading | null {
    const sinceMs = this.#flow.sinceMs;
    if (sinceMs === null || this.#flowStep === null) return null;
    const last = this.#trades.at(-1);
    return {
      sinceMs,
      step: fromUnits(this.#flowStep, marketScale),
      lastTradeId: last?.tradeId ?? '',
      lastTimeMs: last?.timeMs ?? 0,
      buckets: this.#flow.after(fromMs),
    };
  }

  /** Parts of the flow that the store does not have yet; what could not be written comes back. */
  takeChangedFlow(): readonly FlowBucket[] {
    return this.#flow.takeChanged();
  }

  returnChangedFlow(buckets: readonly FlowBucket[]): void {
    this.#flow.returnChanged(buckets);
  }

  /** Parts of the flow as they are stored. */
  storedFlow(buckets: readonly FlowBucket[]): readonly StoredFlow[] {
    const step = fromUnits(this.#flowStep ?? 0n, marketScale);
    return buckets.map(({ openMs, lengthMs, firstMs, trades, lines }) => ({
      instrumentId: this.instrument.id,
      openMs,
      lengthMs,
      firstMs,
      trades,
      step,
      lines: [...lines].map(([line, { buy, sell }]) => [line, buy, sell] as const),
    }));
  }

  /** 0 when the venue does not number its trades. */
  get lastTradeNumber(): number {
    return this.#lastTradeNumber;
  }

  /** Oldest first. */
  recentTrades(limit: number): readonly PublicTrade[] {
    return limit <= 0 ? [] : this.#trades.slice(-Math.min(limit, keptTrades));
  }

  takeNewTrades(): readonly PublicTrade[] {
    if (this.#newTrades.length === 0) return [];
    const trades = this.#newTrades;
    this.#newTrades = [];
    return trades;
  }

  /** Lets minutes leave the 24 h window; true when the ticker changes by it. */
  expire(nowMs: number): boolean {
    const changed = this.#day.expire(nowMs);
    if (changed) this.#dayChanged = true;
    return changed;
  }

  get ticker(): Ticker {
    if (this.#dayChanged || this.#ticker.bid !== this.book.bestBid || this.#ticker.ask !== this.book.bestAsk) {
      this.#ticker = this.#makeTicker();
      this.#dayChanged = false;
    }
    return this.#ticker;
  }

  /** The ticker when it differs from the one taken before. */
  takeTickerChange(): Ticker | null {
    const ticker = this.ticker;
    if (ticker === this.#takenTicker) return null;
    this.#takenTicker = ticker;
    return ticker;
  }

  /** Closes of the last 24 hours, oldest first; at most a minute old. */
  sparkline(nowMs: number): readonly string[] {
    const minute = Math.floor(nowMs / 60_000);
    if (this.#sparkline?.minute !== minute) {
      this.#sparkline = { minute, points: this.#day.closes(sparklinePoints, nowMs).map((close) => fromUnits(close, marketScale)) };
    }
    return this.#sparkline.points;
  }

  #makeTicker(): Ticker {
    const day = this.#day.figures();
    const price = (units: bigint | undefined): string | null => (units === undefined ? this.#last : fromUnits(units, marketScale));
    return {
      instrumentId: this.instrument.id,
      last: this.#last,
      bid: this.book.bestBid,
      ask: this.book.bestAsk,
      open24h: price(day?.open),
      high24h: price(day?.high),
      low24h: price(day?.low),
      volume24h: fromUnits(day?.volume ?? 0n, marketScale),
      quoteVolume24h: fromUnits(day?.quoteVolume ?? 0n, quoteScale),
      timeMs: Math.max(this.#timeMs, this.book.timeMs),
    };
  }
}

function flowBucket({ openMs, lengthMs, firstMs, trades, lines }: StoredFlow): FlowBucket {
  const sum = (at: 1 | 2): bigint => lines.reduce((total, line) => total + line[at], 0n);
  const byLine = new Map(lines.map(([line, buy, sell]) => [line, { buy, sell }]));
  return { openMs, lengthMs, firstMs, trades, buy: sum(1), sell: sum(2), lines: byLine };
}
