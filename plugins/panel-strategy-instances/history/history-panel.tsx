import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { PanelConfig, PanelProps } from '../../../core/contract/panel.ts';
import type { Instance } from '../../../core/contract/strategies.ts';
import { instrumentsIn } from '../../../core/domain/markets/instruments-in.ts';
import {
  DataTable,
  FailedState,
  FilterBar,
  type FilterField,
  type FilterValues,
  filterRange,
  IconButton,
  isFiltered,
  ListEmpty,
  ListFoot,
  PagedList,
  PanelBody,
  readFilterValues,
  type Translate,
  useServices,
  useText,
} from '../../../core/ui/index.ts';
import { lookedAt } from '../chart/charted-instance.ts';
import { followEnds } from '../follow-ends.ts';
import { instanceColumns } from '../instance-columns.tsx';
import { detailsPanel, mayStart, reuse } from '../panel-links.ts';
import type { requires, Services } from '../requires.ts';
import { StartStrategy } from '../start-strategy.tsx';
import { tableOf } from '../table-config.ts';
import { useNow } from '../use-now.ts';
import { type StrategyTexts, useStrategyTexts } from '../use-strategy-texts.ts';
import { historyFields, historyQuery } from './history-filter.ts';

const pageSize = 50;

/** Instances that have ended, newest first: what they made, why they ended, and a start like them. */
export const Panel = observer(function HistoryPanel(props: PanelProps<typeof requires>) {
  const { services, config, updateConfig, visible, linkGroup } = props;
  const { strategies, workspace } = services;
  const t = useText('panel-strategy-instances');
  const texts = useStrategyTexts(services);
  const now = useNow(false);
  const columns = useMemo(() => instanceColumns({ services, t, texts, now, ended: true }), [services, t, texts, now]);
  const filter = useHistoryFilter(services, config, t, texts);
  const startable = mayStart(services);
  const list = useHistory(services, visible, filter);
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => (visible && shown !== null ? (lookedAt.hold(shown) as () => void) : undefined), [visible, shown]);
  const look = ({ instanceId }: Instance): void => {
    strategies.choose(instanceId);
    setShown(instanceId);
  };
  const open = (instance: Instance): void => {
    look(instance);
    const [market] = instrumentsIn(instance.params);
    if (market !== undefined) workspace.setGroupInstrument(linkGroup, market);
    workspace.openPanel(detailsPanel);
  };
  const failed = list?.state === 'failed' && list.items.length === 0;
  return (
    <PanelBody
      bar={<FilterBar fields={filter.fields} values={filter.values} onChange={(filters) => updateConfig({ filters })} />}
      foot={list === null || failed ? null : <ListFoot list={list} />}
    >
      <DataTable<Instance>
        label={t('history.title')}
        rows={list?.items ?? []}
        columns={columns}
        rowKey={({ instanceId }) => instanceId}
        state={tableOf(config)}
        onStateChange={(table) => updateConfig({ table })}
        loading={list === null || (list.state === 'loading' && list.items.length === 0)}
        onActivate={look}
        onOpen={open}
        rowActions={(instance) => (
          <>
            <IconButton icon="info" label={t('action.details')} onClick={() => open(instance)} />
            {startable && <IconButton icon="refresh" label={t('action.reuse')} onClick={() => reuse(services, instance)} />}
          </>
        )}
        empty={
          failed ? (
            <FailedState text={t('history.failed')} onRetry={() => void list.more()} />
          ) : (
            <ListEmpty
              icon="history"
              text={t('history.empty')}
              action={<StartStrategy services={services} />}
              narrowed={isFiltered(filter.values) ? t('history.narrowed') : null}
              onClear={() => updateConfig({ filters: {} })}
            />
          )
        }
      />
    </PanelBody>
  );
});

interface HistoryFilter {
  readonly fields: readonly FilterField[];
  readonly values: FilterValues;
  /** As of now: a range of days moves with the clock. */
  readonly query: () => ReturnType<typeof historyQuery>;
}

/** What is chosen, remembered with the panel. */
function useHistoryFilter(services: Services, config: PanelConfig, t: Translate, texts: StrategyTexts): HistoryFilter {
  const { accounts, markets, preferences, strategies } = services;
  const { timers } = useServices();
  const { apiAccounts } = accounts;
  const { templates } = strategies;
  const { timeZone } = preferences;
  const saved = JSON.stringify(readFilterValues(config.filters));
  return useMemo(() => {
    const values = JSON.parse(saved) as FilterValues;
    return {
      fields: historyFields({ apiAccounts, templates, texts, exchangeTitle: (exchange) => markets.exchangeTitle(exchange) }, t),
      values,
      query: () => historyQuery(values, filterRange(values, timers.nowMs(), timeZone)),
    };
  }, [apiAccounts, markets, saved, t, templates, texts, timers, timeZone]);
}

/** The newest page, read anew whenever one has ended or the filter is another; what is shown stays until then. */
function useHistory({ api, strategies }: Services, visible: boolean, { query }: HistoryFilter): PagedList<Instance> | null {
  const { timers } = useServices();
  const [list, setList] = useState<PagedList<Instance> | null>(null);
  useEffect(() => {
    if (!visible) return;
    let gone = false;
    const renew = async (): Promise<void> => {
      const asked = query();
      const next = new PagedList<Instance>(async (before) => {
        const page = await api.call('instanceList', { query: { ...asked, limit: pageSize, ...(before === null ? {} : { before }) } });
        if (!page.ok) return page;
        const last = page.value.length < pageSize ? null : (page.value.at(-1)?.instanceId ?? null);
        return { ok: true, value: { results: page.value, next: last } };
      });
      await next.more();
      if (!gone) setList(next);
    };
    void renew();
    const stop = followEnds(strategies, timers, () => void renew());
    return () => {
      gone = true;
      stop();
    };
  }, [api, query, strategies, timers, visible]);
  return list;
}
