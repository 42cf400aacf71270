import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { parseInstrumentId } from '../../core/domain/markets/instrument.ts';
import { compareDecimals, decimalsOf, multiplyDecimals } from '../../core/domain/numbers/decimal.ts';
import { formatDecimal } from '../../core/domain/numbers/number-text.ts';
import { type Column, formatCompact, Price, Signed, TimeText, type Translate } from '../../core/ui/index.ts';
import type { SpreadView } from '../../schemas/wire/spread.ts';
import type { Services } from './requires.ts';
import styles from './spread-list.module.css';
import type { SpreadPair, SpreadStore } from './spread-store.ts';

const rateStep = '0.001';
/** Until the markets are known. */
const standardTick = '0.01';

export function spreadColumns(store: SpreadStore, services: Services, t: Translate): Column<SpreadPair>[] {
  const figure = (id: 'spread' | 'rate' | 'apr' | 'liquidity', width: number, render: (row: SpreadView) => ReactNode) =>
    ({
      id,
      title: t(`column.${id}`),
      width,
      align: 'right',
      live: true,
      descendingFirst: true,
      render: (pair) => live(store, pair, render),
      compare: (a, b) => compareFigures(store.row(a.id)?.[id] ?? null, store.row(b.id)?.[id] ?? null),
    }) satisfies Column<SpreadPair>;
  const leg = (side: 'sell' | 'buy') =>
    ({
      id: side,
      title: t(`column.${side}`),
      width: 138,
      render: (pair) => live(store, pair, (row) => <Leg leg={row[side]} services={services} t={t} />),
    }) satisfies Column<SpreadPair>;
  return [
    {
      id: 'asset',
      title: t('column.asset'),
      width: 88,
      fixed: true,
      render: ({ base, quote }) => `${base}/${quote}`,
      compare: (a, b) => a.base.localeCompare(b.base) || a.quote.localeCompare(b.quote),
    },
    // First what the list is read for: a narrow panel shows it too.
    figure('rate', 88, ({ rate }) => <Percent rate={rate} />),
    figure('spread', 78, ({ spread, sell, buy }) => <Signed value={spread} step={finerTick(services, sell.id, buy.id)} />),
    leg('sell'),
    leg('buy'),
    { ...figure('apr', 72, ({ apr }) => <Percent rate={apr} none={t('aprNone')} />), optional: true },
    figure('liquidity', 70, ({ liquidity }) => (liquidity === null ? <Price value={null} /> : formatCompact(liquidity))),
    {
      id: 'time',
      title: t('column.time'),
      width: 72,
      optional: true,
      render: (pair) => live(store, pair, ({ time }) => (time === 0 ? <Price value={null} /> : <TimeText timeMs={time} />)),
    },
  ];
}

const live = (store: SpreadStore, { id }: SpreadPair, render: (row: SpreadView) => ReactNode): ReactNode => {
  const row = store.row(id);
  return row === null ? null : render(row);
};

/** Pairs without a figure come last, whichever way the list is sorted the first time. */
const compareFigures = (a: string | null, b: string | null): number =>
  a === null || b === null ? Number(b === null) - Number(a === null) : compareDecimals(a, b);

/** The legs may have different ticks: in the coarser one a spread that its rate shows would read as none. */
function finerTick({ markets }: Services, sell: string, buy: string): string {
  const [one = standardTick, other = standardTick] = [markets.instrument(sell)?.tick, markets.instrument(buy)?.tick];
  return decimalsOf(one) < decimalsOf(other) ? other : one;
}

/** A rate as percent; the unit stands in the header. */
const Percent = ({ rate, none }: { readonly rate: string | null; readonly none?: string }) => (
  <span title={rate === null ? none : undefined}>
    <Signed value={rate === null ? null : multiplyDecimals(rate, '100')} step={rateStep} />
  </span>
);

interface LegProps {
  readonly leg: SpreadView['sell'];
  readonly services: Services;
  readonly t: Translate;
}

/** The exchange and what the leg can be traded at now; grey while the exchange does not answer. */
const Leg = observer(function Leg({ leg, services, t }: LegProps) {
  const { markets, workspace } = services;
  const instrument = markets.instrument(leg.id);
  const exchange = parseInstrumentId(leg.id)?.exchange ?? '';
  const silent = markets.health(exchange) === 'DOWN';
  const title = silent ? t('silent') : t('legHelp', { qty: formatDecimal(leg.qty ?? '0'), asset: instrument?.base ?? '', market: leg.id });
  return (
    <span className={silent ? styles.silent : styles.leg} title={title}>
      <button type="button" tabIndex={-1} className={styles.exchange} onClick={() => workspace.openTab(leg.id)}>
        {markets.exchangeTitle(exchange)}
      </button>
      <Price value={leg.price} step={instrument?.tick ?? standardTick} />
    </span>
  );
});
