import { observer } from 'mobx-react-lite';
import type { DragEvent, ReactNode } from 'react';
import type { Ticker } from '../../core/contract/client-services.ts';
import type { Resolved } from '../../core/contract/token.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { addDecimals, negateDecimal } from '../../core/domain/numbers/decimal.ts';
import {
  Change,
  type Column,
  FavouriteStar,
  type FavouritesStore,
  formatCompact,
  OldPrice,
  Price,
  Signed,
  type Translate,
  usePriceAge,
} from '../../core/ui/index.ts';
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
  readonly room: RoomSize;
  /** Favourites in their own order: rows can be dragged. */
  readonly draggable: boolean;
  readonly exchangePlace: ExchangePlace;
}

/** Where a market's exchange is named: beside its pair, below it where there is no room beside, or above all markets of it. */
export type ExchangePlace = 'beside' | 'below' | 'above';

/** The panel brings its rows in order by itself; a comparison only makes the header a button. */
const keepOrder = (): number => 0;
const number = { align: 'right', live: true, descendingFirst: true, compare: keepOrder } as const;

export function marketColumns({ services, favourites, sparklines, t, room, draggable, exchangePlace }: ColumnParts): Column<ListRow>[] {
  const { markets } = services;
  type Value = (one: Instrument, ticker: Ticker | null) => ReactNode;
  const cell = (render: Value) => (row: ListRow) => (isGroup(row) ? null : render(row, markets.ticker(row.id)));
  const figure = (id: SortColumn, width: number, optional: boolean, render: Value): Column<ListRow> => ({
    ...{ id, title: t(`column.${id}`), width, least: width - 4, optional, ...number },
    render: cell((one, ticker) => <OldPrice exchange={one.exchange}>{render(one, ticker)}</OldPrice>),
  });
  const wide = room === 'wide';
  return [
    {
      id: 'symbol',
      title: t('column.symbol'),
      width: exchangePlace === 'beside' ? 150 : 118,
      least: exchangePlace === 'beside' ? 136 : 104,
      fixed: true,
      compare: keepOrder,
      render: cell((one) => (
        <MarketName
          one={one}
          title={markets.exchangeTitle(one.exchange)}
          place={exchangePlace}
          favourites={favourites}
          draggable={draggable}
        />
      )),
    },
    figure('last', 70, false, (one, ticker) => <Price value={ticker?.last ?? null} step={one.tick} />),
    figure('change', 60, false, (_, ticker) => <Change from={ticker?.open24h ?? null} to={ticker?.last ?? null} />),
    figure('index', 76, true, (one) => <IndexCell markets={markets} one={one} />),
    figure('deviation', 60, !wide, (one, ticker) => <DeviationCell index={markets.index(one.id)} ticker={ticker} />),
    {
      id: 'spark',
      title: t('column.spark'),
      width: 76,
      optional: room === 'narrow',
      render: cell((one) => <Sparkline store={sparklines} id={one.id} />),
    },
    figure('changeAmount', 76, !wide, (one, ticker) => <Signed value={changeOf(ticker)} step={one.tick} />),
    figure('high', 76, !wide, (one, ticker) => <Price value={ticker?.high24h ?? null} step={one.tick} />),
    figure('low', 76, !wide, (one, ticker) => <Price value={ticker?.low24h ?? null} step={one.tick} />),
    figure('volume', 64, !wide, (_, ticker) => <span className={styles.flat}>{formatCompact(ticker?.volume24h ?? '0')}</span>),
    figure('quoteVolume', 64, room === 'narrow', (_, ticker) => (
      <span className={styles.flat}>{formatCompact(ticker?.quoteVolume24h ?? '0')}</span>
    )),
  ];
}

const changeOf = (ticker: Ticker | null): string | null =>
  ticker === null || ticker.last === null || ticker.open24h === null ? null : addDecimals(ticker.last, negateDecimal(ticker.open24h));

interface MarketNameProps {
  readonly one: Instrument;
  readonly title: string;
  readonly place: ExchangePlace;
  readonly favourites: FavouritesStore;
  readonly draggable: boolean;
}

const dragType = 'application/x-tessera-market';

/** Star, pair and exchange. In the user's own order the name is what is dragged. */
const MarketName = observer(function MarketName({ one, title, place, favourites, draggable }: MarketNameProps) {
  const age = usePriceAge(one.exchange);
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
      <FavouriteStar favourites={favourites} instrument={one} tabIndex={-1} />
      <span className={`${styles.names} ${styles[place]}`}>
        <span>
          {one.base}
          <span className={styles.quote}>/{one.quote}</span>
        </span>{' '}
        {/* Nothing moves for an age: it stands where the exchange's name does. */}
        <span className={styles.exchange} title={title}>
          {age === null ? title : <span className={styles.age}>{age}</span>}
        </span>
      </span>
    </span>
  );
});
