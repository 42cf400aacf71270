import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Api, Notices } from '../../core/contract/client-services.ts';
import { type OrderSide, orderSides, orderTypes } from '../../core/domain/orders/order.ts';
import { originWords } from '../../core/domain/orders/order-origin.ts';
import { orderStatuses } from '../../core/domain/orders/order-status.ts';
import { ExportButton, formatDecimal, orderStatusWord, SideText, TimeText, type Translate, useText } from '../../core/ui/index.ts';
import styles from './audit.module.css';
import { type SealedOrderLine, SealStore } from './seal-store.ts';
import { type TitledMarkets, titleOf } from './subject-words.ts';

interface SealOrdersProps {
  readonly api: Pick<Api, 'call' | 'download'>;
  readonly notices: Notices;
  readonly markets: TitledMarkets;
  readonly entry: number;
  /** What was looked for: nothing else of the seal is shown. */
  readonly order?: string | undefined;
}

/** What a seal of orders covers, and whether it still is what was sealed. */
export const SealOrders = observer(function SealOrders({ api, notices, markets, entry, order }: SealOrdersProps) {
  const t = useText('page-audit');
  const [store] = useState(() => new SealStore(api, entry, order));
  useEffect(() => void store.list.more(), [store]);
  const { list, verdict } = store;
  const { items, state } = list;
  return (
    <section className={styles.seal} aria-label={t('orders.title')}>
      <header>
        <h3>{order === undefined ? t('orders.title') : t('orders.order', { id: order })}</h3>
        <ExportButton
          fileName={`${t('orders.fileName')}-${entry}`}
          download={(options) => api.download('auditSealExport', { query: { entry } }, options)}
          onFailure={({ error }) => notices.error(error)}
        />
      </header>
      <p role="status">
        {verdict === null ? (
          state === 'loading' && <span className={styles.quiet}>{t('orders.reading')}</span>
        ) : verdict === 'matches' ? (
          <span className={styles.proven}>{t('orders.verdict.matches')}</span>
        ) : (
          <strong className={verdict === 'differs' ? styles.wrong : styles.quiet}>{t(`orders.verdict.${verdict}`)}</strong>
        )}
      </p>
      <ol>
        {items.map((line) => (
          <SealedOrder key={line.place} of={line} market={line.market === null ? null : titleOf(`market/${line.market}`, markets)} />
        ))}
      </ol>
      {state === 'failed' && <p>{t('orders.failed')}</p>}
      {state !== 'done' && (state !== 'loading' || items.length > 0) && (
        <Button size="small" appearance="subtle" disabled={state === 'loading'} onClick={() => void list.more()}>
          {t(state === 'failed' ? 'orders.retry' : 'orders.more')}
        </Button>
      )}
    </section>
  );
});

/** A line of it: what became of the order when, and whose it is. Words that nobody knows are shown as they stand, and so is a market that is gone. */
function SealedOrder({ of, market }: { readonly of: SealedOrderLine; readonly market: string | null }) {
  const t = useText('page-audit');
  const { price, qty, filledQty, triggerPrice, username, origin, side, type } = of;
  const [status, known] = [of.status, orderStatuses.find((one) => one === of.status)];
  const facts = [
    qty === null ? null : price === null ? formatDecimal(qty) : `${formatDecimal(qty)} @ ${formatDecimal(price)}`,
    triggerPrice === null ? null : t('orders.trigger', { price: formatDecimal(triggerPrice) }),
    filledQty === null || filledQty === '0' ? null : t('orders.filled', { qty: formatDecimal(filledQty) }),
    type === null ? null : orderTypes.some((one) => one === type) ? t(`orders.type.${type}`) : type,
  ].filter((one) => one !== null);
  const whose = [
    username ?? t('orders.nobody'),
    of.apiId === null ? null : t('orders.account', { id: of.apiId }),
    ...(origin === null ? [] : originTexts(origin, t)),
  ].filter((one) => one !== null);
  return (
    <li>
      <span>
        <TimeText timeMs={of.timeMs} />{' '}
        <b title={of.cause}>{known === undefined ? status : t(`orders.status.${orderStatusWord(of, known)}`)}</b>{' '}
        {isSide(side) ? <SideText side={side} /> : side}{' '}
        <span translate="no" title={of.market ?? undefined}>
          {market ?? of.market ?? '–'}
        </span>
      </span>
      <span>{facts.join(' · ')}</span>
      <span className={styles.quiet} title={of.clientOrderId ?? undefined}>
        {t('orders.order', { id: of.orderId })} · {whose.join(' · ')}
      </span>
    </li>
  );
}

/** A strategy or a copy may be set up by whom the owner has authorised. */
function originTexts(origin: NonNullable<SealedOrderLine['origin']>, t: Translate): readonly string[] {
  const words = originWords(origin);
  return [t(`orders.origin.${words.kind}`, words), ...(words.deputy === '' ? [] : [t('orders.origin.authorised', words)])];
}

const isSide = (side: string | null): side is OrderSide => orderSides.some((one) => one === side);
