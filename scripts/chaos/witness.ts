import type { FillView, OrderView } from '../../schemas/wire/order.ts';

/** What the server has acknowledged to one trader; the truth that must survive every kill. */
export class Witness {
  /** By client order id. */
  readonly orders = new Map<string, OrderView>();
  /** `instrument trade order` of every fill that reached the client. */
  readonly fills = new Set<string>();
  /** Client order ids whose request got no answer: they may exist, but only once. */
  readonly unanswered = new Set<string>();
  /** Client order ids whose request was refused: they must not exist. */
  readonly refused = new Set<string>();
  /** Amounts of acknowledged deposits by reference. */
  readonly deposits = new Map<string, string>();
  /** Deposits that got no answer, by reference: they may have happened, but only once. */
  readonly unansweredDeposits = new Map<string, string>();

  sawOrder(order: OrderView): void {
    this.unanswered.delete(order.client_order_id);
    const known = this.orders.get(order.client_order_id);
    if (known === undefined || order.update_time >= known.update_time) this.orders.set(order.client_order_id, order);
  }

  sawRefusal(clientOrderId: string): void {
    this.unanswered.delete(clientOrderId);
    this.refused.add(clientOrderId);
  }

  sawFill(fill: FillView): void {
    this.fills.add(fillKey(fill));
  }
}

export const fillKey = (fill: FillView): string => `${fill.id} ${fill.trade_id} ${fill.order_id}`;
