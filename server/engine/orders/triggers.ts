import type { EngineState } from '../engine-state.ts';
import type { InstrumentRecord } from '../instrument-record.ts';
import type { OpenOrder } from './open-order.ts';
import type { OrderBook } from './order-book.ts';

/** Puts a waiting order among the triggers. Its direction and sequence are set before. */
export function watchTrigger(state: EngineState, order: OpenOrder): void {
  const instrument = state.instrumentOf(order);
  const triggers = instrument.triggers[order.watchedPrice];
  instrument.waiting++;
  order.slot = triggers.add(order.firesUp ? 'SELL' : 'BUY', order.trigger, 1, order.index, 0);
  order.place = 'TRIGGERS';
}

export function unwatchTrigger(state: EngineState, order: OpenOrder): void {
  const instrument = state.instrumentOf(order);
  instrument.triggers[order.watchedPrice].remove(order.slot);
  instrument.waiting--;
  order.place = 'NONE';
  order.slot = -1;
}

/**
 * Moves every order whose condition holds at the price that it watches to the fired ones. Once fired an order runs, wherever the
 * price goes meanwhile; fired orders run in the order of their trigger sequence. Prices from outside fire nothing in a market that is
 * halted: what they have come to runs when it opens again, if they still have.
 */
export function collectFired(state: EngineState, instrument: InstrumentRecord): void {
  if (instrument.waiting === 0) return;
  const { triggers } = instrument;
  collect(state, triggers.LAST, instrument.last);
  if (instrument.state !== 'TRADING') return;
  collect(state, triggers.MARK, instrument.positions.mark);
  collect(state, triggers.INDEX, instrument.indexPrice);
}

function collect(state: EngineState, triggers: OrderBook, price: number): void {
  if (triggers.count === 0 || price === 0) return;
  while (triggers.asks.size > 0 && triggers.bestPrice('SELL') <= price) takeFirst(state, triggers, triggers.asks.best());
  while (triggers.bids.size > 0 && triggers.bestPrice('BUY') >= price) takeFirst(state, triggers, triggers.bids.best());
}

function takeFirst(state: EngineState, triggers: OrderBook, level: number): void {
  const order = state.orders.at(triggers.order[triggers.levelHead[level] as number] as number);
  unwatchTrigger(state, order);
  order.place = 'FIRED';
  state.fired.add(order);
}
