import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { PanelProps } from '../../core/contract/panel.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import {
  DataTable,
  EmptyState,
  Icon,
  IconButton,
  PanelBody,
  type TableState,
  useFavourites,
  useServices,
  useText,
} from '../../core/ui/index.ts';
import { marketColumns } from './market-columns.tsx';
import { isGroup, type ListRow, rowKeyOf } from './market-list.ts';
import { MarketsBar } from './markets-bar.tsx';
import styles from './markets-panel.module.css';
import type { requires } from './requires.ts';
import { SparklineStore } from './sparkline-store.ts';
import { useMarketList } from './use-market-list.ts';
import { useRoom } from './use-room.ts';

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);
const noTable: TableState = {};

/** All markets with live figures; choosing one opens its tab, or shows it in the panel's own link group. */
export const Panel = observer(function MarketsPanel(props: PanelProps<typeof requires>) {
  const { services, config, updateConfig, linkGroup, instrumentId, visible } = props;
  const { markets, workspace, documents, api } = services;
  const t = useText('panel-markets');
  const { timers } = useServices();
  const body = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const favourites = useFavourites(documents);
  const [sparklines] = useState(() => new SparklineStore(api, timers));
  useEffect(() => () => sparklines.dispose(), [sparklines]);
  useEffect(() => {
    if (!visible) return;
    const stops = [markets.watchTickers(), markets.watchIndexes()];
    return () => {
      for (const stop of stops) void stop();
    };
  }, [markets, visible]);

  const exchange = typeof config.exchange === 'string' ? config.exchange : '';
  const onlyFavourites = config.favourites === true;
  const grouped = config.grouped === true;
  const closed = useMemo(() => texts(config.closed), [config.closed]);
  const table = (config.table as TableState | undefined) ?? noTable;
  const order = table.order ?? null;
  const rows = useMarketList(services, favourites, { search, exchange, onlyFavourites, grouped, closed, order }, visible);
  const room = useRoom(body);
  const draggable = onlyFavourites && order === null && search === '';
  const isGrouped = grouped && !onlyFavourites && search === '';
  const exchangePlace = isGrouped ? 'above' : room === 'narrow' ? 'below' : 'beside';
  const columns = useMemo(
    () => marketColumns({ services, favourites, sparklines, t, room, draggable, exchangePlace }),
    [services, favourites, sparklines, t, room, draggable, exchangePlace],
  );
  const rowTitle = useMemo(
    () => (row: ListRow) =>
      isGroup(row) ? (
        <GroupTitle title={markets.exchangeTitle(row.exchange)} type={t(`type.${row.accountType}`)} count={row.count} isOpen={row.isOpen} />
      ) : null,
    [markets, t],
  );

  const show = (id: InstrumentId): void => {
    if (linkGroup === 'blue' || linkGroup === 'none') workspace.openTab(id);
    else workspace.setGroupInstrument(linkGroup, id);
  };
  const replace = (id: InstrumentId): void => {
    if (workspace.activeKey === null || linkGroup !== 'blue') show(id);
    else workspace.replaceTab(workspace.activeKey, id);
  };
  const choose = (row: ListRow): void => {
    if (!isGroup(row)) show(row.id);
    else updateConfig({ closed: row.isOpen ? [...closed, row.key] : closed.filter((key) => key !== row.key) });
  };
  const onKey = (event: KeyboardEvent<HTMLElement>, row: ListRow | null): boolean => {
    const market = row === null || isGroup(row) ? null : row;
    if (market !== null && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) replace(market.id);
    else if (market !== null && event.key === '*') favourites.toggle(market.id);
    else if (market !== null && draggable && event.altKey && event.key === 'ArrowUp') favourites.step(market.id, -1);
    else if (market !== null && draggable && event.altKey && event.key === 'ArrowDown') favourites.step(market.id, 1);
    else if (/^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      setSearch(event.key);
      searchField.current?.focus();
    } else return false;
    return true;
  };
  const onSearchKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    const first = rows.find((row) => !isGroup(row));
    if (event.key === 'ArrowDown') body.current?.querySelector<HTMLElement>('[role=grid]')?.focus();
    else if (event.key === 'Escape' && search !== '') setSearch('');
    else if (event.key === 'Enter' && first !== undefined && !isGroup(first)) (event.ctrlKey || event.metaKey ? replace : show)(first.id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const empty = onlyFavourites && search === '' ? t('noFavourites') : search === '' ? t('none') : t('noMatch', { search });
  return (
    <div ref={body} className={styles.panel}>
      <PanelBody
        bar={
          <MarketsBar
            markets={markets}
            searchField={searchField}
            search={search}
            onSearch={setSearch}
            onSearchKey={onSearchKey}
            exchange={exchange}
            onlyFavourites={onlyFavourites}
            grouped={grouped}
            updateConfig={updateConfig}
          />
        }
      >
        <DataTable<ListRow>
          label={t('title')}
          rows={rows}
          columns={columns}
          rowKey={rowKeyOf}
          rowTitle={rowTitle}
          twoLines={exchangePlace === 'below'}
          state={table}
          onStateChange={(next) => updateConfig({ table: next })}
          markedKey={instrumentId}
          onActivate={choose}
          onKey={onKey}
          rowActions={(row) =>
            isGroup(row) || workspace.activeKey === null || workspace.activeKey === row.id ? null : (
              <IconButton icon="refresh" label={t('replaceTab')} onClick={() => replace(row.id)} />
            )
          }
          loading={markets.loading}
          empty={<EmptyState icon={onlyFavourites ? 'star' : 'search'} text={empty} />}
        />
      </PanelBody>
    </div>
  );
});

interface GroupTitleProps {
  readonly title: string;
  readonly type: string;
  readonly count: number;
  readonly isOpen: boolean;
}

/** Enter or a click opens and closes the group under it. */
const GroupTitle = ({ title, type, count, isOpen }: GroupTitleProps) => (
  <span className={isOpen ? styles.group : `${styles.group} ${styles.closed}`}>
    <Icon name="chevron" size={12} />
    <span className={styles.groupName}>{title}</span>
    <span>{type}</span>
    <span className={styles.count}>{count}</span>
  </span>
);
