import type { Fill, Order } from '../../../core/contract/client-services.ts';
import type { Translate } from '../../../core/ui/index.ts';
import type { SentOrder } from '../../../core/ui/order-sender.ts';
import { orderText } from '../describe-order.ts';
import type { Services } from '../requires.ts';

type Sources = Pick<Services, 'accounts' | 'markets' | 'notices' | 'texts'>;

/**
 * Tells in one message that orders were accepted. What has traded is told by its fills, and fills that come after this message take
 * its place.
 */
export function tellAccepted({ accounts, markets, notices, texts }: Sources, orders: readonly SentOrder[]): void {
  const t: Translate = (key, params) => texts.t('panel-order-ticket', key, params);
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
  if (placed.length > 1) {
    const detail = placed.map((one) => one.exchange).join(' · ');
    notices.show('success', t('acceptedMany', { symbol, count: placed.length }), { detail });
  } else
    notices.show(
      'success',
      t('accepted', { symbol }),
      order === null ? {} : { order, detail: `${orderText(order, instrument, t)} · ${exchange}` },
    );
}
