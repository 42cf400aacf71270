import { trueRangeOf } from './bar.ts';
import { bars, defineIndicator, type Indicator, line, ratio } from './indicator.ts';
import { emaOf, onceFull, type Smoothed, unsmoothed, wilderOf } from './smoothed.ts';
import {
  deviationOf,
  type Extremes,
  highestOf,
  lowestOf,
  meanOf,
  middleOf,
  noExtremes,
  pushed,
  type Window,
  withExtremes,
} from './window.ts';

const channel = [line('upper', 'UP'), line('middle', 'MID'), line('lower', 'LOW')];
const none: Window = [];

/** True range smoothed so far, and the close that the next one is measured from. */
export interface SmoothedRange {
  readonly close: number | null;
  readonly range: Smoothed;
}

export const noRange: SmoothedRange = { close: null, range: unsmoothed };

/** Bollinger's bands: the deviation is that of the population. */
export const boll = defineIndicator({
  id: 'BOLL',
  family: 'band',
  place: 'main',
  precision: 'price',
  params: [bars('length', 20, 2), ratio('deviations', 2)],
  figures: () => channel,
  start: none,
  step: (state: Window, { close }, [length = 20, deviations = 2]) => {
    const closes = pushed(state, close, length);
    const middle = meanOf(closes, length);
    if (middle === undefined) return { state: closes, values: { upper: undefined, middle, lower: undefined } };
    const distance = deviations * deviationOf(closes, length, middle);
    return { state: closes, values: { upper: middle + distance, middle, lower: middle - distance } };
  },
});

/** Keltner's channel: an exponential average, and Wilder's average of the true range. */
export const kc = defineIndicator({
  id: 'KC',
  family: 'band',
  place: 'main',
  precision: 'price',
  params: [bars('length', 20), bars('length2', 10), ratio('factor', 2)],
  figures: () => channel,
  start: { ...noRange, average: unsmoothed },
  step: (state: SmoothedRange & { readonly average: Smoothed }, bar, [length = 20, rangeLength = 10, factor = 2]) => {
    const average = emaOf(state.average, bar.close, length);
    const range = wilderOf(state.range, trueRangeOf(bar, state.close), rangeLength);
    const middle = average.count >= Math.max(length, rangeLength) ? average.value : undefined;
    const distance = factor * range.value;
    return {
      state: { average, range, close: bar.close },
      values: {
        upper: middle === undefined ? undefined : middle + distance,
        middle,
        lower: middle === undefined ? undefined : middle - distance,
      },
    };
  },
});

/** Donchian's channel: the highest high and the lowest low. */
export const dc = defineIndicator({
  id: 'DC',
  family: 'band',
  place: 'main',
  precision: 'price',
  params: [bars('length', 20)],
  figures: () => channel,
  start: noExtremes,
  step: (before: Extremes, bar, [length = 20]) => {
    const state = withExtremes(before, bar, length);
    return {
      state,
      values: { upper: highestOf(state.highs, length), middle: middleOf(state, length), lower: lowestOf(state.lows, length) },
    };
  },
});

/** An average between two lines at a fixed share of it, `factor` in percent. */
export const env = defineIndicator({
  id: 'ENV',
  family: 'band',
  place: 'main',
  precision: 'price',
  params: [bars('length', 20), ratio('factor', 2, 50)],
  figures: () => channel,
  start: none,
  step: (state: Window, { close }, [length = 20, percent = 2]) => {
    const closes = pushed(state, close, length);
    const middle = meanOf(closes, length);
    if (middle === undefined) return { state: closes, values: { upper: undefined, middle, lower: undefined } };
    return { state: closes, values: { upper: middle * (1 + percent / 100), middle, lower: middle * (1 - percent / 100) } };
  },
});

/** Average true range; the first bar's range is counted. */
export const atr = defineIndicator({
  id: 'ATR',
  family: 'band',
  place: 'pane',
  precision: 'price',
  params: [bars('length', 14)],
  figures: () => [line('atr', 'ATR')],
  start: noRange,
  step: (state: SmoothedRange, bar, [length = 14]) => {
    const range = wilderOf(state.range, trueRangeOf(bar, state.close), length);
    return { state: { range, close: bar.close }, values: { atr: onceFull(range, length) } };
  },
});

/** Standard deviation of the closes, of the population. */
export const std = defineIndicator({
  id: 'STD',
  family: 'band',
  place: 'pane',
  precision: 'price',
  params: [bars('length', 20, 2)],
  figures: () => [line('std', 'STD')],
  start: none,
  step: (state: Window, { close }, [length = 20]) => {
    const closes = pushed(state, close, length);
    const mean = meanOf(closes, length);
    return { state: closes, values: { std: mean === undefined ? undefined : deviationOf(closes, length, mean) } };
  },
});

export const bands: readonly Indicator[] = [boll, kc, dc, env, atr, std];
