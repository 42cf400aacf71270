import type { EquityPoint } from './equity-curve.ts';
import type { RoundTrip } from './round-trips.ts';

export interface BacktestStatistics {
  readonly startEquity: number;
  readonly endEquity: number;
  /** Fraction: 0.1 is 10 %. */
  readonly totalReturn: number;
  /** Largest fall from a high, as a fraction of that high. */
  readonly maxDrawdown: number;
  /** Mean over deviation of the returns between points, times the root of points a year; null with less than two returns, no variation, or a value that fell to nothing. */
  readonly sharpe: number | null;
  readonly trades: number;
  /** Share of round trips that gained; null without any. */
  readonly winRate: number | null;
  /** Gains over losses; null when nothing was lost. */
  readonly profitFactor: number | null;
  readonly fees: number;
  /** What perpetuals have received, or paid: negative, for being held; part of the equity. Null without perpetuals. */
  readonly funding: number | null;
  readonly fills: number;
}

const yearMs = 365 * 86_400_000;

/** Figures of a run. `points` begin with what the accounts started with and lie at even distances; scaling all of them by a factor changes no ratio. */
export function statisticsOf(
  points: readonly EquityPoint[],
  trips: readonly RoundTrip[],
  { fees, funding, fills }: Pick<BacktestStatistics, 'fees' | 'funding' | 'fills'>,
): BacktestStatistics {
  const startEquity = points[0]?.[1] ?? 0;
  const endEquity = points.at(-1)?.[1] ?? startEquity;
  const gains = trips.filter(({ profit }) => profit > 0);
  const gained = gains.reduce((sum, { profit }) => sum + profit, 0);
  const lost = trips.reduce((sum, { profit }) => (profit < 0 ? sum - profit : sum), 0);
  return {
    startEquity,
    endEquity,
    totalReturn: startEquity === 0 ? 0 : endEquity / startEquity - 1,
    maxDrawdown: maxDrawdown(points),
    sharpe: sharpe(points),
    trades: trips.length,
    winRate: trips.length === 0 ? null : gains.length / trips.length,
    profitFactor: lost === 0 ? null : gained / lost,
    fees,
    funding,
    fills,
  };
}

export function maxDrawdown(points: readonly EquityPoint[]): number {
  let high = 0;
  let deepest = 0;
  for (const [, value] of points) {
    if (value > high) high = value;
    if (high > 0) deepest = Math.max(deepest, 1 - value / high);
  }
  return deepest;
}

/** Annualised by the points' distance, with a risk-free rate of zero. */
export function sharpe(points: readonly EquityPoint[]): number | null {
  const returns = points.slice(1).map(([, value], at) => value / (points[at] as EquityPoint)[1] - 1);
  if (returns.length < 2 || !returns.every(Number.isFinite)) return null;
  const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length;
  const variance = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (returns.length - 1);
  const stepMs = ((points.at(-1) as EquityPoint)[0] - (points[0] as EquityPoint)[0]) / returns.length;
  return variance === 0 || stepMs <= 0 ? null : (mean / Math.sqrt(variance)) * Math.sqrt(yearMs / stepMs);
}
