import type { EngineState } from './engine-state.ts';
import type { InstrumentRecord } from './instrument-record.ts';
import type { OrderBook } from './order-book.ts';
import type { OrderRecord } from './order-record.ts';

/** Puts a waiting order among the triggers. Its direction and sequence are set before. */
export function watchTrigger(state: EngineState, order: OrderRecord): void {
  const { triggers } = state.instrumentOf(order);
  order.slot = triggers.add(order.firesUp ? 'SELL' : 'BUY', order.trigger, 1, order.index, 0);
  order.place = 'TRIGGERS';
}

export function unwatchTrigger(state: EngineState, order: OrderRecord): void {
  state.instrumentOf(order).triggers.remove(order.slot);
  order.place = 'NONE';
  order.slot = -1;
}

/**
 * Moves every order whose condition holds at the last price to the fired ones. Once fired an order runs, wherever the
 * price goes meanwhile; fired orders run in the order of their trigger sequence.
 */
export function collectFired(state: EngineState, instrument: InstrumentRecord): void {
  const { triggers, last } = instrument;
  if (triggers.count === 0 || last === 0) return;
  while (triggers.asks.size > 0 && triggers.bestPrice('SELL') <= last) takeFirst(state, triggers, triggers.asks.best());
  while (triggers.bids.size > 0 && triggers.bestPrice('BUY') >= last) takeFirst(state, triggers, triggers.bids.best());
}

function takeFirst(state: EngineState, triggers: OrderBook, level: number): void {
  const order = state.orders.at(triggers.order[triggers.levelHead[level] as number] as number);
  unwatchTrigger(state, order);
  order.place = 'FIRED';
  state.fired.add(order);
}
