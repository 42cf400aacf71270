import type { Level } from '../contract/market.ts';
import { comparePrices } from './compare-prices.ts';

/** One side's change: quantity `0` takes the level away. */
const isZero = (qty: string): boolean => /^0(\.0*)?$/.test(qty);

/**
 * A client's copy of an order book: two sorted arrays, best first, changed in place. Not observable: readers look at
 * `version` once per frame.
 */
export class DepthBook {
  readonly bids: Level[] = [];
  readonly asks: Level[] = [];
  /** Goes up with every change. */
  version = 0;
  /** Sequence of the last message; null before the first snapshot and after a gap. */
  sequence: number | null = null;
  timeMs = 0;

  applySnapshot(bids: readonly Level[], asks: readonly Level[], sequence: number, timeMs: number): void {
    replace(this.bids, bids);
    replace(this.asks, asks);
    this.sequence = sequence;
    this.timeMs = timeMs;
    this.version += 1;
  }

  /** False when the delta does not build on what is known: the book needs a snapshot. */
  applyDelta(bids: readonly Level[], asks: readonly Level[], previous: number, sequence: number, timeMs: number): boolean {
    if (this.sequence === null || this.sequence !== previous) {
      this.sequence = null;
      return false;
    }
    for (const level of bids) change(this.bids, level, -1);
    for (const level of asks) change(this.asks, level, 1);
    this.sequence = sequence;
    this.timeMs = timeMs;
    this.version += 1;
    return true;
  }

  clear(): void {
    this.bids.length = 0;
    this.asks.length = 0;
    this.sequence = null;
    this.version += 1;
  }
}

function replace(side: Level[], levels: readonly Level[]): void {
  side.length = 0;
  for (const level of levels) side.push(level);
}

/** `direction` 1: ascending prices, −1: descending. */
function change(side: Level[], level: Level, direction: 1 | -1): void {
  let low = 0;
  let high = side.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = comparePrices((side[middle] as Level)[0], level[0]) * direction;
    if (order === 0) {
      if (isZero(level[1])) side.splice(middle, 1);
      else side[middle] = level;
      return;
    }
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  if (!isZero(level[1])) side.splice(low, 0, level);
}
