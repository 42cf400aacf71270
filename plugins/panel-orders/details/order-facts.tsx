import type { ReactNode } from 'react';
import type { FillView, OrderView } from '../../../core/contract/client-services.ts';
import { addDecimals, decimalsOf } from '../../../core/domain/numbers/decimal.ts';
import { formatDecimal, MarketName, orderStatusWord, SideText, TimeText, type Translate } from '../../../core/ui/index.ts';
import { averagePrice } from '../order-figures.ts';
import type { Services } from '../requires.ts';
import { CopyId } from './copy-id.tsx';
import styles from './order-details.module.css';

interface OrderFactsProps {
  readonly services: Services;
  readonly t: Translate;
  readonly order: OrderView;
  readonly fills: readonly FillView[];
}

/** All fields of an order; those that it does not have are left out. */
export function OrderFacts({ services, t, order, fills }: OrderFactsProps) {
  const { markets, accounts } = services;
  const instrument = markets.instrument(order.id);
  const tick = instrument?.tick ?? '0.00000001';
  const account = accounts.apiAccounts.find(({ api_id }) => api_id === order.api_id);
  /** As many decimals as the market's step has, so that all figures of the order can be compared. */
  const stepped = (value: string | null, step: string | undefined): string | null =>
    value === null ? null : formatDecimal(value, Math.max(decimalsOf(value), decimalsOf(step ?? '1')));
  const none = (value: string): string | null => (value === '0' ? null : formatDecimal(value));
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    ['column.market', <MarketName key="market" markets={markets} id={order.id} />],
    ['filter.account', account?.name ?? String(order.api_id)],
    ['column.side', <SideText key="side" side={order.side} />],
    ['column.type', t(`type.${order.type}`)],
    ['column.status', t(`status.${orderStatusWord(order, order.status)}`)],
    ['details.timeInForce', order.time_in_force],
    ['column.price', stepped(order.price, instrument?.tick)],
    ['column.trigger', stepped(order.trigger_price, instrument?.tick)],
    ['details.watched', order.trigger_price === null ? null : t(`watched.${order.watched_price === 'INDEX' ? 'INDEX' : 'LAST'}`)],
    ['column.qty', stepped(order.qty, instrument?.lot)],
    ['details.quoteAmount', stepped(order.quote_amount, undefined)],
    ['column.filled', stepped(order.filled_qty, instrument?.lot)],
    ['details.average', stepped(averagePrice(order, tick), instrument?.tick)],
    ['column.amount', none(order.filled_quote)],
    ['details.fees', feesOf(fills)],
    ['details.prevented', none(order.prevented_qty)],
    ['details.stp', t(`stp.${order.stp}`)],
    ['details.kind', order.trigger_kind === null ? null : t(`kind.${order.trigger_kind}`)],
    ['details.placed', <TimeText key="placed" timeMs={order.create_time} />],
    ['details.changed', <TimeText key="changed" timeMs={order.update_time} />],
    ['details.orderId', <CopyId key="id" t={t} id={order.order_id} />],
    ['details.clientId', order.client_order_id === '' ? null : <CopyId key="client" t={t} id={order.client_order_id} />],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className={styles.fact}>
            <dt>{t(name)}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** Sum by asset, such as `2.505 USDT`; null without fills. */
export function feesOf(fills: readonly FillView[]): string | null {
  const sums = new Map<string, string>();
  for (const { fee, fee_asset } of fills) sums.set(fee_asset, addDecimals(sums.get(fee_asset) ?? '0', fee));
  return sums.size === 0 ? null : [...sums].map(([asset, sum]) => `${formatDecimal(sum)} ${asset}`).join(', ');
}
