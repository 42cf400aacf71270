import { compareStructural, computed } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { PanelProps } from '../../core/contract/panel.ts';
import {
  BarSpace,
  BarToggle,
  DataTable,
  EmptyState,
  FailedState,
  PanelBody,
  PlainButton,
  type TableState,
  useText,
} from '../../core/ui/index.ts';
import type { requires } from './requires.ts';
import { SubscriptionsStore } from './subscriptions-store.ts';
import { symbolColumns } from './symbol-columns.tsx';
import { instancesByMarket, type SymbolRow, suggestedMarkets, symbolRows } from './symbol-rows.ts';
import styles from './symbols.module.css';
import { useWide } from './use-wide.ts';

const tabs = ['mine', 'market'] as const;
const noTable: TableState = {};

/** The markets for strategies: those that the user follows, or all, with what runs there. A row brings its market to form and chart. */
export const Panel = observer(function SymbolsPanel(props: PanelProps<typeof requires>) {
  const { services, config, updateConfig, linkGroup, instrumentId, visible } = props;
  const { markets, workspace, strategies } = services;
  const t = useText('panel-strategy-symbols');
  const body = useRef<HTMLDivElement>(null);
  const wide = useWide(body);
  const [search, setSearch] = useState('');
  const [subscriptions] = useState(() => new SubscriptionsStore(services));
  const username = services.session.user?.username;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has another list
  useEffect(() => void subscriptions.load(), [subscriptions, username]);
  useEffect(() => (visible ? (markets.watchTickers() as () => void) : undefined), [markets, visible]);

  const tab = config.tab === 'market' ? 'market' : 'mine';
  // Read by the cells: instances change many times a second, the columns do not.
  const instances = useMemo(() => computed(() => instancesByMarket(strategies.running)), [strategies]);
  const columns = useMemo(
    () => symbolColumns({ services, subscriptions, instancesOf: (id) => instances.get().get(id) ?? [], wide, t }),
    [services, subscriptions, instances, wide, t],
  );
  const { instruments } = markets;
  const { ids, error } = subscriptions;
  const isNew = tab === 'mine' && ids.length === 0 && search === '' && !subscriptions.loading && error === null;
  const turnoverOf = (id: string): number => Number(markets.ticker(id)?.quoteVolume24h ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what it reads
  const mostTraded = useMemo(
    () => computed(() => suggestedMarkets(markets.instruments, turnoverOf), { equals: compareStructural }),
    [markets],
  );
  const suggested = isNew ? mostTraded.get() : null;
  const rows = useMemo(
    () => symbolRows(instruments, tab === 'mine' ? (suggested ?? ids) : null, search, (exchange) => markets.exchangeTitle(exchange)),
    [instruments, ids, suggested, tab, search, markets],
  );
  const show = ({ id, instrument }: SymbolRow): void => {
    if (instrument === null) return;
    if (linkGroup === 'none') workspace.openTab(id);
    else workspace.setGroupInstrument(linkGroup, id);
  };
  const toggle = ({ id }: SymbolRow): void => void (subscriptions.has(id) ? subscriptions.remove(id) : subscriptions.add(id));
  const bar = (
    <>
      {tabs.map((one) => (
        <BarToggle key={one} text={t(`tab.${one}`)} pressed={tab === one} onClick={() => updateConfig({ tab: one })} />
      ))}
      <BarSpace />
      <input
        className={styles.search}
        aria-label={t('search')}
        placeholder={t('search')}
        value={search}
        autoComplete="off"
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || search === '') return;
          event.stopPropagation();
          setSearch('');
        }}
      />
    </>
  );
  const empty =
    search === '' && tab === 'mine' ? (
      <EmptyState
        icon="star"
        text={t('noneFollowed')}
        action={<PlainButton onClick={() => updateConfig({ tab: 'market' })}>{t('showMarket')}</PlainButton>}
      />
    ) : (
      <EmptyState icon="search" text={search === '' ? t('noMarkets') : t('noMatch', { search })} />
    );
  return (
    <div ref={body} className={styles.panel}>
      <PanelBody bar={bar}>
        {suggested !== null && suggested.length > 0 && (
          <div className={styles.suggested}>
            <span>{t('suggested')}</span>
            <PlainButton onClick={() => updateConfig({ tab: 'market' })}>{t('showMarket')}</PlainButton>
          </div>
        )}
        {tab === 'mine' && error !== null ? (
          <FailedState text={t('failed')} onRetry={() => void subscriptions.load()} />
        ) : (
          <DataTable<SymbolRow>
            label={t('title')}
            rows={rows}
            columns={columns}
            rowKey={({ id }) => id}
            state={(config.table as TableState | undefined) ?? noTable}
            onStateChange={(table) => updateConfig({ table })}
            markedKey={instrumentId}
            onActivate={show}
            rowKeys={{ '*': toggle }}
            loading={markets.loading || (tab === 'mine' && subscriptions.loading)}
            empty={empty}
          />
        )}
      </PanelBody>
    </div>
  );
});
