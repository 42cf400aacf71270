import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { Close } from '../../core/contract/client-services.ts';
import type { PanelProps } from '../../core/contract/panel.ts';
import {
  DataTable,
  ExportButton,
  FilterBar,
  type FilterValues,
  filterRange,
  isFiltered,
  ListEmpty,
  ListFoot,
  PagedList,
  PanelBody,
  PlaceOrderButton,
  readFilterValues,
  type TableState,
  useServices,
  useText,
} from '../../core/ui/index.ts';
import { closeColumns } from './close-columns.tsx';
import { Gathered } from './gathered.ts';
import { filterFields, knownValues } from './list-filters.ts';
import type { requires } from './requires.ts';

const pageSize = 100;

/** What every sell has realised, newest first. */
export const Panel = observer(function ClosesPanel(props: PanelProps<typeof requires>) {
  const { services, config, updateConfig, visible } = props;
  const { accounts, api, markets, notices, preferences, workspace } = services;
  const t = useText('panel-positions');
  const { timers } = useServices();
  const columns = useMemo(() => closeColumns(services, t), [services, t]);
  const own = accounts.apiAccounts.filter((account) => accounts.selectedIds.includes(account.apiId));
  const values = knownValues(readFilterValues(config.filters), own);
  const query = () => closesQuery(values, accounts.selectedIds, filterRange(values, timers.nowMs(), preferences.timeZone));
  const key = JSON.stringify([values, accounts.selectedIds]);
  const [list, setList] = useState<PagedList<Close> | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the query, which is made anew with every render
  useEffect(() => {
    if (!visible) return;
    let gone = false;
    // The list on the screen stays until its successor has its first page.
    const renew = async (): Promise<void> => {
      const asked = query();
      const next = new PagedList<Close>((cursor) =>
        api.call('closes', { query: { ...asked, limit: pageSize, ...(cursor === null ? {} : { cursor }) } }),
      );
      await next.more();
      if (!gone) setList(next);
    };
    void renew();
    const soon = new Gathered(timers, () => void renew());
    const stopFollowing = reaction(
      () => accounts.fills,
      () => soon.want(),
    );
    return () => {
      gone = true;
      soon.stop();
      stopFollowing();
    };
  }, [api, accounts, timers, key, visible]);

  const symbols = useMemo(() => markets.instruments.map(({ symbol }) => symbol), [markets.instruments]);
  const bar = (
    <FilterBar
      fields={filterFields({ accounts: own, markets, field: 'symbol', names: symbols }, t)}
      values={values}
      onChange={(filters) => updateConfig({ filters })}
      actions={
        <ExportButton
          fileName={t('closes.file')}
          download={(options) => api.download('closesExport', { query: query() }, options)}
          onFailure={({ error }) => notices.error(error)}
        />
      }
    />
  );
  return (
    <PanelBody bar={bar} foot={list === null ? null : <ListFoot list={list} />}>
      <DataTable<Close>
        label={t('closes.title')}
        rows={list?.items ?? []}
        columns={columns}
        rowKey={closeKey}
        state={(config.table as TableState | undefined) ?? {}}
        onStateChange={(table) => updateConfig({ table })}
        onOpen={(close) => workspace.openTab(close.instrumentId)}
        loading={list === null}
        empty={
          list?.state === 'failed' ? null : (
            <ListEmpty
              icon="history"
              text={t('closes.empty')}
              narrowed={isFiltered(values) ? t('closes.narrowed') : null}
              action={<PlaceOrderButton workspace={workspace} />}
              onClear={() => updateConfig({ filters: {} })}
            />
          )
        }
      />
    </PanelBody>
  );
});

const closeKey = (close: Close): string => `${close.instrumentId} ${close.tradeId} ${close.orderId}`;

function closesQuery(
  values: FilterValues,
  apiIds: readonly number[],
  { fromMs, toMs }: { readonly fromMs?: number; readonly toMs?: number },
) {
  const asked = values.account === undefined ? apiIds : [Number(values.account)];
  return {
    ...(asked.length === 0 ? {} : { apiIds: asked }),
    ...(values.exchange === undefined ? {} : { exchange: values.exchange }),
    ...(values.symbol === undefined ? {} : { symbol: values.symbol }),
    ...(fromMs === undefined ? {} : { from: Math.floor(fromMs) }),
    ...(toMs === undefined ? {} : { to: Math.floor(toMs) }),
  };
}
