import type { DepthDelta, DepthSnapshot, Level } from '../../../core/contract/market.ts';
import type { OrderSide } from '../../../core/domain/orders/order.ts';
import { BookSide } from './book-side.ts';

/**
 * Price in whole steps of 10^-decimals, as a safe integer: exact, and much cheaper than bigint in the busiest loop of the hub.
 * Throws for a price that is finer than the grid or beyond 2^53 steps.
 */
export function priceKey(price: string, decimals: number): number {
  let key = 0;
  let fraction = -1;
  for (let i = 0; i < price.length; i++) {
    const code = price.charCodeAt(i);
    if (code === 46 && fraction < 0) {
      fraction = 0;
      continue;
    }
    const digit = code - 48;
    if (digit < 0 || digit > 9) throw new RangeError(`not a price: ${price}`);
    if (fraction >= decimals) {
      if (digit !== 0) throw new RangeError(`price ${price} has more than ${decimals} decimals`);
      continue;
    }
    if (fraction >= 0) fraction++;
    key = key * 10 + digit;
  }
  for (let i = Math.max(0, fraction); i < decimals; i++) key *= 10;
  if (!Number.isSafeInteger(key) || price === '') throw new RangeError(`not a price that the book can hold: ${price}`);
  return key;
}

/** Levels a side that subscribers follow: a book may be deeper than anybody can look. */
const followedLevels = 1_000;

/** The book of one instrument. `sequence` rises with every delta taken, so a snapshot and the deltas after it chain. */
export class FollowedBook {
  readonly #instrumentId: string;
  #decimals: number;
  readonly #followed: number;
  readonly #bids: BookSide;
  readonly #asks: BookSide;
  #sequence = 0;
  #timeMs = 0;

  /** `decimals` of the instrument's tick; deltas tell of the best `followed` levels a side. */
  constructor(instrumentId: string, decimals: number, followed = followedLevels) {
    this.#instrumentId = instrumentId;
    this.#decimals = decimals;
    this.#followed = followed;
    this.#bids = new BookSide(followed);
    this.#asks = new BookSide(followed);
  }

  /** `qty` is the new total of the level; zero removes it. */
  set(side: OrderSide, price: string, qty: string, timeMs: number): void {
    this.#timeMs = timeMs;
    const key = priceKey(price, this.#decimals);
    if (side === 'BUY') this.#bids.set(key, price, qty);
    else this.#asks.set(-key, price, qty);
  }

  /** Takes prices of so many decimals from now on; those that it has stay, also finer ones. */
  refine(decimals: number): void {
    if (decimals <= this.#decimals) return;
    const factor = 10 ** (decimals - this.#decimals);
    this.#decimals = decimals;
    this.#bids.refine(factor);
    this.#asks.refine(factor);
  }

  replace(bids: readonly Level[], asks: readonly Level[], timeMs: number): void {
    this.#timeMs = timeMs;
    this.#bids.replace(new Map(bids.map((level) => [priceKey(level[0], this.#decimals), level])));
    this.#asks.replace(new Map(asks.map((level) => [-priceKey(level[0], this.#decimals), level])));
  }

  get bestBid(): string | null {
    return this.#bids.best?.[0] ?? null;
  }

  get bestAsk(): string | null {
    return this.#asks.best?.[0] ?? null;
  }

  /** Time of the last change. */
  get timeMs(): number {
    return this.#timeMs;
  }

  get hasChanges(): boolean {
    return this.#bids.hasChanges || this.#asks.hasChanges;
  }

  /** For those who go on with deltas only when no changes are waiting: the snapshot would hold more than its sequence says. */
  snapshot(levels: number): DepthSnapshot {
    return {
      instrumentId: this.#instrumentId,
      sequence: this.#sequence,
      bids: this.#bids.list(levels),
      asks: this.#asks.list(levels),
      timeMs: this.#timeMs,
    };
  }

  /** The part that subscribers follow, to which the deltas apply; call it as {@link snapshot}. */
  followedSnapshot(): DepthSnapshot {
    return this.snapshot(this.#followed);
  }

  /** Everything that changed in the followed part since the last call, or null. */
  takeDelta(): DepthDelta | null {
    const bids = this.#bids.takeChanges();
    const asks = this.#asks.takeChanges();
    if (bids.length === 0 && asks.length === 0) return null;
    const previous = this.#sequence;
    this.#sequence++;
    return { instrumentId: this.#instrumentId, previous, sequence: this.#sequence, bids, asks, timeMs: this.#timeMs };
  }

  /** Ends a tick that nobody listens to: the sequence moves on as with a delta. */
  dropDelta(): void {
    if (!this.hasChanges) return;
    this.#sequence++;
    this.#bids.dropChanges();
    this.#asks.dropChanges();
  }
}
