import type { Order, OrderIntent } from '../../core/contract/trading.ts';
import type { InstrumentGrid } from './instrument-grid.ts';
import { placeCommand } from './place-command.ts';
import { parseAmount } from './scaled-number.ts';

/**
 * True when a stored order is what the intent asks for, so that the intent is a repeat. An order that was amended is not,
 * and a pair cannot be told from its first order alone.
 */
export function isSameOrder(order: Order, intent: OrderIntent, grid: InstrumentGrid): boolean {
  const command = placeCommand(intent, { account: 0, instrument: 0, grid });
  const isAlone = command.type === 'PLACE' && (order.triggerKind === null || order.triggerKind === 'CONDITIONAL');
  if (!isAlone || order.instrumentId !== intent.instrumentId) return false;
  const { terms } = command;
  const isSameKind =
    order.side === terms.side &&
    order.type === terms.orderType &&
    order.timeInForce === terms.timeInForce &&
    order.stp === terms.stp &&
    (order.watchedPrice ?? 'LAST') === terms.watchedPrice &&
    order.positionSide === terms.positionSide &&
    order.reduceOnly === terms.reduceOnly;
  const quoteAmount = order.quoteAmount === null ? 0n : parseAmount(order.quoteAmount, grid.quoteScale);
  return (
    isSameKind &&
    (order.price === null ? 0 : grid.ticksOf(order.price)) === terms.price &&
    (order.qty === null ? 0 : grid.lotsOf(order.qty)) === terms.qty &&
    (order.triggerPrice === null ? 0 : grid.ticksOf(order.triggerPrice)) === terms.trigger &&
    quoteAmount === terms.quoteAmount
  );
}
