import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { Order } from '../../core/contract/client-services.ts';
import { awaitsEntry } from '../../core/domain/orders/awaits-entry.ts';
import {
  type Column,
  MarketName,
  orderCauseWord,
  orderStatusWord,
  Price,
  Quantity,
  SideText,
  shortenId,
  TimeText,
  type Translate,
} from '../../core/ui/index.ts';
import { AmendCell } from './open/amend-cell.tsx';
import type { AmendField, OrderActions } from './open/order-actions.ts';
import { averagePrice, filledPercent } from './order-figures.ts';
import styles from './orders.module.css';
import type { Services } from './requires.ts';

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What a trigger watches, where it is not the last price. */
const watchedText = ({ watchedPrice: watched }: Order, t: Translate): string | null => (watched === 'INDEX' ? t('watched.INDEX') : null);

/** Where the column of triggers has no room, an ended stop still says what it waited for: its type says that it was no limit. */
const unpricedText = ({ triggerPrice }: Order, tick: string | undefined, t: Translate): ReactNode =>
  triggerPrice === null ? (
    t('price.market')
  ) : (
    <span title={t('column.trigger')}>
      <Price value={triggerPrice} {...stepOf(tick)} />
    </span>
  );

/**
 * Columns that open and ended orders share; `time` is the creation or the last change. With a actions, prices and quantities are
 * amended in their cells and the status says what waits.
 */
export function orderColumns(
  services: Services,
  t: Translate,
  time: 'createdMs' | 'updatedMs',
  actions: OrderActions | null,
): Column<Order>[] {
  const { markets, workspace } = services;
  const amendable = (order: Order, field: AmendField, shown: ReactNode): ReactNode =>
    actions === null ? (
      shown
    ) : (
      <AmendCell actions={actions} services={services} t={t} order={order} field={field}>
        {shown}
      </AmendCell>
    );
  const hasEnded = actions === null;
  const status: Column<Order> = {
    id: 'status',
    title: t('column.status'),
    // Words of an end are longer.
    ...(hasEnded ? { width: 70, least: 68 } : { width: 62, least: 56 }),
    render: (order) => <StatusText actions={actions} t={t} order={order} />,
    compare: (a, b) => byText(a.status, b.status),
  };
  const tick = (order: Order) => markets.instrument(order.instrumentId)?.tick;
  const lot = (order: Order) => markets.instrument(order.instrumentId)?.lot;
  return [
    {
      id: 'time',
      title: t('column.time'),
      width: 70,
      least: 66,
      yields: hasEnded ? 3 : 0,
      render: (order) => <TimeText timeMs={order[time]} />,
      compare: (a, b) => a[time] - b[time],
      descendingFirst: true,
    },
    {
      id: 'market',
      title: t('column.market'),
      // Of two orders on two exchanges the exchange tells which is which: what is filled gives way for it.
      ...(hasEnded ? { width: 106, least: 74 } : { width: 122, least: 118 }),
      fixed: true,
      render: (order) => <MarketName markets={markets} id={order.instrumentId} onOpen={(id) => workspace.openTab(id)} />,
      compare: (a, b) => byText(a.instrumentId, b.instrumentId),
    },
    {
      id: 'side',
      title: t('column.side'),
      width: 36,
      least: 34,
      render: (order) => <SideText side={order.side} />,
      compare: (a, b) => byText(a.side, b.side),
    },
    // How an order ended comes before its numbers, and is seen in the narrowest panel.
    ...(hasEnded ? [status] : []),
    {
      id: 'type',
      title: t('column.type'),
      width: hasEnded ? 108 : 112,
      least: 104,
      render: (order) => (
        <span title={[t(`type.${order.type}`), order.triggerPrice, watchedText(order, t), order.timeInForce].filter(Boolean).join(' · ')}>
          {t(`type.${order.type}`)}
        </span>
      ),
      compare: (a, b) => byText(a.type, b.type),
    },
    {
      id: 'price',
      title: t('column.price'),
      width: 74,
      least: 67,
      align: 'right',
      render: (order) =>
        order.price === null ? (
          <span className={styles.exchange}>{hasEnded ? unpricedText(order, tick(order), t) : t('price.market')}</span>
        ) : (
          amendable(order, 'price', <Price value={order.price} {...stepOf(tick(order))} />)
        ),
    },
    {
      id: 'trigger',
      title: t('column.trigger'),
      width: 76,
      least: 67,
      align: 'right',
      // Of an open order the type's tooltip still says it, where even this has no room.
      yields: hasEnded ? 0 : 3,
      render: (order) =>
        order.triggerPrice === null ? (
          <Price value={null} />
        ) : (
          amendable(
            order,
            'triggerPrice',
            <span title={watchedText(order, t) ?? undefined}>
              <Price value={order.triggerPrice} {...stepOf(tick(order))} />
              {order.watchedPrice === 'INDEX' && <span className={styles.exchange}> {t('watched.short')}</span>}
            </span>,
          )
        ),
    },
    {
      id: 'qty',
      title: t('column.qty'),
      width: 64,
      least: 58,
      align: 'right',
      render: (order) =>
        awaitsEntry(order) ? (
          <span title={t('qty.ofEntry')}>–</span>
        ) : (
          amendable(order, 'qty', <Quantity value={order.qty} {...stepOf(lot(order))} />)
        ),
    },
    {
      id: 'filled',
      title: t('column.filled'),
      width: 46,
      least: 42,
      align: 'right',
      yields: 2,
      render: (order) => <span title={order.filledQty}>{filledPercent(order)}</span>,
    },
    ...(hasEnded
      ? [
          {
            id: 'average',
            title: t('column.average'),
            width: 84,
            least: 74,
            yields: 1,
            align: 'right',
            render: (order) => <Price value={averagePrice(order, tick(order) ?? '0.00000001')} {...stepOf(tick(order))} />,
          } satisfies Column<Order>,
        ]
      : [status]),
    {
      id: 'order',
      title: t('column.order'),
      width: 84,
      optional: true,
      render: (order) => <span title={`${order.orderId} · ${order.clientOrderId}`}>{shortenId(order.orderId)}</span>,
    },
  ];
}

interface StatusTextProps {
  readonly actions: OrderActions | null;
  readonly t: Translate;
  readonly order: Order;
}

/** How an order stands, or what the server has been asked about it. */
export const StatusText = observer(function StatusText({ actions, t, order }: StatusTextProps) {
  const pending = actions?.pendingOf(order) ?? null;
  if (pending !== null) return <span className={styles.pending}>{t(`pending.${pending}`)}</span>;
  return <span title={t(`cause.${orderCauseWord(order, order.cause)}`)}>{t(`status.${orderStatusWord(order, order.status)}`)}</span>;
});

const stepOf = (step: string | undefined): { step?: string } => (step === undefined ? {} : { step });
