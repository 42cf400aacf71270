import type { ReturnPeriod } from '../../../../core/domain/return-period.ts';
import type { FeedRange } from '../feeds/backtest-feed.ts';
import type { EquityFigures } from './equity-figures.ts';
import { annualReturn, periodEnds, sharpeOf } from './return-periods.ts';
import type { RoundTrip } from './round-trips.ts';

export interface BacktestStatistics {
  readonly startEquity: number;
  readonly endEquity: number;
  /** Fraction: 0.1 is 10 %. */
  readonly totalReturn: number;
  /** The same pace over a year; null for less than a day. */
  readonly annualReturn: number | null;
  /** Largest fall from a high, as a fraction of that high, over every moment at which the value changed. */
  readonly maxDrawdown: number;
  /** Of the returns between ends of `period`, a year's worth; null with less than two, without variation, or for a value that fell to nothing. */
  readonly sharpe: number | null;
  readonly period: ReturnPeriod;
  readonly trades: number;
  /** Share of round trips that gained; null without any. */
  readonly winRate: number | null;
  /** Gains over losses; null when nothing was lost. */
  readonly profitFactor: number | null;
  /** Of what is still held, fees of its entry and funding included: with the profit of the round trips it is the change of the equity. */
  readonly openProfit: number;
  readonly fees: number;
  /** What perpetuals have received, or paid: negative, for being held; part of the equity. Null without perpetuals. */
  readonly funding: number | null;
  readonly fills: number;
  /** Orders and changes of orders that were denied. */
  readonly denied: number;
}

/** Figures of a run; scaling its money by a factor changes no ratio. */
export function statisticsOf(
  equity: EquityFigures,
  trips: readonly RoundTrip[],
  range: FeedRange,
  more: Pick<BacktestStatistics, 'period' | 'openProfit' | 'fees' | 'funding' | 'fills' | 'denied'>,
): BacktestStatistics {
  const [, startEquity] = equity.start;
  const endEquity = equity.end;
  return {
    startEquity,
    endEquity,
    totalReturn: startEquity === 0 ? 0 : endEquity / startEquity - 1,
    annualReturn: annualReturn(startEquity, endEquity, range),
    maxDrawdown: equity.maxDrawdown,
    sharpe: sharpeOf(periodEnds(equity.hours, range.toMs, more.period), more.period),
    ...profitFigures(trips.map(({ profit }) => profit)),
    ...more,
  };
}

/** Of what each round trip brought; one that brings nothing is none that gained. */
export function profitFigures(profits: readonly number[]): Pick<BacktestStatistics, 'trades' | 'winRate' | 'profitFactor'> {
  const gains = profits.filter((profit) => profit > 0);
  const gained = gains.reduce((sum, profit) => sum + profit, 0);
  const lost = profits.reduce((sum, profit) => (profit < 0 ? sum - profit : sum), 0);
  return {
    trades: profits.length,
    winRate: profits.length === 0 ? null : gains.length / profits.length,
    profitFactor: lost === 0 ? null : gained / lost,
  };
}
