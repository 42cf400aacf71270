import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { InstanceInfo, InstancePosition } from '../../../core/contract/strategies.ts';
import {
  type Column,
  DataTable,
  EmptyState,
  MarketName,
  Price,
  Quantity,
  SideText,
  Signed,
  type Translate,
  useText,
} from '../../../core/ui/index.ts';
import { accountNames, amountStep } from '../instance-columns.tsx';
import type { Services } from '../requires.ts';
import type { ShownInstance } from '../shown-instance.ts';
import styles from './details.module.css';

type OpenOrder = InstanceInfo['orders'][number];

/** What an instance holds, and the orders that it has in the market. */
export const HoldingTables = observer(function HoldingTables({ services, store, instance }: ShownInstance) {
  const t = useText('panel-strategy-instances');
  const positions = useMemo(() => positionColumns(services, t), [services, t]);
  const orders = useMemo(() => orderColumns(services, t), [services, t]);
  const info = store.info;
  return (
    <div className={styles.tables}>
      <section className={styles.half} aria-label={t('positions.title')}>
        <h3>{t('positions.title')}</h3>
        <div className={styles.fill}>
          <DataTable<InstancePosition>
            label={t('positions.title')}
            rows={instance.positions}
            columns={positions}
            rowKey={({ apiId, instrument, side }) => `${apiId} ${instrument} ${side}`}
            empty={<EmptyState text={t('positions.empty')} />}
          />
        </div>
      </section>
      <section className={styles.half} aria-label={t('orders.title')}>
        <h3>{t('orders.title')}</h3>
        <div className={styles.fill}>
          <DataTable<OpenOrder>
            label={t('orders.title')}
            rows={info?.orders ?? []}
            columns={orders}
            rowKey={({ clientOrderId }) => clientOrderId}
            loading={info === null}
            empty={<EmptyState text={t('orders.empty')} />}
          />
        </div>
      </section>
    </div>
  );
});

function positionColumns({ markets, workspace }: Services, t: Translate): Column<InstancePosition>[] {
  const tick = (id: string): string => markets.instrument(id)?.tick ?? '0.01';
  return [
    {
      id: 'market',
      title: t('column.market'),
      width: 124,
      fixed: true,
      render: ({ instrument }) => <MarketName markets={markets} id={instrument} onOpen={(id) => workspace.openTab(id)} />,
    },
    { id: 'side', title: t('column.side'), width: 56, render: ({ side }) => t(`side.${side}`) },
    {
      id: 'qty',
      title: t('column.qty'),
      width: 84,
      align: 'right',
      render: ({ qty, instrument }) => <Quantity value={qty} step={markets.instrument(instrument)?.lot ?? '0.00000001'} />,
    },
    {
      id: 'entry',
      title: t('column.entry'),
      width: 84,
      align: 'right',
      render: ({ entryPrice, instrument }) => <Price value={entryPrice} step={tick(instrument)} />,
    },
    {
      id: 'mark',
      title: t('column.mark'),
      width: 84,
      align: 'right',
      render: ({ mark, instrument }) => <Price value={mark} step={tick(instrument)} />,
    },
    {
      id: 'openProfit',
      title: t('column.openProfit'),
      width: 84,
      align: 'right',
      render: ({ openProfit }) => <Signed value={openProfit} step={amountStep} />,
    },
    {
      id: 'profit',
      title: t('column.profit'),
      width: 84,
      align: 'right',
      render: ({ profit }) => <Signed value={profit} step={amountStep} />,
    },
  ];
}

function orderColumns(services: Services, t: Translate): Column<OpenOrder>[] {
  const { markets, workspace } = services;
  return [
    {
      id: 'market',
      title: t('column.market'),
      width: 124,
      fixed: true,
      render: ({ instrument }) => <MarketName markets={markets} id={instrument} onOpen={(id) => workspace.openTab(id)} />,
    },
    { id: 'side', title: t('column.side'), width: 48, render: ({ side }) => <SideText side={side} /> },
    {
      id: 'price',
      title: t('column.price'),
      width: 84,
      align: 'right',
      render: ({ price, instrument }) => <Price value={price} step={markets.instrument(instrument)?.tick ?? '0.01'} />,
      compare: (a, b) => Number(a.price ?? 0) - Number(b.price ?? 0),
    },
    {
      id: 'open',
      title: t('column.openQty'),
      width: 84,
      align: 'right',
      render: ({ openQty, instrument }) => <Quantity value={openQty} step={markets.instrument(instrument)?.lot ?? '0.00000001'} />,
    },
    { id: 'tag', title: t('column.tag'), width: 96, render: ({ tag, clientOrderId }) => <span title={clientOrderId}>{tag}</span> },
    { id: 'account', title: t('column.account'), width: 84, optional: true, render: ({ apiId }) => accountNames(services, [apiId]) },
  ];
}
