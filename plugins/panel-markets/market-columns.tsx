import { observer } from 'mobx-react-lite';
import type { DragEvent, ReactNode } from 'react';
import type { Ticker } from '../../core/contract/client-services.ts';
import type { Resolved } from '../../core/contract/token.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { addDecimals, decimalsOf } from '../../core/domain/numbers/decimal.ts';
import { type Column, changePercent, formatCompact, formatDecimal, Icon, Price, type Translate } from '../../core/ui/index.ts';
import type { FavouritesStore } from './favourites-store.ts';
import { DeviationCell, IndexCell } from './index-cells.tsx';
import { isGroup, type ListRow, type SortColumn } from './market-list.ts';
import styles from './markets-panel.module.css';
import type { requires } from './requires.ts';
import { Sparkline } from './sparkline.tsx';
import type { SparklineStore } from './sparkline-store.ts';

/** How much room the panel has: what is not fixed shows from some width on, until the user chooses. */
export type RoomSize = 'narrow' | 'medium' | 'wide';

interface ColumnParts {
  readonly services: Resolved<typeof requires>;
  readonly favourites: FavouritesStore;
  readonly sparklines: SparklineStore;
  readonly t: Translate;
  /** Short names of the exchanges. */
  readonly codes: ReadonlyMap<string, string>;
  readonly room: RoomSize;
  /** Favourites in their own order: rows can be dragged. */
  readonly draggable: boolean;
}

/** The panel brings its rows in order by itself; a comparison only makes the header a button. */
const keepOrder = (): number => 0;
const number = { align: 'right', live: true, descendingFirst: true, compare: keepOrder } as const;

export function marketColumns({ services, favourites, sparklines, t, codes, room, draggable }: ColumnParts): Column<ListRow>[] {
  const { markets } = services;
  type Value = (one: Instrument, ticker: Ticker | null) => ReactNode;
  const cell = (render: Value) => (row: ListRow) => (isGroup(row) ? null : render(row, markets.ticker(row.id)));
  const figure = (id: SortColumn, width: number, optional: boolean, render: Value): Column<ListRow> => ({
    ...{ id, title: t(`column.${id}`), width, least: width - 4, optional, render: cell(render), ...number },
  });
  const wide = room === 'wide';
  return [
    {
      id: 'symbol',
      title: t('column.symbol'),
      width: 118,
      least: 104,
      fixed: true,
      compare: keepOrder,
      render: cell((one) => (
        <MarketName
          one={one}
          title={markets.exchangeTitle(one.exchange)}
          code={codes.get(one.exchange) ?? ''}
          favourites={favourites}
          t={t}
          draggable={draggable}
        />
      )),
    },
    figure('last', 70, false, (one, ticker) => <Price value={ticker?.last ?? null} step={one.tick} />),
    figure('change', 60, false, (_, ticker) => changeText(changePercent(ticker?.open24h ?? null, ticker?.last ?? null))),
    figure('index', 76, true, (one) => <IndexCell markets={markets} one={one} />),
    figure('deviation', 60, !wide, (one, ticker) => <DeviationCell index={markets.index(one.id)} ticker={ticker} />),
    {
      id: 'spark',
      title: t('column.spark'),
      width: 76,
      optional: room === 'narrow',
      render: cell((one) => <Sparkline store={sparklines} id={one.id} />),
    },
    figure('changeAmount', 76, !wide, (one, ticker) => amountText(one, ticker)),
    figure('high', 76, !wide, (one, ticker) => <Price value={ticker?.high24h ?? null} step={one.tick} />),
    figure('low', 76, !wide, (one, ticker) => <Price value={ticker?.low24h ?? null} step={one.tick} />),
    figure('volume', 64, !wide, (_, ticker) => <span className={styles.flat}>{formatCompact(ticker?.volume24h ?? '0')}</span>),
    figure('quoteVolume', 64, room === 'narrow', (_, ticker) => (
      <span className={styles.flat}>{formatCompact(ticker?.quoteVolume24h ?? '0')}</span>
    )),
  ];
}

function changeText(change: ReturnType<typeof changePercent>) {
  const tone = change === null || change.sign === 0 ? styles.flat : change.sign > 0 ? styles.up : styles.down;
  return <span className={tone}>{change?.text ?? '–'}</span>;
}

function amountText(one: Instrument, ticker: Ticker | null) {
  if (ticker === null || ticker.last === null || ticker.open24h === null) return <span className={styles.flat}>–</span>;
  const change = addDecimals(ticker.last, `-${ticker.open24h}`);
  const sign = change.startsWith('-') ? -1 : /[1-9]/.test(change) ? 1 : 0;
  const text = formatDecimal(change, decimalsOf(one.tick));
  return <span className={sign === 0 ? styles.flat : sign > 0 ? styles.up : styles.down}>{sign > 0 ? `+${text}` : text}</span>;
}

interface MarketNameProps {
  readonly one: Instrument;
  readonly title: string;
  readonly code: string;
  readonly favourites: FavouritesStore;
  readonly t: Translate;
  readonly draggable: boolean;
}

const dragType = 'application/x-tessera-market';

/** Star, pair and exchange. In the user's own order the name is what is dragged. */
const MarketName = observer(function MarketName({ one, title, code, favourites, t, draggable }: MarketNameProps) {
  const starred = favourites.has(one.id);
  const label = t(starred ? 'unstar' : 'star', { symbol: one.symbol });
  const drag = draggable
    ? {
        draggable: true,
        onDragStart: (event: DragEvent) => event.dataTransfer.setData(dragType, one.id),
        onDragOver: (event: DragEvent) => event.dataTransfer.types.includes(dragType) && event.preventDefault(),
        onDrop: (event: DragEvent) => {
          event.preventDefault();
          favourites.moveTo(event.dataTransfer.getData(dragType), one.id);
        },
      }
    : {};
  return (
    <span className={styles.symbol} {...drag}>
      <button
        type="button"
        tabIndex={-1}
        className={starred ? `${styles.star} ${styles.starred}` : styles.star}
        aria-pressed={starred}
        aria-label={label}
        title={label}
        disabled={!favourites.ready}
        onClick={(event) => {
          event.stopPropagation();
          favourites.toggle(one.id);
        }}
      >
        <Icon name="star" size={12} />
      </button>
      <span>
        {one.base}
        <span className={styles.quote}>/{one.quote}</span>
      </span>
      <span className={styles.exchange} title={title}>
        <span className={styles.name}>{title}</span>
        <span className={styles.code} aria-hidden="true">
          {code}
        </span>
      </span>
    </span>
  );
});
