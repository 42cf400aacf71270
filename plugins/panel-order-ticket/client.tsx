import { definePlugin } from '../../core/contract/plugin.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';
import { requires, type Services } from './requires.ts';

/** Brings the keyboard to a ticket; opens one when there is none. */
const startOrder =
  (side: OrderSide) =>
  ({ workspace }: Services): void => {
    if (!workspace.askForOrder(side)) workspace.openPanel('panel-order-ticket/order-ticket');
  };

export const plugin = definePlugin({
  requires,
  panels: { 'order-ticket': { load: () => import('./order-ticket-panel.tsx') } },
  commands: { buy: { run: startOrder('BUY') }, sell: { run: startOrder('SELL') } },
});
