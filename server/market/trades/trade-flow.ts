import type { OrderSide } from '../../../core/domain/orders/order.ts';

const minuteMs = 60_000;
const blockMs = 15 * minuteMs;
const dayMs = 1_440 * minuteMs;
/** Minutes are kept as such for an hour, then joined into quarters: a day of minutes by price would fill the memory. */
const finePartMs = 60 * minuteMs;

/** Volume taken by buyers and by sellers, in units of the caller's scale. */
export interface FlowVolume {
  buy: bigint;
  sell: bigint;
}

/** Trades of a minute or of a quarter of an hour. */
export interface FlowBucket extends FlowVolume {
  openMs: number;
  lengthMs: number;
  /** Its first trade. */
  firstMs: number;
  trades: number;
  /** By price line. */
  readonly lines: Map<number, FlowVolume>;
}

/**
 * Who took how much at which price, for the last 24 hours. Knows what the store does not have yet: candles on disk do not know
 * the taker's side, so the flow is stored beside them.
 */
export class FlowBook {
  #buckets: FlowBucket[] = [];
  #sinceMs: number | null = null;
  #changed = new Set<FlowBucket>();

  /** Time of the first trade counted; null before it. */
  get sinceMs(): number | null {
    return this.#sinceMs;
  }

  /** Puts what was stored before what has been added since, in any order: a minute that both know is one. */
  restore(stored: readonly FlowBucket[]): void {
    const blocks = new Set(stored.filter(({ lengthMs }) => lengthMs === blockMs).map(({ openMs }) => openMs));
    const earlier = stored.filter(({ openMs, lengthMs }) => lengthMs === blockMs || !blocks.has(openMs - (openMs % blockMs)));
    const added = this.#buckets;
    const apart = earlier.filter((bucket) => {
      const holder = added.find(({ openMs, lengthMs }) => openMs <= bucket.openMs && bucket.openMs < openMs + lengthMs);
      if (holder !== undefined) join(holder, bucket);
      return holder === undefined;
    });
    this.#buckets = [...apart, ...added].sort((a, b) => a.openMs - b.openMs);
    this.#sinceMs = this.#buckets[0]?.firstMs ?? null;
  }

  /** What has changed since the last call, to be stored; a quarter takes the place of its minutes. */
  takeChanged(): readonly FlowBucket[] {
    const changed = [...this.#changed];
    this.#changed = new Set();
    return changed;
  }

  /** Gives back what could not be stored. */
  returnChanged(buckets: readonly FlowBucket[]): void {
    for (const bucket of buckets) this.#changed.add(bucket);
  }

  /** `line` is the price in whole steps of the caller's grid. A late trade counts into the newest minute. */
  add(timeMs: number, line: number, qty: bigint, side: OrderSide): void {
    this.#sinceMs ??= timeMs;
    let last = this.#buckets.at(-1);
    const openMs = timeMs - (timeMs % minuteMs);
    if (last === undefined || openMs > last.openMs) {
      last = { openMs, lengthMs: minuteMs, firstMs: timeMs, buy: 0n, sell: 0n, trades: 0, lines: new Map() };
      this.#buckets.push(last);
      this.#settle(openMs);
    }
    this.#changed.add(last);
    last.trades += 1;
    addVolume(last, side, qty);
    addVolume(lineOf(last, line), side, qty);
  }

  /** Buckets that hold anything after `fromMs`, oldest first; the first may begin up to a quarter of an hour before it. */
  after(fromMs: number): readonly FlowBucket[] {
    return this.#buckets.filter((bucket) => bucket.openMs + bucket.lengthMs > fromMs);
  }

  /** Joins minutes that are no longer new and drops what is a day old. */
  #settle(nowMs: number): void {
    const kept: FlowBucket[] = [];
    for (const bucket of this.#buckets) {
      if (bucket.openMs + bucket.lengthMs <= nowMs - dayMs) continue;
      const block = bucket.openMs - (bucket.openMs % blockMs);
      const isOld = bucket.lengthMs === minuteMs && block + blockMs <= nowMs - finePartMs;
      if (!isOld) kept.push(bucket);
      else {
        const quarter = kept.at(-1);
        if (quarter?.openMs === block && quarter.lengthMs === blockMs) join(quarter, bucket);
        else kept.push({ ...bucket, openMs: block, lengthMs: blockMs });
        this.#changed.delete(bucket);
        this.#changed.add(kept.at(-1) as FlowBucket);
      }
    }
    this.#buckets = kept;
  }
}

function join(into: FlowBucket, bucket: FlowBucket): void {
  into.firstMs = Math.min(into.firstMs, bucket.firstMs);
  into.buy += bucket.buy;
  into.sell += bucket.sell;
  into.trades += bucket.trades;
  for (const [line, { buy, sell }] of bucket.lines) {
    const volume = lineOf(into, line);
    volume.buy += buy;
    volume.sell += sell;
  }
}

function lineOf(bucket: FlowBucket, line: number): FlowVolume {
  const known = bucket.lines.get(line);
  if (known !== undefined) return known;
  const made = { buy: 0n, sell: 0n };
  bucket.lines.set(line, made);
  return made;
}

function addVolume(volume: FlowVolume, side: OrderSide, qty: bigint): void {
  if (side === 'BUY') volume.buy += qty;
  else volume.sell += qty;
}
