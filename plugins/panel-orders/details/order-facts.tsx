import type { ReactNode } from 'react';
import type { Fill, Order, OrderLife } from '../../../core/contract/client-services.ts';
import { listed } from '../../../core/domain/joined-text.ts';
import { addDecimals, decimalsOf } from '../../../core/domain/numbers/decimal.ts';
import { originWords } from '../../../core/domain/orders/order-origin.ts';
import { formatDecimal, MarketName, orderStatusWord, SideText, TimeText, type Translate } from '../../../core/ui/index.ts';
import row from '../../../core/ui/states/facts.module.css';
import { averagePrice } from '../order-figures.ts';
import type { Services } from '../requires.ts';
import { CopyId } from './copy-id.tsx';
import styles from './order-details.module.css';

interface OrderFactsProps {
  readonly services: Services;
  readonly t: Translate;
  readonly order: Order;
  readonly fills: readonly Fill[];
  /** Null: nobody knows, or not yet. */
  readonly origin: OrderLife['origin'];
}

/** All fields of an order; those that it does not have are left out. */
export function OrderFacts({ services, t, order, fills, origin }: OrderFactsProps) {
  const { markets, accounts } = services;
  const instrument = markets.instrument(order.instrumentId);
  const tick = instrument?.tick ?? '0.00000001';
  const account = accounts.apiAccounts.find(({ apiId }) => apiId === order.apiId);
  /** As many decimals as the market's step has, so that all figures of the order can be compared. */
  const stepped = (value: string | null, step: string | undefined): string | null =>
    value === null ? null : formatDecimal(value, Math.max(decimalsOf(value), decimalsOf(step ?? '1')));
  const none = (value: string): string | null => (value === '0' ? null : formatDecimal(value));
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    ['column.market', <MarketName key="market" markets={markets} id={order.instrumentId} />],
    ['filter.account', account?.name ?? String(order.apiId)],
    ['column.side', <SideText key="side" side={order.side} />],
    ['column.type', t(`type.${order.type}`)],
    ['column.status', t(`status.${orderStatusWord(order, order.status)}`)],
    ['details.timeInForce', order.timeInForce],
    ['column.price', stepped(order.price, instrument?.tick)],
    ['column.trigger', stepped(order.triggerPrice, instrument?.tick)],
    ['details.watched', order.triggerPrice === null ? null : t(`watched.${order.watchedPrice === 'INDEX' ? 'INDEX' : 'LAST'}`)],
    ['column.qty', stepped(order.qty, instrument?.lot)],
    ['details.quoteAmount', stepped(order.quoteAmount, undefined)],
    ['details.filled', stepped(order.filledQty, instrument?.lot)],
    ['details.average', stepped(averagePrice(order, tick), instrument?.tick)],
    ['column.amount', none(order.filledQuote)],
    ['details.fees', feesOf(fills)],
    ['details.prevented', none(order.preventedQty)],
    ['details.stp', t(`stp.${order.stp}`)],
    ['details.kind', order.triggerKind === null ? null : t(`kind.${order.triggerKind}`)],
    ['details.origin', origin === null ? null : originText(origin, t)],
    ['details.placed', <TimeText key="placed" timeMs={order.createdMs} />],
    ['details.changed', <TimeText key="changed" timeMs={order.updatedMs} />],
    ['details.orderId', <CopyId key="id" t={t} id={order.orderId} />],
    ['details.clientId', order.clientOrderId === '' ? null : <CopyId key="client" t={t} id={order.clientOrderId} />],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className={row.fact}>
            <dt>{t(name)}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** A strategy or a copy may be set up by whom the owner has authorised. */
function originText(origin: NonNullable<OrderLife['origin']>, t: Translate): string {
  const words = originWords(origin);
  const by = t(`origin.${words.kind}`, words);
  return words.deputy === '' ? by : `${by} · ${t('origin.authorised', words)}`;
}

/** Sum by asset, such as `2.505 USDT`; null without fills. */
function feesOf(fills: readonly Fill[]): string | null {
  const sums = new Map<string, string>();
  for (const { fee, feeAsset } of fills) sums.set(feeAsset, addDecimals(sums.get(feeAsset) ?? '0', fee));
  if (sums.size === 0) return null;
  return listed([...sums].map(([asset, sum]) => `${formatDecimal(sum)} ${asset}`));
}
