import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { FillView } from '../../core/contract/client-services.ts';
import type { PanelProps } from '../../core/contract/panel.ts';
import { DataTable, EmptyState, PanelBody, type TableState, useText } from '../../core/ui/index.ts';
import { fillColumns } from './fill-columns.tsx';
import { fillKey, mergeFills } from './fill-figures.ts';
import { ListFoot } from './list-foot.tsx';
import { PagedList } from './paged-list.ts';
import type { requires } from './requires.ts';

/** Own trades with their fees: the server's pages, and those that happen while the panel is open. */
export const Panel = observer(function FillsPanel({ services, config, updateConfig }: PanelProps<typeof requires>) {
  const { accounts, api, workspace } = services;
  const t = useText('panel-orders');
  const apiIds = accounts.selectedIds.join();
  const columns = useMemo(() => fillColumns(services, t), [services, t]);
  const list = useMemo(
    () =>
      new PagedList<FillView>((cursor) =>
        api.call('fills', { query: { ...(apiIds === '' ? {} : { api_ids: apiIds }), limit: 100, ...(cursor === null ? {} : { cursor }) } }),
      ),
    [api, apiIds],
  );
  useEffect(() => void list.more(), [list]);
  const live = accounts.fills.filter((fill) => accounts.selectedIds.includes(fill.api_id));
  return (
    <PanelBody foot={<ListFoot list={list} />}>
      <DataTable<FillView>
        label={t('fills.title')}
        rows={mergeFills(live, list.items)}
        columns={columns}
        rowKey={fillKey}
        state={(config.table as TableState | undefined) ?? {}}
        onStateChange={(table) => updateConfig({ table })}
        onActivate={(fill) => workspace.openTab(fill.id)}
        loading={list.state === 'loading'}
        empty={<EmptyState icon="trades" text={t(list.state === 'failed' ? 'list.failed' : 'fills.empty')} />}
      />
    </PanelBody>
  );
});
