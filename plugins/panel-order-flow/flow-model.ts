import type { MarketTrade, TradeFlow } from '../../core/contract/client-services.ts';
import { fromUnits, multiplyDecimals, toUnits } from '../../core/domain/numbers/decimal.ts';

/** Decimals in which volumes are added up. */
const scale = 12;
const units = (text: string): bigint => toUnits(text, scale) ?? 0n;
export const volumeText = (value: bigint): string => fromUnits(value, scale);

/** What takers bought and sold, in units of 10^-12 base. */
export interface Volume {
  readonly buy: bigint;
  readonly sell: bigint;
}

export interface FlowInterval extends Volume {
  readonly openMs: number;
  /** Bought − sold from the window's beginning to the end of this interval. */
  readonly cumulative: bigint;
}

export interface ProfileLine extends Volume {
  /** Lowest price of the line, a decimal string. */
  readonly price: string;
}

export interface FlowTotals extends Volume {
  readonly trades: number;
}

interface Bucket {
  readonly openMs: number;
  buy: bigint;
  sell: bigint;
  trades: number;
}

const minuteMs = 60_000;

/** The server's flow of a window, going on with live trades: each trade counts once, at the side of its taker. */
export class FlowModel {
  /** Every trade from here on is counted; null before the first. */
  readonly sinceMs: number | null;
  readonly step: string;
  readonly #buckets = new Map<number, Bucket>();
  readonly #lines = new Map<number, { buy: bigint; sell: bigint }>();
  readonly #stepUnits: bigint;
  #lastTimeMs: number;
  #lastId: string;

  constructor(view: TradeFlow) {
    this.sinceMs = view.since;
    this.step = view.step;
    this.#stepUnits = units(view.step);
    this.#lastTimeMs = view.lastTimeMs;
    this.#lastId = view.lastTradeId;
    for (const [openMs, , buy, sell, trades] of view.buckets)
      this.#buckets.set(openMs, { openMs, buy: units(buy), sell: units(sell), trades });
    for (const [price, buy, sell] of view.profile) this.#lines.set(this.#line(price), { buy: units(buy), sell: units(sell) });
  }

  /** Takes the newest trades, newest first as the feed has them; true when any was new. */
  add(trades: readonly MarketTrade[]): boolean {
    const known = trades.findIndex((trade) => !this.#isNew(trade));
    const fresh = (known < 0 ? trades : trades.slice(0, known)).toReversed();
    for (const trade of fresh) this.#count(trade);
    return fresh.length > 0;
  }

  get totals(): FlowTotals {
    const totals = { buy: 0n, sell: 0n, trades: 0 };
    for (const { buy, sell, trades } of this.#buckets.values()) {
      totals.buy += buy;
      totals.sell += sell;
      totals.trades += trades;
    }
    return totals;
  }

  /** Intervals of a length, oldest first, empty ones between included; the cumulative delta runs through them. */
  intervals(lengthMs: number): readonly FlowInterval[] {
    const sums = new Map<number, { buy: bigint; sell: bigint }>();
    for (const { openMs, buy, sell } of this.#buckets.values()) addTo(sums, openMs - (openMs % lengthMs), buy, sell);
    const times = [...sums.keys()];
    const [first, last] = [Math.min(...times), Math.max(...times)];
    const intervals: FlowInterval[] = [];
    let cumulative = 0n;
    for (let openMs = first; openMs <= last; openMs += lengthMs) {
      const { buy, sell } = sums.get(openMs) ?? { buy: 0n, sell: 0n };
      cumulative += buy - sell;
      intervals.push({ openMs, buy, sell, cumulative });
    }
    return intervals;
  }

  /** Volume by price in at most `rows` lines, highest first, empty ones between included. */
  profile(rows: number): { readonly lines: readonly ProfileLine[]; readonly step: string } {
    const keys = [...this.#lines.keys()];
    if (keys.length === 0) return { lines: [], step: this.step };
    const [low, high] = [Math.min(...keys), Math.max(...keys)];
    const factor = factorFor(high - low + 1, rows);
    const sums = new Map<number, { buy: bigint; sell: bigint }>();
    for (const [line, { buy, sell }] of this.#lines) addTo(sums, Math.floor(line / factor), buy, sell);
    const step = multiplyDecimals(this.step, String(factor));
    const lines: ProfileLine[] = [];
    for (let line = Math.floor(high / factor); line >= Math.floor(low / factor); line--) {
      lines.push({ price: multiplyDecimals(step, String(line)), ...(sums.get(line) ?? { buy: 0n, sell: 0n }) });
    }
    return { lines, step };
  }

  #count({ price, qty, side, timeMs, tradeId }: MarketTrade): void {
    this.#lastTimeMs = timeMs;
    this.#lastId = tradeId;
    const openMs = timeMs - (timeMs % minuteMs);
    const bucket = this.#buckets.get(openMs) ?? { openMs, buy: 0n, sell: 0n, trades: 0 };
    const [buy, sell] = side === 'BUY' ? [units(qty), 0n] : [0n, units(qty)];
    bucket.buy += buy;
    bucket.sell += sell;
    bucket.trades += 1;
    this.#buckets.set(openMs, bucket);
    addTo(this.#lines, this.#line(price), buy, sell);
  }

  /** Ids of one moment grow in length and then in letters. */
  #isNew({ timeMs, tradeId }: MarketTrade): boolean {
    if (timeMs !== this.#lastTimeMs) return timeMs > this.#lastTimeMs;
    return tradeId.length - this.#lastId.length > 0 || (tradeId.length === this.#lastId.length && tradeId > this.#lastId);
  }

  #line(price: string): number {
    return Number(units(price) / this.#stepUnits);
  }
}

/** 1, 2, 5, 10 … lines in one, so that `count` lines fit into `rows`. */
function factorFor(count: number, rows: number): number {
  for (let power = 1; ; power *= 10) {
    for (const one of [1, 2, 5]) if (count / (one * power) <= Math.max(1, rows - 1)) return one * power;
  }
}

function addTo(sums: Map<number, { buy: bigint; sell: bigint }>, key: number, buy: bigint, sell: bigint): void {
  const known = sums.get(key);
  if (known === undefined) sums.set(key, { buy, sell });
  else {
    known.buy += buy;
    known.sell += sell;
  }
}

/** A trade this many times the average of its window stands out. */
const bigTimes = 10n;

/** Smallest quantity of a big trade, in units; null while nothing was traded. */
export const bigFrom = ({ buy, sell, trades }: FlowTotals): bigint | null =>
  trades === 0 ? null : ((buy + sell) * bigTimes) / BigInt(trades);

export const isBig = (trade: MarketTrade, from: bigint | null): boolean => from !== null && from > 0n && units(trade.qty) >= from;

/** Trades of at least a quantity; an empty filter lets all pass. */
export function atLeast(trades: readonly MarketTrade[], qty: string): readonly MarketTrade[] {
  const least = units(qty);
  return least === 0n ? trades : trades.filter((trade) => units(trade.qty) >= least);
}

/** A share for drawing and for percentages, −1 to 1. */
export const ratio = (part: bigint, whole: bigint): number => (whole === 0n ? 0 : Number((part * 10_000n) / whole) / 10_000);
