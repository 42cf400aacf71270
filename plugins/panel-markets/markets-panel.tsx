import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { PanelProps } from '../../core/contract/panel.ts';
import type { Instrument } from '../../core/domain/instrument.ts';
import {
  type Column,
  changePercent,
  DataTable,
  EmptyState,
  formatCompact,
  Icon,
  PanelBody,
  Price,
  type TableState,
  useText,
} from '../../core/ui/index.ts';
import { changeOf, lastOf, matchingMarkets, volumeOf } from './market-rows.ts';
import styles from './markets-panel.module.css';
import type { requires } from './requires.ts';

/** All markets with live figures; choosing one opens its tab, or shows it in the panel's own link group. */
export const Panel = observer(function MarketsPanel(props: PanelProps<typeof requires>) {
  const { services, config, updateConfig, linkGroup, instrumentId } = props;
  const { markets, workspace } = services;
  const t = useText('panel-markets');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const stop = markets.watchTickers();
    return () => {
      void stop();
    };
  }, [markets]);

  const exchange = typeof config.exchange === 'string' ? config.exchange : '';
  const exchanges = [...new Set(markets.instruments.map((one) => one.exchange))];
  const rows = useMemo(() => matchingMarkets(markets.instruments, exchange, search), [markets.instruments, exchange, search]);
  const columns = useMemo(() => columnsOf(services, t), [services, t]);
  const choose = (one: Instrument): void => {
    if (linkGroup === 'blue' || linkGroup === 'none') workspace.openTab(one.id);
    else workspace.setGroupInstrument(linkGroup, one.id);
  };
  return (
    <PanelBody
      bar={
        <>
          <label className={styles.search}>
            <Icon name="search" size={14} />
            <input value={search} placeholder={t('search')} aria-label={t('search')} onChange={(event) => setSearch(event.target.value)} />
          </label>
          <select
            className={styles.select}
            aria-label={t('exchange')}
            value={exchange}
            onChange={(event) => updateConfig({ exchange: event.target.value })}
          >
            <option value="">{t('allExchanges')}</option>
            {exchanges.map((one) => (
              <option key={one} value={one}>
                {markets.exchangeTitle(one)}
              </option>
            ))}
          </select>
        </>
      }
    >
      <DataTable<Instrument>
        label={t('title')}
        rows={rows}
        columns={columns}
        rowKey={(one) => one.id}
        state={(config.table as TableState | undefined) ?? {}}
        onStateChange={(table) => updateConfig({ table })}
        markedKey={instrumentId}
        onActivate={choose}
        rowActions={(one) =>
          workspace.activeKey === null || workspace.activeKey === one.id ? null : (
            <button
              type="button"
              className={styles.action}
              title={t('replaceTab')}
              aria-label={t('replaceTab')}
              onClick={() => workspace.activeKey !== null && workspace.replaceTab(workspace.activeKey, one.id)}
            >
              <Icon name="refresh" size={14} />
            </button>
          )
        }
        loading={markets.loading}
        empty={<EmptyState icon="search" text={search === '' ? t('none') : t('noMatch', { search })} />}
      />
    </PanelBody>
  );
});

function columnsOf({ markets }: PanelProps<typeof requires>['services'], t: (key: string) => string): Column<Instrument>[] {
  const ticker = (one: Instrument) => markets.ticker(one.id);
  return [
    {
      id: 'symbol',
      title: t('market'),
      width: 100,
      fixed: true,
      compare: (a, b) => a.symbol.localeCompare(b.symbol) || a.exchange.localeCompare(b.exchange),
      render: (one) => (
        <span className={styles.symbol}>
          <span>
            {one.base}
            <span className={styles.quote}>/{one.quote}</span>
          </span>
          <span className={styles.exchange} title={markets.exchangeTitle(one.exchange)}>
            <span className={styles.name}>{markets.exchangeTitle(one.exchange)}</span>
            <span className={styles.code} aria-hidden="true">
              {markets.exchangeTitle(one.exchange).slice(0, 2)}
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'last',
      title: t('last'),
      width: 76,
      align: 'right',
      live: true,
      descendingFirst: true,
      compare: (a, b) => lastOf(ticker(a)) - lastOf(ticker(b)),
      render: (one) => <Price value={ticker(one)?.last ?? null} step={one.tick} />,
    },
    {
      id: 'change',
      title: t('change'),
      width: 66,
      align: 'right',
      live: true,
      descendingFirst: true,
      compare: (a, b) => changeOf(ticker(a)) - changeOf(ticker(b)),
      render: (one) => {
        const change = changePercent(ticker(one)?.open_24h ?? null, ticker(one)?.last ?? null);
        return (
          <span className={change === null || change.sign === 0 ? styles.flat : change.sign > 0 ? styles.up : styles.down}>
            {change?.text ?? '–'}
          </span>
        );
      },
    },
    {
      id: 'volume',
      title: t('volume'),
      width: 64,
      align: 'right',
      live: true,
      optional: true,
      descendingFirst: true,
      compare: (a, b) => volumeOf(ticker(a)) - volumeOf(ticker(b)),
      render: (one) => <span className={styles.flat}>{formatCompact(ticker(one)?.quote_volume_24h ?? '0')}</span>,
    },
  ];
}
