import type { Level } from '../../contract/market.ts';
import { comparePrices } from './compare-prices.ts';

/** One side's change: quantity `0` takes the level away. */
const isZero = (qty: string): boolean => /^0(\.0*)?$/.test(qty);

/** A client's copy of an order book: two sorted arrays, best first, replaced with every change. Not observable. */
export class DepthBook {
  bids: readonly Level[] = [];
  asks: readonly Level[] = [];
  /** Sequence of the last message; null before the first snapshot and after a gap. */
  sequence: number | null = null;
  timeMs = 0;

  applySnapshot(bids: readonly Level[], asks: readonly Level[], sequence: number, timeMs: number): void {
    this.bids = [...bids];
    this.asks = [...asks];
    this.sequence = sequence;
    this.timeMs = timeMs;
  }

  /** False when the delta does not build on what is known: the book needs a snapshot. */
  applyDelta(bids: readonly Level[], asks: readonly Level[], previous: number, sequence: number, timeMs: number): boolean {
    if (this.sequence === null || this.sequence !== previous) {
      this.sequence = null;
      return false;
    }
    if (bids.length > 0) this.bids = changed(this.bids, bids, -1);
    if (asks.length > 0) this.asks = changed(this.asks, asks, 1);
    this.sequence = sequence;
    this.timeMs = timeMs;
    return true;
  }
}

function changed(side: readonly Level[], levels: readonly Level[], direction: 1 | -1): readonly Level[] {
  const copy = [...side];
  for (const level of levels) change(copy, level, direction);
  return copy;
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
