import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { OrderView } from '../../core/contract/client-services.ts';
import type { PanelProps } from '../../core/contract/panel.ts';
import { DataTable, EmptyState, PanelBody, type TableState, useText } from '../../core/ui/index.ts';
import { ListFoot } from './list-foot.tsx';
import { orderColumns } from './order-columns.tsx';
import { mergeOrders, orderKey } from './order-figures.ts';
import { PagedList } from './paged-list.ts';
import type { requires } from './requires.ts';

/** Ended orders: the server's pages, and those that end while the panel is open. */
export const Panel = observer(function OrderHistoryPanel({ services, config, updateConfig }: PanelProps<typeof requires>) {
  const { accounts, api, workspace } = services;
  const t = useText('panel-orders');
  const apiIds = accounts.selectedIds.join();
  const columns = useMemo(() => orderColumns(services, t, 'update_time'), [services, t]);
  const list = useMemo(
    () =>
      new PagedList<OrderView>((cursor) =>
        api.call('orderHistory', {
          query: { ...(apiIds === '' ? {} : { api_ids: apiIds }), limit: 100, ...(cursor === null ? {} : { cursor }) },
        }),
      ),
    [api, apiIds],
  );
  useEffect(() => void list.more(), [list]);
  const live = accounts.endedOrders.filter((order) => accounts.selectedIds.includes(order.api_id));
  return (
    <PanelBody foot={<ListFoot list={list} />}>
      <DataTable<OrderView>
        label={t('history.title')}
        rows={mergeOrders(live, list.items)}
        columns={columns}
        rowKey={orderKey}
        state={(config.table as TableState | undefined) ?? {}}
        onStateChange={(table) => updateConfig({ table })}
        onActivate={(order) => workspace.openTab(order.id)}
        loading={list.state === 'loading'}
        empty={<EmptyState icon="history" text={t(list.state === 'failed' ? 'list.failed' : 'history.empty')} />}
      />
    </PanelBody>
  );
});
