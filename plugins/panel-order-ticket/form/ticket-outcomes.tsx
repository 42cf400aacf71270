import { observer } from 'mobx-react-lite';
import { parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import { ClippedText, formatDecimal, Icon, orderStatusWord, useText } from '../../../core/ui/index.ts';
import type { SentOrder } from '../../../core/ui/order-sender.ts';
import type { Services } from '../requires.ts';
import type { TicketStore } from '../ticket-store.ts';
import styles from './ticket-outcomes.module.css';

/** What became of the last orders, account by account; what is unknown or refused can be sent again under the same id. */
export const TicketOutcomes = observer(function TicketOutcomes({
  services,
  store,
}: {
  readonly services: Services;
  readonly store: TicketStore;
}) {
  const t = useText('panel-order-ticket');
  const { orders } = store.sender;
  const refused = orders.filter(({ state }) => state === 'refused');
  return (
    <div className={styles.outcomes} role="status" aria-live="polite" aria-label={t('outcomes')}>
      {orders.map((order) => (
        <Outcome key={order.clientOrderId} services={services} store={store} order={order} />
      ))}
      {refused.length > 1 && (
        <button
          type="button"
          className={styles.again}
          onClick={() => refused.forEach((order) => void store.sender.repeat(order.clientOrderId))}
        >
          {t('outcome.retryAll', { count: refused.length })}
        </button>
      )}
    </div>
  );
});

const Outcome = observer(function Outcome({
  services,
  store,
  order,
}: {
  readonly services: Services;
  readonly store: TicketStore;
  readonly order: SentOrder;
}) {
  const t = useText('panel-order-ticket');
  const { sender } = store;
  const view = sender.view(order);
  const market = parseInstrumentId(order.request.instrumentId);
  const exchange = services.markets.exchangeTitle(market?.exchange ?? '');
  const repeat = (
    <button type="button" className={styles.again} onClick={() => void sender.repeat(order.clientOrderId)}>
      {t(order.state === 'unresolved' ? 'outcome.sendAgain' : 'outcome.retry')}
    </button>
  );
  return (
    <div className={styles.outcome} data-state={order.state} role={order.state === 'refused' ? 'alert' : undefined}>
      <span className={styles.outcomeHead}>
        <ClippedText title={`${exchange} · ${order.accountName}`}>
          {exchange} · {market?.symbol}
        </ClippedText>
        {order.state !== 'sending' && (
          <button
            type="button"
            className={styles.close}
            aria-label={t('outcome.dismiss')}
            onClick={() => sender.forget(order.clientOrderId)}
          >
            <Icon name="close" size={10} />
          </button>
        )}
      </span>
      {order.state === 'sending' && <span>{t('outcome.sending')}</span>}
      {order.state === 'accepted' && view !== null && (
        <span>
          {t('outcome.accepted', {
            number: view.orderId,
            status: t(`status.${orderStatusWord(view, view.status)}`),
            filled: formatDecimal(view.filledQty),
          })}
        </span>
      )}
      {order.state === 'refused' && order.error !== null && (
        <span>
          {services.texts.errorText(order.error)} {repeat}
        </span>
      )}
      {order.state === 'absent' && (
        <span>
          {t('outcome.absent')} {repeat}
        </span>
      )}
      {order.state === 'unresolved' && (
        <span>
          {order.error !== null && `${services.texts.errorText(order.error)} `}
          {t(order.missing ? 'outcome.missing' : 'outcome.unresolved')} {repeat}
        </span>
      )}
    </div>
  );
});
