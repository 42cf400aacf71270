import type { Instrument, InstrumentId } from '../../domain/markets/instrument.ts';
import { formatDecimal } from '../../domain/numbers/number-text.ts';
import { shortenId } from '../text/format.ts';
import styles from '../text/market-name.module.css';
import { Price, Quantity, TimeText } from '../text/number-text.tsx';
import type { Column } from './column.ts';

/** One side of a trade of the user's, as the lists of fills and of closed positions have it. */
interface OwnTrade {
  readonly instrumentId: InstrumentId;
  readonly timeMs: number;
  readonly price: string;
  readonly qty: string;
  readonly fee: string;
  readonly feeAsset: string;
  readonly orderId: string;
}

type Titles = Readonly<Record<'time' | 'price' | 'qty' | 'fee' | 'order', string>>;

/** The columns that every list of own trades has; the list says in which order. */
export function ownTradeColumns<T extends OwnTrade>(marketOf: (id: InstrumentId) => Instrument | null, titles: Titles) {
  const time: Column<T> = {
    id: 'time',
    title: titles.time,
    width: 96,
    least: 66,
    render: (trade) => <TimeText timeMs={trade.timeMs} />,
    compare: (a, b) => a.timeMs - b.timeMs,
    descendingFirst: true,
  };
  const price: Column<T> = {
    id: 'price',
    title: titles.price,
    width: 84,
    least: 67,
    align: 'right',
    render: (trade) => <Price value={trade.price} step={marketOf(trade.instrumentId)?.tick ?? '0.01'} />,
  };
  const qty: Column<T> = {
    id: 'qty',
    title: titles.qty,
    width: 84,
    least: 58,
    align: 'right',
    render: (trade) => <Quantity value={trade.qty} step={marketOf(trade.instrumentId)?.lot ?? '1'} />,
  };
  const fee: Column<T> = {
    id: 'fee',
    title: titles.fee,
    width: 128,
    least: 92,
    yields: 2,
    align: 'right',
    render: (trade) => (
      <span>
        {formatDecimal(trade.fee)} <span className={styles.exchange}>{trade.feeAsset}</span>
      </span>
    ),
  };
  const order: Column<T> = {
    id: 'order',
    title: titles.order,
    width: 84,
    optional: true,
    render: (trade) => <span title={trade.orderId}>{shortenId(trade.orderId)}</span>,
  };
  return { time, price, qty, fee, order };
}
