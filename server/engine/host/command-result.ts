import type { Command } from '../command.ts';
import type { EngineOrder } from '../sink.ts';
import type { CommandResult, CommittedCommand } from './committed-batch.ts';
import type { EngineView } from './host-port.ts';
import { copyOrder } from './recording-sink.ts';

/**
 * The submitter's answer, made from what the command recorded. Make it right after the command was applied: the order of a repeated
 * command is read from the engine, which later runs ahead of what is durable.
 */
export const commandResult = (committed: CommittedCommand, engine: EngineView): CommandResult => {
  const { sequence, timeMs, events } = committed;
  const account = accountOf(committed.command);
  const orders: EngineOrder[] = [];
  for (const event of events) {
    if (event.type === 'ORDER_CHANGED' && event.order.account === account) keepLatest(orders, event.order);
    if (event.type === 'COMMAND_REJECTED') {
      return { sequence, timeMs, rejected: { reason: event.reason, field: event.field, limit: event.limit }, orders };
    }
    if (event.type === 'COMMAND_REPEATED') {
      const first = engine.order(event.orderId);
      return { sequence, timeMs, repeated: event.orderId, orders: first === undefined ? orders : [copyOrder(first)] };
    }
  }
  return { sequence, timeMs, orders };
};

const keepLatest = (orders: EngineOrder[], order: EngineOrder): void => {
  // From the back: a change mostly belongs to the order touched last.
  for (let index = orders.length - 1; index >= 0; index -= 1) {
    if ((orders[index] as EngineOrder).orderId === order.orderId) {
      orders[index] = order;
      return;
    }
  }
  orders.push(order);
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
