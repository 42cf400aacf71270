import type { OrderStatus } from '../../../core/domain/orders/order-status.ts';
import { endedEntriesSeen } from '../codec/edition.ts';
import type { EngineState } from '../engine-state.ts';
import type { InstrumentRecord } from '../instrument-record.ts';
import type { OrderCause } from '../sink.ts';
import type { OpenOrder } from './open-order.ts';
import type { OrderPair } from './order-pair.ts';
import { unwatchTrigger } from './triggers.ts';

/** How orders leave: with their funds released, and with what their end means for the orders tied to them. */

/** Takes a resting order off the book and releases what it held; the pair's hold stays with the pair. */
export function takeOffBook(state: EngineState, order: OpenOrder): void {
  const instrument = state.instrumentOf(order);
  const { book, index, rules } = instrument;
  const { slot } = order;
  const level = book.level[slot] as number;
  const rest = (book.levelQty[level] as number) - (book.qty[slot] as number);
  book.remove(slot);
  leaveBook(instrument, order);
  if (order.legOf === null) rules.release(state, instrument, order);
  state.sink.levelChanged(index, order.side, order.price, rest);
}

/** Notes that an order is on the book no more. */
export function leaveBook({ book }: InstrumentRecord, order: OpenOrder): void {
  order.place = 'NONE';
  order.slot = -1;
  // Asked second: the flag lies far from what else is read of the order.
  if (book.bound > 0 && order.reduceOnly) book.bound--;
}

/** Ends an open order for good. */
export function endOrder(state: EngineState, order: OpenOrder, status: OrderStatus, cause: OrderCause): void {
  if (order.place === 'BOOK') takeOffBook(state, order);
  else if (order.place === 'TRIGGERS') unwatchTrigger(state, order);
  order.place = 'NONE';
  state.change(order, status, cause);
  settleEnd(state, order);
}

/** After an order's last event: forgets it and ends the orders that live by it. */
export function settleEnd(state: EngineState, order: OpenOrder): void {
  state.forgetOrder(order);
  if (order.legOf !== null) closePair(state, order.legOf, order, false);
  const pair = order.entryOf;
  if (pair === null) return;
  if (order.filled > 0) {
    // Its last look: nothing arms the legs later.
    if (state.edition >= endedEntriesSeen) queuePair(state, pair);
    return;
  }
  dissolve(pair);
  endOrder(state, pair.takeProfit, 'CANCELED', 'CANCELED_BY_ENTRY');
  endOrder(state, pair.stopLoss, 'CANCELED', 'CANCELED_BY_ENTRY');
}

/**
 * One leg fired or filled (`executed`), or ended otherwise: the other is canceled and the common hold released. Any end of
 * a leg ends the pair, so that no half of a pair is left over. An entry still open after an executed pair is looked at next, and
 * ended: before a leg that fired runs, after the step of one that filled. After a user's cancel the entry goes on alone.
 */
export function closePair(state: EngineState, pair: OrderPair, winner: OpenOrder, executed: boolean): void {
  const { entry } = pair;
  const loser = pair.other(winner);
  const instrument = state.instrumentOf(winner);
  const { rules } = instrument;
  if (pair.held > 0n) rules.holdForPair(state, instrument, winner, -pair.held);
  pair.held = 0n;
  dissolve(pair);
  // The loser held nothing of its own; taking it off the book must not release what it never held.
  if (loser.place === 'BOOK') rules.hold(state, instrument, loser);
  endOrder(state, loser, 'CANCELED', 'CANCELED_BY_PAIR');
  if (!executed || entry === null) return;
  pair.executed = true;
  queuePair(state, pair);
}

export function queuePair(state: EngineState, pair: OrderPair): void {
  if (pair.queued) return;
  pair.queued = true;
  state.touchedPairs.push(pair);
}

function dissolve(pair: OrderPair): void {
  pair.open = false;
  pair.takeProfit.legOf = null;
  pair.stopLoss.legOf = null;
  if (pair.entry !== null) pair.entry.entryOf = null;
}
