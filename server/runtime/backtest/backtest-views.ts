import type { PlayResult } from '../../../core/contract/strategy-plays.ts';
import type { BacktestDetail, BacktestFigures, BacktestReason, FoldView, SweepRowView } from '../../../schemas/wire/backtest.ts';
import type { ImpossibleReason } from './backtest-impossible.ts';
import type { FeedRange } from './feeds/backtest-feed.ts';
import type { BacktestStatistics } from './figures/statistics.ts';
import { denialView } from './kept-run.ts';
import type { RunOutcome } from './perform-run.ts';

export const figuresView = (statistics: BacktestStatistics): BacktestFigures => ({
  start_equity: statistics.startEquity,
  end_equity: statistics.endEquity,
  total_return: statistics.totalReturn,
  annual_return: statistics.annualReturn,
  max_drawdown: statistics.maxDrawdown,
  sharpe: statistics.sharpe,
  period: statistics.period,
  trades: statistics.trades,
  win_rate: statistics.winRate,
  profit_factor: statistics.profitFactor,
  open_profit: statistics.openProfit,
  fees: statistics.fees,
  funding: statistics.funding,
  fills: statistics.fills,
  denied: statistics.denied,
});

export const reasonView = ({ key, params }: ImpossibleReason): BacktestReason => ({ key, params: { ...params } });

export function resultOf({ kept, rows, folds, denials }: RunOutcome): PlayResult {
  return {
    detail: kept === null ? null : (JSON.parse(kept.detail) as BacktestDetail),
    sweep: rows.map(
      ({ values, statistics, reason }): SweepRowView => ({
        values: [...values],
        figures: figuresOrNull(statistics),
        reason: reason === null ? null : reasonView(reason),
      }),
    ),
    folds: folds.map(
      ({ train, test, values, trained, tested, curve }): FoldView => ({
        train: rangeView(train),
        test: rangeView(test),
        values: values === null ? null : [...values],
        trained: figuresOrNull(trained),
        tested: figuresOrNull(tested),
        curve,
      }),
    ),
    ...(folds.length === 0 ? {} : { denials: denials.map(denialView) }),
  };
}

const figuresOrNull = (statistics: BacktestStatistics | null): BacktestFigures | null =>
  statistics === null ? null : figuresView(statistics);
const rangeView = ({ fromMs, toMs }: FeedRange) => ({ from: fromMs, to: toMs });
