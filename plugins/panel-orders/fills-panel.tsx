import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { FillView } from '../../core/contract/client-services.ts';
import type { PanelProps } from '../../core/contract/panel.ts';
import { DataTable, ExportButton, ListFoot, PagedList, PanelBody, type TableState, useText } from '../../core/ui/index.ts';
import { fillColumns } from './fill-columns.tsx';
import { fillKey, mergeFills } from './fill-figures.ts';
import { ListEmpty } from './list-empty.tsx';
import { fillQuery, matchesFill } from './list-filter.ts';
import { OrderDrawer } from './order-drawer.tsx';
import type { OrderRef } from './order-life-store.ts';
import type { requires } from './requires.ts';
import { useListFilter } from './use-list-filter.tsx';

const pageSize = 100;

/** Own trades with their fees: the server's pages, and those that happen while the panel is open. */
export const Panel = observer(function FillsPanel(props: PanelProps<typeof requires>) {
  const { services, config, updateConfig, instrumentId } = props;
  const { accounts, api, notices } = services;
  const t = useText('panel-orders');
  const columns = useMemo(() => fillColumns(services, t), [services, t]);
  const [opened, setOpened] = useState<OrderRef | null>(null);
  const filter = useListFilter({ services, t, config, updateConfig, instrumentId, statuses: null });
  const narrow = filter.current();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the filter, which is made anew with every render
  const list = useMemo(() => {
    const query = fillQuery(narrow);
    return new PagedList<FillView>((cursor) =>
      api.call('fills', { query: { ...query, limit: pageSize, ...(cursor === null ? {} : { cursor }) } }),
    );
  }, [api, filter.key]);
  useEffect(() => void list.more(), [list]);
  const live = accounts.fills.filter((fill) => matchesFill(fill, narrow));
  const exportButton = (
    <ExportButton
      fileName={t('fills.file')}
      download={(options) => api.download('fillsExport', { query: fillQuery(filter.current()) }, options)}
      onFailure={({ error }) => notices.error(error)}
    />
  );
  return (
    <PanelBody bar={filter.bar(exportButton)} foot={<ListFoot list={list} />}>
      <DataTable<FillView>
        label={t('fills.title')}
        rows={mergeFills(live, list.items)}
        columns={columns}
        rowKey={fillKey}
        state={(config.table as TableState | undefined) ?? {}}
        onStateChange={(table) => updateConfig({ table })}
        onOpen={setOpened}
        loading={list.state === 'loading'}
        empty={
          list.state === 'failed' ? null : (
            <ListEmpty t={t} icon="trades" text={t('fills.empty')} narrowed={t('fills.narrowed')} filter={filter} />
          )
        }
      />
      <OrderDrawer services={services} order={opened} onClose={() => setOpened(null)} />
    </PanelBody>
  );
});
