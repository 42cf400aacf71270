import { observer } from 'mobx-react-lite';
import { addDecimals } from '../../core/domain/numbers/decimal.ts';
import { type Column, formatDecimal, Icon, OldPrice, Price, type Translate } from '../../core/ui/index.ts';
import { type BalanceRow, type PartRow, partsOf } from './balance-rows.ts';
import styles from './balances-panel.module.css';
import type { Services } from './requires.ts';
import { shownIn, sumOf, type Unit, type WorthOf } from './valuation.ts';

/** The panel brings its rows in order by itself, accounts below their asset; a comparison only makes the header a button. */
const keepOrder = (): number => 0;

interface ColumnParts {
  readonly markets: Services['markets'];
  readonly t: Translate;
  readonly worthOf: WorthOf;
  readonly decimals: ReadonlyMap<string, number>;
  readonly open: readonly string[];
  /** Observable. */
  readonly unit: () => Unit;
  /** Name of the unit, for the head. */
  readonly currency: string;
}

export function balanceColumns({ markets, t, worthOf, decimals, open, unit, currency }: ColumnParts): readonly Column<BalanceRow>[] {
  const amount = (id: 'total' | 'held' | 'available'): Column<BalanceRow> => ({
    id,
    title: t(`column.${id}`),
    width: 120,
    least: 100,
    align: 'right',
    render: (row) => (
      <span className={/[1-9]/.test(row[id]) ? '' : styles.muted}>{formatDecimal(row[id], decimals.get(row.asset) ?? 2)}</span>
    ),
  });
  const ofPart = (render: (part: PartRow) => string, several: (parts: readonly PartRow[]) => string) => (row: BalanceRow) => {
    const text = row.kind === 'part' ? render(row) : several(row.parts);
    return (
      <span title={text} className={row.kind === 'part' ? undefined : styles.muted}>
        {text}
      </span>
    );
  };
  return [
    {
      id: 'asset',
      title: t('column.asset'),
      width: 84,
      fixed: true,
      compare: keepOrder,
      render: (row) => (
        <span className={row.kind === 'part' && !row.isAlone ? `${styles.asset} ${styles.part}` : styles.asset}>
          {row.kind === 'asset' && (
            <span className={open.includes(row.asset) ? styles.open : styles.closed}>
              <Icon name="chevron" size={12} />
            </span>
          )}
          {row.asset}
        </span>
      ),
    },
    {
      id: 'value',
      title: t('column.value', { asset: currency }),
      width: 110,
      align: 'right',
      descendingFirst: true,
      compare: keepOrder,
      render: (row) => <Value row={row} worthOf={worthOf} unit={unit} />,
    },
    amount('total'),
    amount('available'),
    amount('held'),
    {
      id: 'exchange',
      title: t('column.exchange'),
      width: 84,
      least: 66,
      render: ofPart(
        ({ exchange }) => markets.exchangeTitle(exchange),
        (parts) => t('exchanges', { count: new Set(parts.map(({ exchange }) => exchange)).size }),
      ),
    },
    {
      id: 'account',
      title: t('column.account'),
      width: 110,
      least: 72,
      render: ofPart(
        ({ accountName }) => accountName,
        (parts) => t('accounts', { count: parts.length }),
      ),
    },
    {
      id: 'wallet',
      title: t('column.wallet'),
      width: 90,
      optional: true,
      render: ofPart(
        ({ accountType, symbol = '' }) => `${t(`wallet.${accountType}`)} ${symbol}`.trimEnd(),
        () => '',
      ),
    },
  ];
}

interface ValueProps extends Pick<ColumnParts, 'worthOf' | 'unit'> {
  readonly row: BalanceRow;
}

const Value = observer(function Value({ row, worthOf, unit }: ValueProps) {
  const shown = unit();
  const { value, unpriced, exchanges } = sumOf(partsOf(row), worthOf);
  return (
    <OldPrice exchange={exchanges}>
      <Price value={unpriced.length > 0 ? null : shownIn(shown, value)} step={shown.step} />
    </OldPrice>
  );
});

/** What a line is worth, to order by; what has no price stands below everything. */
export const rankOf = (row: BalanceRow, worthOf: WorthOf): number => {
  const { value, unpriced } = sumOf(partsOf(row), worthOf);
  return unpriced.length > 0 ? -1 : Number(value);
};

/** Sum of exact decimals. */
export const together = (amounts: readonly string[]): string => amounts.reduce(addDecimals, '0');
