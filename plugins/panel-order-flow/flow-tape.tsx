import { useMemo } from 'react';
import type { MarketTrade } from '../../core/contract/client-services.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { decimalsOf } from '../../core/domain/numbers/decimal.ts';
import { type Column, DataTable, EmptyState, formatDecimal, Price, Quantity, TimeText, useText } from '../../core/ui/index.ts';
import { atLeast, bigFrom, type FlowTotals, isBig, volumeText } from './flow-model.ts';
import styles from './order-flow.module.css';

interface FlowTapeProps {
  readonly trades: readonly MarketTrade[];
  readonly totals: FlowTotals;
  /** Smallest quantity shown; empty for all. */
  readonly size: string;
  readonly instrument: Instrument;
  readonly onPick: (price: string) => void;
}

/** Trades of at least the chosen size; big ones, ten times the average of the window, are marked. */
export function FlowTape({ trades, totals, size, instrument, onPick }: FlowTapeProps) {
  const t = useText('panel-order-flow');
  const rows = useMemo(() => atLeast(trades, size), [trades, size]);
  const from = bigFrom(totals);
  const fromText = from === null ? '–' : formatDecimal(volumeText(from), decimalsOf(instrument.lot));
  // The threshold moves with every trade; cells are drawn anew only when its text does.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fromText` stands for `from`
  const columns = useMemo<Column<MarketTrade>[]>(
    () => [
      {
        id: 'price',
        title: t('price', { asset: instrument.quote }),
        width: 84,
        fixed: true,
        render: (trade) => (
          <span className={styles.price}>
            <Price value={trade.price} step={instrument.tick} tone={trade.side === 'BUY' ? 'up' : 'down'} />
            <span className={styles.mark} title={isBig(trade, from) ? t('big', { qty: fromText }) : undefined}>
              {isBig(trade, from) ? '◆' : ''}
            </span>
          </span>
        ),
      },
      {
        id: 'qty',
        title: t('quantity', { asset: instrument.base }),
        width: 70,
        align: 'right',
        render: (trade) => <Quantity value={trade.qty} step={instrument.lot} />,
      },
      { id: 'time', title: t('time'), width: 64, align: 'right', render: (trade) => <TimeText timeMs={trade.timeMs} /> },
    ],
    [t, instrument, fromText],
  );
  return (
    <div className={styles.tape}>
      <DataTable<MarketTrade>
        label={t('tape', { symbol: instrument.symbol })}
        rows={rows}
        columns={columns}
        rowKey={(trade) => trade.tradeId}
        onActivate={(trade) => onPick(trade.price)}
        empty={<EmptyState icon="trades" text={t(trades.length === 0 ? 'noTrades' : 'noneOfSize')} />}
      />
    </div>
  );
}
