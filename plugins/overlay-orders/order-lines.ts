import type { ChartPriceLine } from '../../core/contract/chart.ts';
import type { Order } from '../../core/contract/client-services.ts';
import { awaitsEntry } from '../../core/domain/orders/awaits-entry.ts';
import { type OrderCosts, openQty } from './order-costs.ts';
import type { OrderHand, OrderPrice } from './order-hand.ts';

type Say = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** What is left of an order: in base, or in quote for one that was sized so; nothing of a leg that has no quantity yet. */
const sizeOf = (order: Order): string => (awaitsEntry(order) ? '' : (openQty(order) ?? order.quoteAmount ?? ''));

const lineId = (order: Order, field: OrderPrice): string => `${order.orderId} ${field}`;

/** What orders too close to each other are called together; both prices of one order are that order. */
function severalOf(ids: readonly string[], name: string, t: Say): string {
  const orders = new Set(ids.map((id) => id.split(' ')[0]));
  return orders.size === 1 ? name : t('lines', { count: orders.size });
}

/** The prices of an order that stand on the chart: where it waits for, then where it rests. */
function pricesOf(order: Order): readonly (readonly [OrderPrice, string])[] {
  const prices: (readonly [OrderPrice, string])[] = [];
  if (order.triggerPrice !== null) prices.push(['triggerPrice', order.triggerPrice]);
  if (order.price !== null) prices.push(['price', order.price]);
  return prices;
}

/** Open orders of one market as lines: a trigger dashed, an order that waits for the server muted, a pair connected once. */
export function orderLines(
  orders: readonly Order[],
  quote: string,
  hand: Pick<OrderHand, 'pendingOf' | 'mayAmend' | 'mayCancel' | 'amend' | 'cancel'>,
  t: Say,
  costs: Pick<OrderCosts, 'want' | 'profitAt'>,
  onSeveral: () => void,
): readonly ChartPriceLine[] {
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  return orders.flatMap((order) => {
    const pending = hand.pendingOf(order);
    const name = t('line', { side: t(`side.${order.side}`), type: t(`type.${order.type}`), size: sizeOf(order) }).trim();
    const short = t(`short.${order.side}`, { size: sizeOf(order) }).trim();
    const partner = order.pairId === null ? undefined : byId.get(order.pairId);
    const partnerField = partner === undefined ? undefined : pricesOf(partner)[0]?.[0];
    return pricesOf(order).map(([field, price], at): ChartPriceLine => {
      // Both know each other; the connection is drawn by one of them.
      const joins = at === 0 && partner !== undefined && partnerField !== undefined && order.orderId < partner.orderId;
      return {
        id: lineId(order, field),
        price: Number(pending?.prices[field] ?? price),
        label: pending === null ? name : t('pending', { order: name }),
        short: pending === null ? short : t('pending', { order: short }),
        tone: pending !== null ? 'muted' : order.side === 'BUY' ? 'up' : 'down',
        dashed: field === 'triggerPrice',
        several: (ids) => severalOf(ids, name, t),
        onSeveral,
        ...(joins ? { joins: lineId(partner, partnerField) } : {}),
        ...(pending === null && hand.mayAmend(order)
          ? {
              onMove: (to: string, done: boolean) => {
                if (done) void hand.amend(order, field, to);
                else void costs.want(order);
              },
              outcomeAt: (to: string) => {
                const profit = costs.profitAt(order, to);
                return profit === null ? '' : t('profit', { ...profit, quote });
              },
            }
          : {}),
        ...(pending?.act !== 'cancel' && hand.mayCancel(order) ? { onRemove: () => void hand.cancel(order) } : {}),
      };
    });
  });
}
