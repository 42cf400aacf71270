import type { Candle } from '../../core/contract/market.ts';
import { emaOf, onceFull, type Smoothed, unsmoothed } from '../../core/domain/indicators/smoothed.ts';
import type { Params } from './params.ts';

export type Leg = 'a' | 'b';
/** When a minute began, and its last price. */
type Close = readonly [openMs: number, close: number];

/** Mean and variance of the spread by the closes of minutes that both legs know; plain JSON. */
export interface Deviation {
  readonly mean: Smoothed;
  readonly variance: Smoothed;
  /** What only one leg has told yet: its minutes before the start, or the last one. */
  readonly waiting?: { readonly leg: Leg; readonly closes: readonly Close[] };
  /** The minutes before the start have come for both legs. */
  readonly isWarm: boolean;
}

export const noDeviation: Deviation = { mean: unsmoothed, variance: unsmoothed, isWarm: false };
/** Fewer minutes say nothing about what is usual. */
const fewest = 20;
const usualMinutes = 240;

export const minutesOf = ({ deviationMinutes = usualMinutes }: Params): number => deviationMinutes;

/** Minutes of a leg that have closed, in order. A minute counts when both legs have one of that time. */
export function withCloses(deviation: Deviation, leg: Leg, candles: readonly Candle[], isHistory: boolean, params: Params): Deviation {
  const closes = candles.map(({ openMs, close }): Close => [openMs, Number(close)]);
  const { waiting, ...rest } = deviation;
  if (waiting === undefined || waiting.leg === leg) return { ...rest, waiting: { leg, closes } };
  const others = new Map(waiting.closes);
  let { mean, variance } = rest;
  for (const [openMs, close] of closes) {
    const other = others.get(openMs);
    if (other === undefined) continue;
    const spread = leg === 'a' ? close / other - 1 : other / close - 1;
    const off = mean.count === 0 ? 0 : spread - mean.value;
    mean = emaOf(mean, spread, minutesOf(params));
    variance = emaOf(variance, off * off, minutesOf(params));
  }
  const last = closes.at(-1);
  // A leg that is a minute ahead waits for the other, whichever of them speaks first.
  const ahead = last === undefined || others.has(last[0]) ? {} : { waiting: { leg, closes: [last] } };
  return { mean, variance, isWarm: rest.isWarm || isHistory, ...ahead };
}

/** The least spread that opens; null: the minutes before the start are not here yet. */
export function leastOpenSpread({ minOpenSpread, openDeviations }: Params, deviation: Deviation | undefined): number | null {
  const least = Number(minOpenSpread);
  if (openDeviations === undefined) return least;
  if (deviation?.isWarm !== true) return null;
  const { mean, variance } = deviation;
  const usual = onceFull(mean, fewest);
  return usual === undefined ? least : Math.max(least, usual + Number(openDeviations) * Math.sqrt(variance.value));
}
