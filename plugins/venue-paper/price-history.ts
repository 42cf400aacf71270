import type { Candle } from '../../core/contract/market.ts';
import { type Interval, intervalOpenMs, nextIntervalOpenMs } from '../../core/domain/markets/interval.ts';
import { fromUnits } from '../../core/domain/numbers/decimal.ts';
import type { SymbolCalibration } from './calibration.ts';
import { hashText } from './seeded-random.ts';

const minuteMs = 60_000;
const dayMinutes = 1440;
/** Of one price: what three exchanges show of it. */
const keptDays = 400;
/** History before the first opening that charts may see: 90 days of minutes. */
export const historyMinutes = 90 * dayMinutes;
/** Coarsest grid of the path; finer points are Brownian bridges between its nodes. */
const nodeMinutes = 4096;

/**
 * Simulated past of a price: a Brownian path that is a pure function of seed, symbol and time, so that every chart, at any
 * time and after any restart, sees the same past without storing it.
 */
export class PriceHistory {
  readonly #calibration: SymbolCalibration;
  readonly #seed: number;
  readonly #startLog: number;
  readonly #cross: Cross | null;
  readonly #days = new Map<string, Stretch>();
  #block: { readonly node: number; readonly values: Float64Array } | null = null;

  /** `cross`: the pasts whose prices, the first over the second, are this one's; null for a path of its own. */
  constructor(calibration: SymbolCalibration, seed: number, cross: Cross | null = null) {
    this.#cross = cross;
    this.#calibration = calibration;
    this.#seed = (seed ^ hashText(calibration.symbol)) | 0;
    this.#startLog = Math.log(calibration.startPrice);
  }

  /** Logarithm of the price when the minute of `timeMs` began. */
  logPrice(timeMs: number): number {
    return this.#log(Math.floor(timeMs / minuteMs));
  }

  /** Candles that open before `beforeMs` and hold minutes before `endMs`, oldest first, at most `limit`, on one exchange's grid. */
  candles(interval: Interval, beforeMs: number, endMs: number, limit: number, grid: CandleGrid): Candle[] {
    const candles: Candle[] = [];
    const end = Math.floor(endMs / minuteMs);
    const first = end - historyMinutes;
    let openMs = intervalOpenMs(interval, Math.min(beforeMs, end * minuteMs) - 1);
    while (candles.length < limit && openMs / minuteMs >= first) {
      const endMinute = Math.min(nextIntervalOpenMs(interval, openMs) / minuteMs, end);
      candles.push(this.#candle(openMs, endMinute, grid));
      openMs = intervalOpenMs(interval, openMs - 1);
    }
    return candles.reverse();
  }

  #candle(openMs: number, endMinute: number, grid: CandleGrid): Candle {
    const first = openMs / minuteMs;
    const open = this.#ticks(first, grid);
    let sum: Stretch = { high: open, low: open, lots: 0, quote: 0n, trades: 0, close: open };
    for (let from = first; from < endMinute; ) {
      const end = Math.min(endMinute, from - (from % dayMinutes) + dayMinutes);
      const next = end - from === dayMinutes ? this.#day(from, grid) : this.#stretch(from, end, grid);
      sum = from === first ? next : joined(sum, next);
      from = end;
    }
    const price = (ticks: number): string => fromUnits(BigInt(ticks) * grid.tickUnits, grid.tickDecimals);
    return {
      openMs,
      open: price(open),
      high: price(sum.high),
      low: price(sum.low),
      close: price(sum.close),
      volume: fromUnits(BigInt(sum.lots) * grid.lotUnits, grid.lotDecimals),
      quoteVolume: fromUnits(sum.quote * grid.tickUnits * grid.lotUnits, grid.tickDecimals + grid.lotDecimals),
      trades: sum.trades,
    };
  }

  /** Kept, for a month is made of thousands of minutes for each chart, and its candle asked for at every start. */
  #day(first: number, grid: CandleGrid): Stretch {
    const key = `${first} ${grid.tick} ${grid.lot} ${grid.tradesPerMinute} ${grid.quotePerTrade}`;
    const known = this.#days.get(key);
    if (known !== undefined) return known;
    const made = this.#stretch(first, first + dayMinutes, grid);
    if (this.#days.size >= keptDays) this.#days.clear();
    this.#days.set(key, made);
    return made;
  }

  #stretch(first: number, endMinute: number, grid: CandleGrid): Stretch {
    let [high, low, lots, trades, close] = [0, Number.POSITIVE_INFINITY, 0, 0, this.#ticks(first, grid)];
    // Whole numbers as long as they are exact, which is a hundred times as fast.
    let [quote, whole] = [0, 0n];
    for (let minute = first; minute < endMinute; minute++) {
      const bar = this.#minute(minute, close, grid, high, low);
      high = bar.high;
      low = bar.low;
      lots += bar.lots;
      const paid = bar.lots * bar.typical;
      if (quote + paid > Number.MAX_SAFE_INTEGER) [quote, whole] = [0, whole + BigInt(quote)];
      quote += paid;
      trades += bar.trades;
      close = bar.close;
    }
    return { high, low, lots, quote: whole + BigInt(quote), trades, close };
  }

  /** In ticks and lots, from the price at which it opened; `typical` is the average price, `high` and `low` those of what came before as well. */
  #minute(minute: number, open: number, grid: CandleGrid, high: number, low: number): MinuteBar {
    const close = this.#ticks(minute + 1, grid);
    const priceTicks = (open + close) / 2;
    const sigma = this.#calibration.volatilityBps * 1e-4 * Math.sqrt(60);
    // How far the minute reached beyond open and close, which is not worth knowing where it cannot have been the furthest.
    const reach = (salt: number): number =>
      Math.round(0.25 * sigma * Math.sqrt(-2 * Math.log(1 - unitHash(this.#seed, minute, salt))) * priceTicks);
    const furthest = Math.ceil(0.25 * sigma * mostDeviations * priceTicks);
    const top = Math.max(open, close);
    const bottom = Math.min(open, close);
    const highest = top + furthest > high ? Math.max(high, top + reach(11)) : high;
    const lowest = bottom - furthest < low ? Math.min(low, Math.max(1, bottom - reach(12))) : low;
    // exp(−0.9²/2) keeps the mean rate.
    const trades = Math.max(1, Math.round(grid.tradesPerMinute * Math.exp(0.9 * normalHash(this.#seed, minute, 13) - 0.405)));
    const lots = Math.max(1, Math.round((grid.quotePerTrade * trades) / (priceTicks * grid.tick * grid.lot)));
    return { high: highest, low: lowest, close, typical: Math.round(priceTicks), lots, trades };
  }

  #ticks(minute: number, grid: CandleGrid): number {
    return Math.max(1, Math.round(Math.exp(this.#log(minute)) / grid.tick));
  }

  #log(minute: number): number {
    if (this.#cross !== null) return this.#cross[0].#log(minute) - this.#cross[1].#log(minute);
    return this.#startLog + this.#path(minute);
  }

  #path(minute: number): number {
    const node = Math.floor(minute / nodeMinutes);
    if (this.#block?.node !== node) this.#block = { node, values: this.#makeBlock(node) };
    return this.#block.values[minute - node * nodeMinutes] as number;
  }

  /** Midpoint displacement between two nodes; a node's own height is a slow swing of the whole market. */
  #makeBlock(node: number): Float64Array {
    const sigma = this.#calibration.volatilityBps * 1e-4 * Math.sqrt(60) * 0.6;
    const values = new Float64Array(nodeMinutes + 1);
    const height = (at: number): number => 0.7 * sigma * Math.sqrt(nodeMinutes) * normalHash(this.#seed, at, 1);
    values[0] = height(node);
    values[nodeMinutes] = height(node + 1);
    for (let length = nodeMinutes; length > 1; length /= 2) {
      const half = length / 2;
      for (let from = 0; from < nodeMinutes; from += length) {
        const middle = from + half;
        const shift = 0.5 * sigma * Math.sqrt(length) * normalHash(this.#seed, node * nodeMinutes + middle, length);
        values[middle] = ((values[from] as number) + (values[from + length] as number)) / 2 + shift;
      }
    }
    return values;
  }
}

/** What was traded one minute after the other, in ticks and lots. */
interface Stretch {
  readonly high: number;
  readonly low: number;
  readonly lots: number;
  readonly quote: bigint;
  readonly trades: number;
  readonly close: number;
}

const joined = (first: Stretch, then: Stretch): Stretch => ({
  high: Math.max(first.high, then.high),
  low: Math.min(first.low, then.low),
  lots: first.lots + then.lots,
  quote: first.quote + then.quote,
  trades: first.trades + then.trades,
  close: then.close,
});

interface MinuteBar {
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly typical: number;
  readonly lots: number;
  readonly trades: number;
}

type Cross = readonly [over: PriceHistory, under: PriceHistory];

/** The exchange's grid, and how busy its market is. Steps as integers for exact text, as numbers for thinking. */
export interface CandleGrid {
  readonly tick: number;
  readonly tickUnits: bigint;
  readonly tickDecimals: number;
  readonly lot: number;
  readonly lotUnits: bigint;
  readonly lotDecimals: number;
  readonly tradesPerMinute: number;
  readonly quotePerTrade: number;
}

/** √(−2 ln x) of the smallest x above 0 that {@link unitHash} leaves, 2⁻³². */
const mostDeviations = 6.7;

/** Evenly in [0, 1), the same for the same arguments (murmur3's finaliser). */
function unitHash(seed: number, index: number, salt: number): number {
  let h = Math.imul(seed ^ Math.imul(index | 0, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(salt + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4_294_967_296;
}

const normalHash = (seed: number, index: number, salt: number): number =>
  Math.sqrt(-2 * Math.log(1 - unitHash(seed, index, salt))) * Math.cos(2 * Math.PI * unitHash(seed, index, salt + 0x5bd1));
