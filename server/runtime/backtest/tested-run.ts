import type { ReturnPeriod } from '../../../core/domain/return-period.ts';
import type { BacktestCurve } from '../../../schemas/wire/backtest.ts';
import type { FeedRange } from './feeds/backtest-feed.ts';
import type { DenialCount } from './figures/denial-count.ts';
import type { EquityPoint } from './figures/equity-curve.ts';
import { annualReturn, periodEnds, periodFor, sharpeOf } from './figures/return-periods.ts';
import { type BacktestStatistics, profitFigures } from './figures/statistics.ts';
import { shownPoints } from './figures/thin.ts';
import type { RunResult } from './run-backtest.ts';

/** One test of a walk forward, with what it takes to join it to others. */
export interface TestedRun {
  readonly range: FeedRange;
  readonly statistics: BacktestStatistics;
  /** A picture of what the accounts were worth. */
  readonly curve: BacktestCurve;
  /** The start, then the last value of each hour that had a new one. */
  readonly hours: readonly EquityPoint[];
  readonly lowest: number;
  readonly highest: number;
  /** Of the round trips. */
  readonly profits: readonly number[];
  readonly denials: readonly DenialCount[];
}

/** Of the curve of one test; a walk has several. */
const mostTestPoints = 200;

export function testedRun({ range, statistics, equity, figures, trips, denials }: RunResult): TestedRun {
  const shown = shownPoints(equity, figures.fall, mostTestPoints).map((at) => equity[at] as EquityPoint);
  return {
    range,
    statistics,
    curve: { times: shown.map(([timeMs]) => timeMs), equity: shown.map(([, value]) => value) },
    hours: figures.hours,
    lowest: figures.lowest,
    highest: figures.highest,
    profits: trips.map(({ profit }) => profit),
    denials,
  };
}

/** Figures over all tests one after the other, as if each had begun with what the one before left; null without any. */
export function joinTests(tests: readonly TestedRun[], wanted: ReturnPeriod | undefined): BacktestStatistics | null {
  const [first, last] = [tests[0], tests.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { startEquity } = first.statistics;
  const range = { fromMs: first.range.fromMs, toMs: last.range.toMs };
  const period = wanted ?? periodFor(range);
  const points: EquityPoint[] = [[range.fromMs, startEquity]];
  const profits: number[] = [];
  const sums = { openProfit: 0, fees: 0, fills: 0, denied: 0 };
  let [endEquity, high, maxDrawdown] = [startEquity, startEquity, 0];
  let funding: number | null = null;
  for (const { statistics: one, hours, lowest, highest, profits: own } of tests) {
    const factor = one.startEquity === 0 ? 0 : endEquity / one.startEquity;
    for (const [timeMs, value] of hours.slice(1)) points.push([timeMs, value * factor]);
    for (const profit of own) profits.push(profit * factor);
    // What fell below a high of an earlier test did so at its own lowest, unless it was from a higher high of its own.
    maxDrawdown = Math.max(maxDrawdown, one.maxDrawdown, high > 0 ? 1 - (lowest * factor) / high : 0);
    high = Math.max(high, highest * factor);
    endEquity = one.endEquity * factor;
    sums.openProfit += one.openProfit * factor;
    sums.fees += one.fees * factor;
    sums.fills += one.fills;
    sums.denied += one.denied;
    if (one.funding !== null) funding = (funding ?? 0) + one.funding * factor;
  }
  return {
    ...{ startEquity, endEquity, maxDrawdown, period, funding, ...sums },
    totalReturn: startEquity === 0 ? 0 : endEquity / startEquity - 1,
    annualReturn: annualReturn(startEquity, endEquity, range),
    sharpe: sharpeOf(periodEnds(points, range.toMs, period), period),
    ...profitFigures(profits),
  };
}
