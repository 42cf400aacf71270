import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { Order } from '../../../core/contract/client-services.ts';
import { awaitsEntry } from '../../../core/domain/orders/awaits-entry.ts';
import { MarketName, Price, Quantity, SideText, TimeText, type Translate } from '../../../core/ui/index.ts';
import { AmendCell } from '../open/amend-cell.tsx';
import type { AmendField, OrderActions } from '../open/order-actions.ts';
import { StatusText } from '../order-columns.tsx';
import { averagePrice, filledPercent } from '../order-figures.ts';
import type { Services } from '../requires.ts';
import { CardHead, Figure } from './card-parts.tsx';
import styles from './cards.module.css';

interface OrderCardProps {
  readonly services: Services;
  readonly t: Translate;
  readonly order: Order;
  /** Null: it has ended. */
  readonly actions: OrderActions | null;
  readonly onOpen: (order: Order) => void;
  readonly onCancel?: (order: Order) => void;
}

/** An order as a card: what it is, what it asks, how much is filled, and what can be done with it. */
export const OrderCard = observer(function OrderCard({ services, t, order, actions, onOpen, onCancel }: OrderCardProps) {
  const { markets } = services;
  const instrument = markets.instrument(order.instrumentId);
  const tick = instrument === null ? {} : { step: instrument.tick };
  const lot = instrument === null ? {} : { step: instrument.lot };
  const amendable = (field: AmendField, shown: ReactNode): ReactNode =>
    actions === null ? (
      shown
    ) : (
      <AmendCell actions={actions} services={services} t={t} order={order} field={field}>
        {shown}
      </AmendCell>
    );
  const filled = filledPercent(order);
  const mayAmend = actions?.accessTo(order).outcome === 'granted';
  const mayCancel = actions?.accessToCancel(order).outcome === 'granted';
  return (
    <>
      <CardHead label={t('card.open')} onOpen={() => onOpen(order)} state={<StatusText actions={actions} t={t} order={order} />}>
        <SideText side={order.side} /> {t(`type.${order.type}`)} · <MarketName markets={markets} id={order.instrumentId} />
      </CardHead>
      <dl className={styles.figures}>
        <Figure name={t('column.price')}>
          {order.price === null ? t('price.market') : amendable('price', <Price value={order.price} {...tick} />)}
        </Figure>
        <Figure name={t('column.qty')}>{awaitsEntry(order) ? '–' : amendable('qty', <Quantity value={order.qty} {...lot} />)}</Figure>
        {order.triggerPrice !== null && (
          <Figure name={t('column.trigger')}>{amendable('triggerPrice', <Price value={order.triggerPrice} {...tick} />)}</Figure>
        )}
        {actions === null && (
          <Figure name={t('details.average')}>
            <Price value={averagePrice(order, instrument?.tick ?? '0.00000001')} {...tick} />
          </Figure>
        )}
        <Figure name={t('column.time')}>
          <TimeText timeMs={actions === null ? order.updatedMs : order.createdMs} />
        </Figure>
      </dl>
      <div className={styles.filled}>
        <span className={styles.bar} data-side={order.side}>
          <span style={{ width: filled === '–' ? 0 : filled }} />
        </span>
        <span>
          {t('column.filled')} {filled}
        </span>
      </div>
      {(mayAmend || mayCancel) && (
        <div className={styles.actions}>
          {mayAmend && (
            <button type="button" onClick={() => actions?.begin(order)}>
              {t('open.amend')}
            </button>
          )}
          {mayCancel && (
            <button type="button" disabled={actions?.pendingOf(order) === 'canceling'} onClick={() => onCancel?.(order)}>
              {t('open.cancel')}
            </button>
          )}
        </div>
      )}
    </>
  );
});
