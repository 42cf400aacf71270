import { Button, Checkbox } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import type { OrderView } from '../../core/contract/client-services.ts';
import type { PanelProps } from '../../core/contract/panel.ts';
import { BarSpace, ConfirmPopover, DataTable, EmptyState, Icon, PanelBody, type TableState, useText } from '../../core/ui/index.ts';
import { AmendOrder } from './amend-order.tsx';
import { orderColumns } from './order-columns.tsx';
import { orderKey } from './order-figures.ts';
import styles from './orders.module.css';
import type { requires } from './requires.ts';

/** Resting and waiting orders with amend, cancel and cancel all. */
export const Panel = observer(function OpenOrdersPanel(props: PanelProps<typeof requires>) {
  const { services, config, updateConfig, instrumentId } = props;
  const { accounts, notices, workspace } = services;
  const t = useText('panel-orders');
  const [amending, setAmending] = useState<OrderView | null>(null);
  const [canceling, setCanceling] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => orderColumns(services, t, 'create_time'), [services, t]);
  const thisMarket = config.thisMarket === true;
  const rows = accounts.openOrders.filter(
    (order) => accounts.selectedIds.includes(order.api_id) && (!thisMarket || order.id === instrumentId),
  );

  const cancel = async (orders: readonly OrderView[]): Promise<void> => {
    setCanceling((before) => new Set([...before, ...orders.map(orderKey)]));
    const outcomes = await Promise.all(orders.map((order) => accounts.cancel(order)));
    for (const outcome of outcomes) if (!outcome.ok) notices.error(outcome.error);
    setCanceling((before) => new Set([...before].filter((key) => !orders.some((order) => orderKey(order) === key))));
  };

  return (
    <PanelBody
      bar={
        <>
          <Checkbox
            label={t('open.thisMarket')}
            checked={thisMarket}
            onChange={(_, data) => updateConfig({ thisMarket: data.checked === true })}
          />
          <BarSpace />
          <ConfirmPopover
            title={t('open.cancelAllTitle', { count: rows.length })}
            text={t(thisMarket ? 'open.cancelAllOfMarket' : 'open.cancelAllOfAccounts')}
            confirmLabel={t('open.cancelAllConfirm', { count: rows.length })}
            onConfirm={() => void cancel(rows)}
          >
            <Button size="small" appearance="subtle" disabled={rows.length === 0}>
              {t('open.cancelAll')}
            </Button>
          </ConfirmPopover>
        </>
      }
    >
      <DataTable<OrderView>
        label={t('open.title')}
        rows={rows}
        columns={columns}
        rowKey={orderKey}
        state={(config.table as TableState | undefined) ?? {}}
        onStateChange={(table) => updateConfig({ table })}
        loading={accounts.loading}
        onActivate={(order) => workspace.openTab(order.id)}
        rowActions={(order) => (
          <>
            <button
              type="button"
              className={styles.action}
              title={t('open.amend')}
              aria-label={t('open.amend')}
              onClick={() => setAmending(order)}
            >
              <Icon name="edit" size={14} />
            </button>
            <button
              type="button"
              className={styles.action}
              title={t('open.cancel')}
              aria-label={t('open.cancel')}
              disabled={canceling.has(orderKey(order))}
              onClick={() => void cancel([order])}
            >
              <Icon name="close" size={14} />
            </button>
          </>
        )}
        empty={<EmptyState icon="orders" text={t('open.empty')} />}
      />
      {amending !== null && <AmendOrder services={services} order={amending} onClose={() => setAmending(null)} />}
    </PanelBody>
  );
});
