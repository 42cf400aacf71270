import type { Fill, Order } from '../../../core/contract/client-services.ts';
import { toldIn } from '../../../core/contract/notices.ts';
import type { SentOrder } from '../../../core/ui/order-sender.ts';
import { orderTold } from '../describe-order.ts';
import type { Services } from '../requires.ts';

type Sources = Pick<Services, 'accounts' | 'markets' | 'notices'>;

/**
 * Tells in one message that orders were accepted. What has traded is told by its fills, and fills that come after this message take
 * its place.
 */
export function tellAccepted({ accounts, markets, notices }: Sources, orders: readonly SentOrder[]): void {
  const hasTraded = (order: Order | null): boolean => {
    const isOf = (fill: Fill): boolean => fill.apiId === order?.apiId && fill.orderId === order.orderId;
    return order?.status === 'FILLED' || accounts.fills.some(isOf);
  };
  const resting = orders.filter(({ state, order }) => state === 'accepted' && !hasTraded(order));
  const placed = resting.flatMap(({ request, order }) => {
    const instrument = markets.instrument(request.instrumentId);
    return instrument === null ? [] : [{ instrument, order, exchange: markets.exchangeTitle(instrument.exchange) }];
  });
  const [first] = placed;
  if (first === undefined) return;
  const { instrument, order, exchange } = first;
  const { symbol } = instrument;
  const told = toldIn('panel-order-ticket');
  if (placed.length > 1)
    notices.show('success', told('acceptedMany', { symbol, count: placed.length }), { detail: placed.map((one) => one.exchange) });
  else
    notices.show(
      'success',
      told('accepted', { symbol }),
      order === null ? {} : { order, detail: [...orderTold(order, instrument), exchange] },
    );
}
