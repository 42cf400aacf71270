import { AppError } from '../../../core/contract/app-error.ts';
import type { Order, OrderLife, OrderLifeEvent } from '../../../core/contract/client-services.ts';
import type { ErrorCode } from '../../../core/contract/error-catalogue.ts';
import { decimalsOf } from '../../../core/domain/numbers/decimal.ts';
import { formatDecimal, formatStamp, orderCauseWord, orderStatusWord, type Translate } from '../../../core/ui/index.ts';
import { orderName } from '../open/cancel-report.ts';
import type { Services } from '../requires.ts';
import styles from './order-details.module.css';
import type { OrderRef } from './order-life-store.ts';

interface LifeListProps {
  readonly services: Services;
  readonly t: Translate;
  readonly life: OrderLife;
  readonly onOpen: (order: OrderRef) => void;
}

/** The life of an order from 1: time, cause, what changed and the trades; below it the orders that are tied to it. */
export function LifeList({ services, t, life, onOpen }: LifeListProps) {
  return (
    <>
      <h3 className={styles.heading}>{t('details.life')}</h3>
      <ol className={styles.life} aria-label={t('details.life')}>
        {life.events.map((event, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the end
          <LifeEvent key={at} services={services} t={t} event={event} before={life.events[at - 1]} order={life.order} />
        ))}
      </ol>
      {life.related.length > 0 && (
        <>
          <h3 className={styles.heading}>{t('details.related')}</h3>
          <ul className={styles.related}>
            {life.related.map((order) => (
              <li key={order.orderId}>
                <button type="button" className={styles.link} onClick={() => onOpen(order)}>
                  {t(relationOf(life, order.orderId))} · {orderName(order, services, t)} ·{' '}
                  {t(`status.${orderStatusWord(order, order.status)}`)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const relationOf = ({ order }: OrderLife, otherId: string): string =>
  order.pairId === otherId ? 'relation.pair' : order.parentId === otherId ? 'relation.entry' : 'relation.armed';

interface LifeEventProps {
  readonly services: Services;
  readonly t: Translate;
  readonly event: OrderLifeEvent;
  /** The change before it; none before the first. */
  readonly before: OrderLifeEvent | undefined;
  readonly order: Order;
}

function LifeEvent({ services, t, event, before, order }: LifeEventProps) {
  const { timeZone } = services.preferences;
  const instrument = services.markets.instrument(order.instrumentId);
  const price = (value: string): string => formatDecimal(value, instrument === null ? undefined : decimalsOf(instrument.tick));
  return (
    <li className={styles.event}>
      <time className={styles.time} dateTime={new Date(event.timeMs).toISOString()}>
        {formatStamp(event.timeMs, timeZone)}
      </time>
      <div>
        <div className={styles.cause}>{t(`cause.${orderCauseWord(order, event.cause)}`)}</div>
        <div className={styles.note}>{t(`status.${orderStatusWord(order, event.status)}`)}</div>
        {event.changes.map(({ field, from, to }) => (
          <div key={field} className={styles.note}>
            {t(`change.${field}`)}: {from === null ? '–' : formatDecimal(from)} → {to === null ? '–' : formatDecimal(to)}
          </div>
        ))}
        {event.preventedQty !== (before?.preventedQty ?? '0') && (
          <div className={styles.note}>
            {t('details.prevented')}: {formatDecimal(event.preventedQty)}
          </div>
        )}
        {event.refusal !== null && (
          <div className={styles.refusal}>
            {services.texts.errorText(new AppError(event.refusal.code as ErrorCode, event.refusal.params))}
            <div className={styles.note}>{event.refusal.code}</div>
            {event.refusal.repeats > 0 && (
              <div className={styles.note}>{t('details.repeats', { times: formatDecimal(String(event.refusal.repeats)) })}</div>
            )}
          </div>
        )}
        {event.fills.map((fill) => (
          <div key={fill.tradeId} className={styles.note}>
            {t('details.fill', {
              qty: formatDecimal(fill.qty),
              price: price(fill.price),
              fee: `${formatDecimal(fill.fee)} ${fill.feeAsset}`,
              role: t(`liquidity.${fill.liquidity}`),
            })}
          </div>
        ))}
      </div>
    </li>
  );
}
