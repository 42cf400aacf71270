import { hasLimitPrice } from '../../core/domain/orders/order.ts';
import { pairsKeptApart } from './codec/edition.ts';
import type { EngineState } from './engine-state.ts';
import type { InstrumentRecord } from './instrument-record.ts';
import { isOutOfBand } from './matching/checks.ts';
import type { Execution } from './matching/execution.ts';
import { worstPriceNow } from './money/funds.ts';
import { closePair, endOrder } from './orders/ending.ts';
import type { OpenOrder } from './orders/open-order.ts';
import type { OrderPair } from './orders/order-pair.ts';
import { lookAtPair } from './orders/pairs.ts';
import { collectFired } from './orders/triggers.ts';
import { checkExposed } from './rules/liquidation.ts';

/**
 * What follows a command (trading rules §11): pairs of the entries it filled are armed, the new last price fires triggers, the
 * balances are told; then each fired order runs as a step of its own, lowest trigger sequence first, with the same sequel.
 */
export function runSequel(state: EngineState, execution: Execution, instrument: InstrumentRecord | null): void {
  while (true) {
    lookAtPairs(state, execution);
    if (instrument !== null) collectFired(state, instrument);
    state.ledger.flush(state.sink);
    if (state.fired.isEmpty) {
      if (!state.hasExposed) return;
      // Last of all (trading rules §13): what an account may lose, its own orders may have lost for it.
      checkExposed(state);
      continue;
    }
    const next = state.fired.take();
    // A pair's other leg may have taken it out meanwhile.
    if (next.place === 'FIRED') fire(state, execution, next);
  }
}

/** Looking at one may add others. What a leg trades as it is armed moves a price that the command itself may not have touched. */
function lookAtPairs(state: EngineState, execution: Execution): void {
  const { touchedPairs } = state;
  if (touchedPairs.length === 0) return;
  for (let at = 0; at < touchedPairs.length; at++) lookAtPair(state, execution, touchedPairs[at] as OrderPair);
  for (const { takeProfit } of touchedPairs) collectFired(state, state.instrumentOf(takeProfit));
  touchedPairs.length = 0;
}

/** An order's trigger has come true: its pair is decided, its funds are looked for now (trading rules §6), and it acts. */
function fire(state: EngineState, execution: Execution, order: OpenOrder): void {
  const instrument = state.instrumentOf(order);
  order.place = 'NONE';
  if (order.legOf !== null) {
    closePair(state, order.legOf, order, true);
    // An entry still open would meet its own stop, and self-trade prevention end that instead.
    if (state.edition >= pairsKeptApart) lookAtPairs(state, execution);
  }
  if (hasLimitPrice(order.orderType) && isOutOfBand(instrument, order.side, order.price)) {
    endOrder(state, order, 'FAILURE', 'FAILED_FILTER');
    return;
  }
  const worst = worstPriceNow(instrument, order);
  const { account, side, reduceOnly, orderType, price, remaining: qty, quoteAmount, stp } = order;
  const { rules } = instrument;
  const need = rules.needNow(state, instrument, { account, side, reduceOnly, orderType, price, qty, quoteAmount, stp }, worst);
  if (need > rules.available(state, instrument, account, side)) {
    endOrder(state, order, 'FAILURE', 'FAILED_BALANCE');
    return;
  }
  state.change(order, 'TRADING', 'TRIGGERED');
  execution.run(order, worst);
}
