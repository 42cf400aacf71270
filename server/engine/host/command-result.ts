import type { Command } from '../command.ts';
import type { EngineOrder } from '../sink.ts';
import type { CommandResult, CommittedCommand } from './committed-batch.ts';

/** The submitter's answer, made from what the command recorded. `repeatedOrder` is the first order when the command repeats one. */
export const commandResult = (committed: CommittedCommand, repeatedOrder: EngineOrder | null): CommandResult => {
  const { sequence, timeMs, events } = committed;
  const account = accountOf(committed.command);
  let orders: EngineOrder[] = [];
  for (const event of events) {
    if (event.type === 'ORDER_CHANGED' && event.order.account === account) orders = withLatest(orders, event.order);
    if (event.type === 'COMMAND_REJECTED') {
      const { type: _type, ...rejected } = event;
      return { sequence, timeMs, rejected, orders };
    }
    if (event.type === 'COMMAND_REPEATED') {
      return { sequence, timeMs, repeated: event.orderId, orders: repeatedOrder === null ? orders : [repeatedOrder] };
    }
  }
  return { sequence, timeMs, orders };
};

const withLatest = (orders: EngineOrder[], order: EngineOrder): EngineOrder[] => {
  // A literal has room for one order; the first push to an empty array takes room for seventeen.
  if (orders.length === 0) return [order];
  // From the back: a change mostly belongs to the order touched last.
  for (let index = orders.length - 1; index >= 0; index -= 1) {
    if ((orders[index] as EngineOrder).orderId === order.orderId) {
      orders[index] = order;
      return orders;
    }
  }
  orders.push(order);
  return orders;
};

/** The trading account a command speaks for; null for set-up and money commands, which have no orders. */
const accountOf = (command: Command): number | null => {
  switch (command.type) {
    case 'PLACE':
      return command.terms.account;
    case 'PLACE_OCO':
      return command.takeProfit.account;
    case 'PLACE_BRACKET':
      return command.entry.account;
    case 'AMEND':
    case 'CANCEL':
    case 'CANCEL_ALL':
      return command.account;
    default:
      return null;
  }
};
