import { bitcoin, breadthByDay, type MarketDays, referencePair, volumeByDay } from './market-days.ts';
import { averageAt, known, logReturns, percentileRank, realisedVolatility, type Series } from './statistics.ts';

/** The index of fear (0) and greed (100): five figures, each by its place in its own history, by these weights. */
export const components = {
  /** Realised volatility of BTC by the year: much of it is fear. */
  volatility: { weight: 25, days: 14, isFear: true },
  /** BTC's price over its own average, less one. */
  momentum: { weight: 25, days: 20, isFear: false },
  /** Share of the markets above their own average. */
  breadth: { weight: 20, days: 20, isFear: false },
  /** What was traded over the mean of the days before, with the sign of BTC's change: much volume on a falling day is fear. Of now: of the last 24 hours. */
  volume: { weight: 15, days: 20, isFear: false },
  /** BTC's share of what was traded: money that flees into it is fear. */
  dominance: { weight: 15, days: 7, isFear: true },
} as const;
export type ComponentId = keyof typeof components;
export const componentIds = Object.keys(components) as readonly ComponentId[];

/** A figure is scored once it has so many days of its own before it, and against so many at most. */
export const leastHistory = 30;
const mostHistory = 365;
/** Markets with an average that breadth asks for. */
const leastMarkets = 5;

export const regimes = ['extreme-fear', 'fear', 'neutral', 'greed', 'extreme-greed'] as const;
type Regime = (typeof regimes)[number];
/** Where one regime ends and the next begins. */
export const regimeBounds = [20, 40, 60, 80] as const;

/** A bound belongs to the regime above it. */
export const regimeOf = (value: number): Regime => regimes[regimeBounds.filter((bound) => value >= bound).length] as Regime;

interface ComponentScore {
  readonly id: ComponentId;
  /** As the component's figure is defined; null while it cannot be worked out. */
  readonly value: number | null;
  /** 0 to 100; null without a value or with less than `leastHistory` days before it. */
  readonly score: number | null;
  /** Days before this one that have the figure. */
  readonly history: number;
}

export interface IndexDay {
  readonly dayMs: number;
  /** BTC's price, in the money of the figures. */
  readonly close: number | null;
  /** Null unless all components are scored: nothing takes the place of one that is missing. */
  readonly value: number | null;
  readonly components: readonly ComponentScore[];
}

/** The index of every day, oldest first. */
export function indexByDay(market: MarketDays): readonly IndexDay[] {
  const series = componentSeries(market);
  const closes = referencePair(market)?.closes ?? [];
  return market.days.map((dayMs, at) => {
    const scores = componentIds.map((id) => scoreAt(id, series[id], at));
    return { dayMs, close: closes[at] ?? null, value: indexOf(scores), components: scores };
  });
}

function indexOf(scores: readonly ComponentScore[]): number | null {
  let sum = 0;
  for (const { id, score } of scores) {
    if (score === null) return null;
    sum += components[id].weight * score;
  }
  return sum / 100;
}

function scoreAt(id: ComponentId, values: Series, at: number): ComponentScore {
  const value = values[at] ?? null;
  const history = known(values.slice(Math.max(0, at - mostHistory), at));
  const rank = value === null || history.length < leastHistory ? null : percentileRank(value, history);
  const score = rank !== null && components[id].isFear ? 100 - rank : rank;
  return { id, value, score, history: history.length };
}

/** The figure of each component, day by day. */
export function componentSeries(market: MarketDays): Readonly<Record<ComponentId, Series>> {
  const { days } = market;
  const reference = referencePair(market);
  const closes: Series = reference?.closes ?? days.map(() => null);
  const returns: Series = [null, ...logReturns(closes)];
  const [all, bitcoins] = [volumeByDay(market), volumeByDay(market, bitcoin)];
  const breadth = breadthByDay(market);
  const dayMs = 86_400_000;
  return {
    volatility: days.map((_, at) => {
      const { days: count } = components.volatility;
      const window = known(returns.slice(Math.max(0, at - count + 1), at + 1));
      return window.length < count ? null : realisedVolatility(window, dayMs);
    }),
    momentum: days.map((_, at) => {
      const average = averageAt(closes, at, components.momentum.days);
      return average === null || average === 0 ? null : (closes[at] as number) / average - 1;
    }),
    breadth: breadth.map(({ share, counted }) => (counted < leastMarkets ? null : share)),
    volume: days.map((_, at) => {
      const [now, before] = [all[at], averageAt(all, at - 1, components.volume.days)];
      const change = at === days.length - 1 ? reference?.change : returns[at];
      return now == null || before === null || before === 0 || change == null ? null : (now / before) * Math.sign(change);
    }),
    dominance: days.map((_, at) => {
      const { days: count } = components.dominance;
      const [part, whole] = [averageAt(bitcoins, at, count), averageAt(all, at, count)];
      return part === null || whole === null || whole === 0 ? null : part / whole;
    }),
  };
}
