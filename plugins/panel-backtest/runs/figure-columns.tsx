import type { BacktestFigures } from '../../../core/contract/backtest-runs.ts';
import type { Column, Translate } from '../../../core/ui/index.ts';
import shared from '../backtest.module.css';
import { percentText, ratioText, toneOf } from './figure-text.ts';

interface Row {
  readonly figures: BacktestFigures | null;
}

const shown: ReadonlyArray<
  readonly [id: string, value: (figures: BacktestFigures) => number | null, text: (value: number | null) => string]
> = [
  ['return', ({ totalReturn }) => totalReturn, (value) => percentText(value, true)],
  ['drawdown', ({ maxDrawdown }) => maxDrawdown, (value) => percentText(value)],
  ['sharpe', ({ sharpe }) => sharpe, ratioText],
  ['winRate', ({ winRate }) => winRate, (value) => percentText(value)],
  ['profitFactor', ({ profitFactor }) => profitFactor, ratioText],
  ['trades', ({ trades }) => trades, String],
];

/** Columns of key figures; rows without any stand below all others. */
export function figureColumns<R extends Row>(t: Translate): readonly Column<R>[] {
  return shown.map(([id, value, text]): Column<R> => {
    const figureOf = ({ figures }: R): number | null => (figures === null ? null : value(figures));
    const rank = (row: R): number => figureOf(row) ?? Number.NEGATIVE_INFINITY;
    return {
      id,
      title: t(`figure.${id}`),
      width: id === 'drawdown' ? 100 : 78,
      align: 'right',
      descendingFirst: true,
      optional: id === 'trades',
      render: (row) => {
        const tone = id === 'return' ? toneOf(figureOf(row)) : row.figures === null ? 'none' : undefined;
        return <span className={tone === undefined ? undefined : shared[tone]}>{row.figures === null ? '–' : text(figureOf(row))}</span>;
      },
      compare: (a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)),
    };
  });
}
