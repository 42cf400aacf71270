import { observer } from 'mobx-react-lite';
import { parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import { ClippedText, Icon, useText } from '../../../core/ui/index.ts';
import type { SentOrder } from '../../../core/ui/order-sender.ts';
import type { Services } from '../requires.ts';
import type { TicketStore } from '../ticket-store.ts';
import styles from './ticket-outcomes.module.css';

interface OutcomesProps {
  readonly services: Services;
  readonly store: TicketStore;
}

/** Orders that wait for a word: of which nobody knows, that never arrived, or that one of several accounts refused. All others are told by messages. */
export const TicketOutcomes = observer(function TicketOutcomes({ services, store }: OutcomesProps) {
  const t = useText('panel-order-ticket');
  const orders = store.sender.orders.filter(({ state, unsure }) => unsure || state === 'refused' || state === 'absent');
  const refused = orders.flatMap(({ state, clientOrderId }) => (state === 'refused' ? [clientOrderId] : []));
  return (
    <div className={styles.outcomes} role="status" aria-live="polite" aria-label={t('outcomes')}>
      {orders.map((order) => (
        <Outcome key={order.clientOrderId} services={services} store={store} order={order} />
      ))}
      {refused.length > 1 && (
        <button type="button" className={styles.again} onClick={() => void store.repeat(refused)}>
          {t('outcome.retryAll', { count: refused.length })}
        </button>
      )}
    </div>
  );
});

const Outcome = observer(function Outcome({ services, store, order }: OutcomesProps & { readonly order: SentOrder }) {
  const t = useText('panel-order-ticket');
  const { state, error, missing, clientOrderId, accountName } = order;
  const market = parseInstrumentId(order.request.instrumentId);
  const exchange = services.markets.exchangeTitle(market?.exchange ?? '');
  const fate =
    state === 'unresolved' ? t(missing ? 'outcome.missing' : 'outcome.unresolved') : state === 'absent' ? t('outcome.absent') : '';
  return (
    <div className={styles.outcome} data-state={state} role={state === 'refused' ? 'alert' : undefined}>
      <span className={styles.outcomeHead}>
        <ClippedText title={`${exchange} · ${accountName}`}>
          {exchange} · {market?.symbol}
        </ClippedText>
        {state !== 'sending' && (
          <button
            type="button"
            className={styles.close}
            aria-label={t('outcome.dismiss')}
            onClick={() => store.sender.forget(clientOrderId)}
          >
            <Icon name="close" size={10} />
          </button>
        )}
      </span>
      {state === 'sending' ? (
        <span>{t('outcome.sending')}</span>
      ) : (
        <span>
          {error !== null && `${services.texts.errorText(error)} `}
          {fate}{' '}
          <button type="button" className={styles.again} onClick={() => void store.repeat([clientOrderId])}>
            {t(state === 'unresolved' ? 'outcome.sendAgain' : 'outcome.retry')}
          </button>
        </span>
      )}
    </div>
  );
});
