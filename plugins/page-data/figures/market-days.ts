import type { AssetPair, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { averageAt, type Series } from './statistics.ts';

/** A pair of assets day by day, as its most traded market tells it. */
export interface PairDays extends AssetPair {
  readonly id: InstrumentId;
  /** Last price of each day, in quote. */
  readonly closes: Series;
  /** Traded in each day, in the money of all figures. */
  readonly volumes: Series;
  /** Of the price over the last 24 hours, as a fraction; null while that is not known. */
  readonly change: number | null;
}

/** Days of UTC, oldest first; the last one is running: its volume is that of the last 24 hours. */
export interface MarketDays {
  /** When each day begins, ms. */
  readonly days: readonly number[];
  /** Most traded in the last 24 hours first; each series has a value for every day. */
  readonly pairs: readonly PairDays[];
}

/** The asset whose price and share the index goes by. */
export const bitcoin = 'BTC';
/** The money in which volumes are told. */
export const money = 'USDT';
/** Days of the average that a market has to be above. */
export const breadthDays = 20;

export interface Breadth {
  /** Of the markets that have an average, those above it, 0 to 1; null while there are none. */
  readonly share: number | null;
  /** Markets that have an average. */
  readonly counted: number;
}

/** How far a pair is from its own average of `breadthDays` days, as a fraction; null without enough of them. */
export function distanceFromAverage({ closes }: Pick<PairDays, 'closes'>, at: number): number | null {
  const average = averageAt(closes, at, breadthDays);
  return average === null || average === 0 ? null : (closes[at] as number) / average - 1;
}

/** Share of the pairs that are above their own average, day by day. Pairs without an average are not counted. */
export const breadthByDay = ({ days, pairs }: MarketDays): readonly Breadth[] =>
  days.map((_, at) => {
    const distances = pairs.flatMap((pair) => distanceFromAverage(pair, at) ?? []);
    const above = distances.filter((distance) => distance > 0).length;
    return { share: distances.length === 0 ? null : above / distances.length, counted: distances.length };
  });

/** All that was traded each day, or that of one asset; null for a day of which nothing is known. */
export const volumeByDay = ({ days, pairs }: MarketDays, base: string | null = null): Series =>
  days.map((_, at) => {
    const volumes = pairs.filter((pair) => base === null || pair.base === base).flatMap(({ volumes: all }) => all[at] ?? []);
    return volumes.length === 0 ? null : volumes.reduce((sum, one) => sum + one, 0);
  });

/** Change of the close over the last `count` days, as a fraction; null when either is unknown. */
export function changeOver({ closes }: Pick<PairDays, 'closes'>, count: number): number | null {
  const [last, before] = [closes.at(-1), closes.at(-1 - count)];
  return last == null || before == null || before === 0 ? null : last / before - 1;
}

/** The market that gives the price of the index; null when nobody trades it. */
export const referencePair = ({ pairs }: MarketDays): PairDays | null =>
  pairs.find(({ base, quote }) => base === bitcoin && quote === money) ?? null;
