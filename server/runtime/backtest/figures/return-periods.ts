import { intervalOpenMs } from '../../../../core/domain/markets/interval.ts';
import type { ReturnPeriod } from '../../../../core/domain/return-period.ts';
import type { FeedRange } from '../feeds/backtest-feed.ts';
import type { EquityPoint } from './equity-curve.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Of a market that never closes. */
const perYear: Readonly<Record<ReturnPeriod, number>> = { hour: 8_760, day: 365, week: 365 / 7, month: 12, year: 1 };

const monthOf = (timeMs: number): number => {
  const date = new Date(timeMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

/** Numbers the periods one after the other. */
const periodNumber: Readonly<Record<ReturnPeriod, (timeMs: number) => number>> = {
  hour: (timeMs) => Math.floor(timeMs / hourMs),
  day: (timeMs) => Math.floor(timeMs / dayMs),
  week: (timeMs) => Math.floor(intervalOpenMs('1w', timeMs) / (7 * dayMs)),
  month: monthOf,
  year: (timeMs) => Math.floor(monthOf(timeMs) / 12),
};

/** Days; a run of less than a week has too few of them: hours. */
export const periodFor = ({ fromMs, toMs }: FeedRange): ReturnPeriod => (toMs + 1 - fromMs < 7 * dayMs ? 'hour' : 'day');

/** First moment after a numbered period. */
function endOf(period: ReturnPeriod, number: number): number {
  switch (period) {
    case 'hour':
      return (number + 1) * hourMs;
    case 'day':
      return (number + 1) * dayMs;
    case 'week':
      // The first Monday after 1970-01-01 is four days later.
      return (number + 1) * 7 * dayMs + 4 * dayMs;
    case 'month':
      return Date.UTC(Math.floor((number + 1) / 12), (number + 1) % 12, 1);
    case 'year':
      return Date.UTC(number + 1, 0, 1);
  }
}

/**
 * What a run was worth at the start and then at the end of each whole period; a period in which nothing was valued has the value
 * of the one before. `points` are in order of time, the first one is the start.
 */
export function periodEnds(points: readonly EquityPoint[], toMs: number, period: ReturnPeriod): readonly EquityPoint[] {
  const [start] = points;
  if (start === undefined) return [];
  const numberOf = periodNumber[period];
  const ends: EquityPoint[] = [start];
  const last = numberOf(toMs + 1) - 1;
  let at = 0;
  for (let number = numberOf(start[0]); number <= last; number++) {
    const endMs = endOf(period, number);
    while (at + 1 < points.length && (points[at + 1] as EquityPoint)[0] < endMs) at += 1;
    ends.push([endMs - 1, (points[at] as EquityPoint)[1]]);
  }
  return ends;
}

/**
 * Mean over sample deviation of the returns between period ends, a year's worth, with a risk-free rate of zero. Null with less
 * than two returns, without variation, and when the value fell to nothing.
 */
export function sharpeOf(ends: readonly EquityPoint[], period: ReturnPeriod): number | null {
  if (ends.length < 3 || ends.some(([, value]) => !(value > 0))) return null;
  const returns = ends.slice(1).map(([, value], at) => value / (ends[at] as EquityPoint)[1] - 1);
  const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length;
  const deviation = Math.sqrt(returns.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (returns.length - 1));
  return deviation < roundingNoise ? null : (mean / deviation) * Math.sqrt(perYear[period]);
}

/** Returns that are the same but for the last bit of a double do not vary. */
const roundingNoise = 1e-14;

/** Growth a year at the same pace; null for less than a day, and when the value fell to nothing. */
export function annualReturn(start: number, end: number, { fromMs, toMs }: FeedRange): number | null {
  const days = (toMs + 1 - fromMs) / dayMs;
  const growth = end / start;
  return days < 1 || !(growth > 0) || !Number.isFinite(growth) ? null : growth ** (365 / days) - 1;
}
