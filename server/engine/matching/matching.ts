import type { OrderSide, SelfTradePrevention } from '../../../core/domain/orders/order.ts';
import type { BoundWalk } from '../orders/bound-walk.ts';
import type { OrderBook } from '../orders/order-book.ts';

/** The incoming side of a match. One object is reused for all; `left` and `stopped` are the result. */
export interface Taker {
  side: OrderSide;
  /** Worst price in ticks that it accepts. */
  limit: number;
  /** Lots still wanted. */
  left: number;
  owner: number;
  stp: SelfTradePrevention;
  /** True when the lots wanted depend on money: then `left` is asked from the listener before each fill. */
  budgeted: boolean;
  /** True under rules of earlier journals: own orders are prevented even when the money pays for no lot of theirs. */
  preventsBroke: boolean;
  /** Set when self-trade prevention ended the taker. */
  stopped: boolean;
}

/** Hears what a match does. Must not touch the book. Makers go by the numbers that the book was given for them. */
export interface MatchListener {
  /** `makerLeft` is what the maker still has on the book. */
  filled(maker: number, price: number, lots: number, makerLeft: number): void;
  /** Self-trade prevention took `lots` from the maker (0 left = it is gone) and, with `fromTaker`, as many from the taker. */
  prevented(maker: number, price: number, lots: number, makerLeft: number, fromTaker: boolean): void;
  /** A touched level has this quantity now; called once per level, when the match leaves it. */
  levelLeft(price: number, qty: number): void;
  /** Most lots that a resting order may fill now, on a book with orders that are bound to a position. */
  mostLots(maker: number): number;
  /** A maker with nothing to reduce is off the book. */
  ended(maker: number): void;
  /** Lots that a budgeted taker can still take at this price. */
  affordableLots(price: number): number;
}

/** True when an opposite order is within the taker's limit. */
export function crosses(book: OrderBook, side: OrderSide, limit: number): boolean {
  const ladder = side === 'BUY' ? book.asks : book.bids;
  return ladder.size > 0 && (ladder.keys[ladder.size - 1] as number) >= (side === 'BUY' ? -limit : limit);
}

/** Matches at the makers' prices in price-time order until the taker is satisfied, stopped or out of price. */
export function match(book: OrderBook, taker: Taker, listener: MatchListener): void {
  const ladder = taker.side === 'BUY' ? book.asks : book.bids;
  // Keys grow towards better prices on both sides, so one comparison serves both.
  const worstKey = taker.side === 'BUY' ? -taker.limit : taker.limit;
  const mayPrevent = taker.stp !== 'NONE';
  taker.stopped = false;
  while (taker.left > 0 && ladder.size > 0) {
    const key = ladder.keys[ladder.size - 1] as number;
    if (key < worstKey) return;
    const price = key < 0 ? -key : key;
    const level = ladder.best();
    const size = ladder.size;
    let touched = false;
    // The level's handle stays valid until its last order goes, and then the ladder has shrunk.
    while (taker.left > 0 && !taker.stopped && ladder.size === size) {
      const slot = book.levelHead[level] as number;
      const isOwn = mayPrevent && book.owner[slot] === taker.owner;
      if (taker.budgeted && !(isOwn && taker.preventsBroke)) {
        taker.left = listener.affordableLots(price);
        if (taker.left === 0) break;
      }
      if (isOwn) {
        touched = prevent(book, taker, slot, price, listener) || touched;
        continue;
      }
      fill(book, taker, slot, price, listener);
      touched = true;
    }
    if (touched) listener.levelLeft(price, ladder.size === size ? (book.levelQty[level] as number) : 0);
    if (taker.stopped) return;
  }
}

function fill(book: OrderBook, taker: Taker, slot: number, price: number, listener: MatchListener): void {
  const resting = book.qty[slot] as number;
  const maker = book.order[slot] as number;
  let lots = resting < taker.left ? resting : taker.left;
  if (book.bound > 0) {
    const most = listener.mostLots(maker);
    if (most === 0) {
      book.remove(slot);
      listener.ended(maker);
      return;
    }
    if (most < lots) lots = most;
  }
  taker.left -= lots;
  book.reduce(slot, lots);
  listener.filled(maker, price, lots, resting - lots);
}

/** The taker meets an order of its own: its mode decides (trading rules §5). Returns whether the level changed. */
function prevent(book: OrderBook, taker: Taker, slot: number, price: number, listener: MatchListener): boolean {
  const { stp } = taker;
  if (taker.preventsBroke && taker.budgeted && stp !== 'EXPIRE_MAKER') taker.left = listener.affordableLots(price);
  if (stp === 'EXPIRE_TAKER') {
    taker.stopped = true;
    return false;
  }
  const resting = book.qty[slot] as number;
  const maker = book.order[slot] as number;
  if (stp === 'DECREMENT') {
    const lots = resting < taker.left ? resting : taker.left;
    taker.left -= lots;
    if (taker.left === 0) taker.stopped = true;
    if (lots === 0) return false;
    book.reduce(slot, lots);
    listener.prevented(maker, price, lots, resting - lots, true);
    return true;
  }
  if (stp === 'EXPIRE_BOTH') taker.stopped = true;
  book.remove(slot);
  listener.prevented(maker, price, resting, 0, false);
  return true;
}

/**
 * True when the taker would be filled to its last lot (fill-or-kill). Own orders do not count as quantity; one in the
 * path fails the check unless the mode is NONE (they trade) or EXPIRE_MAKER (they step aside). `walk`: of a book with reduce-only orders.
 */
export function isFillable(book: OrderBook, taker: Taker, walk: BoundWalk | null = null): boolean {
  const ladder = taker.side === 'BUY' ? book.asks : book.bids;
  const worstKey = taker.side === 'BUY' ? -taker.limit : taker.limit;
  let wanted = taker.left;
  for (let i = ladder.size - 1; i >= 0 && (ladder.keys[i] as number) >= worstKey; i--) {
    const level = ladder.levels[i] as number;
    if (taker.stp === 'NONE' && walk === null) {
      wanted -= book.levelQty[level] as number;
      if (wanted <= 0) return true;
      continue;
    }
    for (let slot = book.levelHead[level] as number; slot !== -1; slot = book.next[slot] as number) {
      const lots = book.qty[slot] as number;
      if (taker.stp === 'NONE' || book.owner[slot] !== taker.owner) wanted -= walk?.lotsOf(book.order[slot] as number, lots) ?? lots;
      else if (taker.stp !== 'EXPIRE_MAKER') return false;
      if (wanted <= 0) return true;
    }
  }
  return false;
}
