import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { OrderView } from '../../core/contract/client-services.ts';
import type { PanelProps } from '../../core/contract/panel.ts';
import { orderStatuses, orderStatusTable } from '../../core/domain/order-status.ts';
import { isFinal } from '../../core/domain/state-table.ts';
import { DataTable, ExportButton, ListFoot, PagedList, PanelBody, type TableState, useText } from '../../core/ui/index.ts';
import { ListEmpty } from './list-empty.tsx';
import { matchesOrder, orderQuery } from './list-filter.ts';
import { orderColumns } from './order-columns.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { mergeOrders, orderKey } from './order-figures.ts';
import type { requires } from './requires.ts';
import { useListFilter } from './use-list-filter.tsx';

const endedStatuses = orderStatuses.filter((status) => isFinal(orderStatusTable, status));
const pageSize = 100;

/** Ended orders: the server's pages, and those that end while the panel is open. */
export const Panel = observer(function OrderHistoryPanel(props: PanelProps<typeof requires>) {
  const { services, config, updateConfig, instrumentId } = props;
  const { accounts, api, notices } = services;
  const t = useText('panel-orders');
  const columns = useMemo(() => orderColumns(services, t, 'update_time', null), [services, t]);
  const [opened, setOpened] = useState<OrderView | null>(null);
  const filter = useListFilter({ services, t, config, updateConfig, instrumentId, statuses: endedStatuses });
  const narrow = filter.current();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the filter, which is made anew with every render
  const list = useMemo(() => {
    const query = orderQuery(narrow);
    return new PagedList<OrderView>((cursor) =>
      api.call('orderHistory', { query: { ...query, limit: pageSize, ...(cursor === null ? {} : { cursor }) } }),
    );
  }, [api, filter.key]);
  useEffect(() => void list.more(), [list]);
  const live = accounts.endedOrders.filter((order) => matchesOrder(order, narrow));
  const exportButton = (
    <ExportButton
      fileName={t('history.file')}
      download={(options) => api.download('orderHistoryExport', { query: orderQuery(filter.current()) }, options)}
      onFailure={({ error }) => notices.error(error)}
    />
  );
  return (
    <PanelBody bar={filter.bar(exportButton)} foot={<ListFoot list={list} />}>
      <DataTable<OrderView>
        label={t('history.title')}
        rows={mergeOrders(live, list.items)}
        columns={columns}
        rowKey={orderKey}
        state={(config.table as TableState | undefined) ?? {}}
        onStateChange={(table) => updateConfig({ table })}
        onOpen={setOpened}
        loading={list.state === 'loading'}
        empty={
          list.state === 'failed' ? null : (
            <ListEmpty t={t} icon="history" text={t('history.empty')} narrowed={t('history.narrowed')} filter={filter} />
          )
        }
      />
      <OrderDrawer services={services} order={opened} onClose={() => setOpened(null)} />
    </PanelBody>
  );
});
