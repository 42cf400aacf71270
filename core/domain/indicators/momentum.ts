import { medianOf, typicalOf } from './bar.ts';
import { bars, defineIndicator, histogram, type Indicator, line } from './indicator.ts';
import { type Smoothed, share, unsmoothed, wilderOf } from './smoothed.ts';
import { type Extremes, highestOf, lowestOf, meanOf, noExtremes, pushed, pushedOnce, sumOf, type Window, withExtremes } from './window.ts';

const percent = { min: 0, max: 100 } as const;
const none: Window = [];

/** What the bars so far gained and lost, both positive. */
interface Strength {
  readonly close: number | null;
  readonly gain: Smoothed;
  readonly loss: Smoothed;
}

const noStrength: Strength = { close: null, gain: unsmoothed, loss: unsmoothed };

function withClose({ close: before, gain, loss }: Strength, close: number, length: number): Strength {
  if (before === null) return { close, gain, loss };
  const change = close - before;
  return { close, gain: wilderOf(gain, Math.max(change, 0), length), loss: wilderOf(loss, Math.max(-change, 0), length) };
}

/** Wilder's relative strength, 0 to 100; 50 where nothing moved. */
function strengthOf({ gain, loss }: Strength, length: number): number | undefined {
  if (gain.count < length) return undefined;
  if (loss.value === 0) return gain.value === 0 ? 50 : 100;
  return 100 - 100 / (1 + gain.value / loss.value);
}

/** Relative strength index. */
export const rsi = defineIndicator({
  id: 'RSI',
  family: 'momentum',
  place: 'pane',
  params: [bars('length', 14)],
  range: percent,
  figures: ([length]) => [line('rsi', `RSI${length}`)],
  start: noStrength,
  step: (before: Strength, { close }, [length = 14]) => {
    const state = withClose(before, close, length);
    return { state, values: { rsi: strengthOf(state, length) } };
  },
});

/** Where a strength stands between the lowest and the highest of its window; undefined before the window is full. */
function placeIn(window: Window, length: number): number | undefined {
  const high = highestOf(window, length);
  const low = lowestOf(window, length);
  if (high === undefined || low === undefined) return undefined;
  return 100 * share((window.at(-1) ?? low) - low, high - low, 0.5);
}

interface StochasticStrength {
  readonly strength: Strength;
  readonly values: Window;
  readonly raws: Window;
  readonly ks: Window;
}

/** Stochastic of the relative strength. */
export const stochRsi = defineIndicator({
  id: 'STOCHRSI',
  family: 'momentum',
  place: 'pane',
  params: [bars('length', 14), bars('length2', 14), bars('smooth', 3), bars('smooth2', 3)],
  range: percent,
  figures: () => [line('k', 'K'), line('d', 'D')],
  start: { strength: noStrength, values: none, raws: none, ks: none },
  step: (state: StochasticStrength, { close }, [length = 14, window = 14, smoothK = 3, smoothD = 3]) => {
    const strength = withClose(state.strength, close, length);
    const values = pushedOnce(state.values, strengthOf(strength, length), window);
    const raws = pushedOnce(state.raws, placeIn(values, window), smoothK);
    const k = meanOf(raws, smoothK);
    const ks = pushedOnce(state.ks, k, smoothD);
    return { state: { strength, values, raws, ks }, values: { k, d: meanOf(ks, smoothD) } };
  },
});

/** The stochastic oscillator as Chinese terminals draw it: K and D begin at 50 and are smoothed by thirds, J = 3K − 2D. */
export const kdj = defineIndicator({
  id: 'KDJ',
  family: 'momentum',
  place: 'pane',
  params: [bars('length', 9), bars('smooth', 3), bars('smooth2', 3)],
  figures: () => [line('k', 'K'), line('d', 'D'), line('j', 'J')],
  start: { ...noExtremes, k: 50, d: 50 },
  step: (state: Extremes & { readonly k: number; readonly d: number }, bar, [length = 9, smoothK = 3, smoothD = 3]) => {
    const { highs, lows } = withExtremes(state, bar, length);
    const high = highestOf(highs, length);
    const low = lowestOf(lows, length);
    if (high === undefined || low === undefined)
      return { state: { highs, lows, k: state.k, d: state.d }, values: { k: undefined, d: undefined, j: undefined } };
    const raw = 100 * share(bar.close - low, high - low, 0.5);
    const k = ((smoothK - 1) * state.k + raw) / smoothK;
    const d = ((smoothD - 1) * state.d + k) / smoothD;
    return { state: { highs, lows, k, d }, values: { k, d, j: 3 * k - 2 * d } };
  },
});

/** Williams' %R, −100 to 0. */
export const wr = defineIndicator({
  id: 'WR',
  family: 'momentum',
  place: 'pane',
  params: [bars('length', 14)],
  range: { min: -100, max: 0 },
  figures: ([length]) => [line('wr', `WR${length}`)],
  start: noExtremes,
  step: (before: Extremes, bar, [length = 14]) => {
    const state = withExtremes(before, bar, length);
    const high = highestOf(state.highs, length);
    const low = lowestOf(state.lows, length);
    const wr = high === undefined || low === undefined ? undefined : -100 * share(high - bar.close, high - low, 0.5);
    return { state, values: { wr } };
  },
});

/** Commodity channel index of the typical price. */
export const cci = defineIndicator({
  id: 'CCI',
  family: 'momentum',
  place: 'pane',
  params: [bars('length', 20)],
  figures: ([length]) => [line('cci', `CCI${length}`)],
  start: none,
  step: (before: Window, bar, [length = 20]) => {
    const state = pushed(before, typicalOf(bar), length);
    const mean = meanOf(state, length);
    if (mean === undefined) return { state, values: { cci: undefined } };
    let distance = 0;
    for (const typical of state) distance += Math.abs(typical - mean);
    return { state, values: { cci: share(typicalOf(bar) - mean, (0.015 * distance) / length) } };
  },
});

/** Closes that the next one is compared with, and the values that its average is of. */
interface Compared {
  readonly closes: Window;
  readonly signal: Window;
}

const notCompared: Compared = { closes: none, signal: none };

/** The close `length` bars before the next one. */
const closeBefore = ({ closes }: Compared, length: number): number | undefined => closes[closes.length - length];

/** Rate of change in percent. */
export const roc = defineIndicator({
  id: 'ROC',
  family: 'momentum',
  place: 'pane',
  params: [bars('length', 12), bars('signal', 6)],
  figures: () => [line('roc', 'ROC'), line('signal', 'MA')],
  start: notCompared,
  step: (state: Compared, { close }, [length = 12, signal = 6]) => {
    const before = closeBefore(state, length);
    const roc = before === undefined ? undefined : 100 * share(close - before, before);
    const next = { closes: pushed(state.closes, close, length), signal: pushedOnce(state.signal, roc, signal) };
    return { state: next, values: { roc, signal: meanOf(next.signal, signal) } };
  },
});

/** Momentum: the change over some bars. */
export const mtm = defineIndicator({
  id: 'MTM',
  family: 'momentum',
  place: 'pane',
  precision: 'price',
  params: [bars('length', 12), bars('signal', 6)],
  figures: () => [line('mtm', 'MTM'), line('signal', 'MA')],
  start: notCompared,
  step: (state: Compared, { close }, [length = 12, signal = 6]) => {
    const before = closeBefore(state, length);
    const mtm = before === undefined ? undefined : close - before;
    const next = { closes: pushed(state.closes, close, length), signal: pushedOnce(state.signal, mtm, signal) };
    return { state: next, values: { mtm, signal: meanOf(next.signal, signal) } };
  },
});

/** Psychological line: share of rising bars in percent. */
export const psy = defineIndicator({
  id: 'PSY',
  family: 'momentum',
  place: 'pane',
  params: [bars('length', 12), bars('signal', 6)],
  range: percent,
  figures: () => [line('psy', 'PSY'), line('signal', 'MA')],
  start: { close: null, rises: none, signal: none },
  step: (
    state: { readonly close: number | null; readonly rises: Window; readonly signal: Window },
    { close },
    [length = 12, signal = 6],
  ) => {
    const rises = state.close === null ? none : pushed(state.rises, close > state.close ? 1 : 0, length);
    const sum = sumOf(rises, length);
    const psy = sum === undefined ? undefined : (100 * sum) / length;
    const next = { close, rises, signal: pushedOnce(state.signal, psy, signal) };
    return { state: next, values: { psy, signal: meanOf(next.signal, signal) } };
  },
});

/** Distance of the newest close from its average in percent of it. */
function distanceOf(closes: Window, length: number): number | undefined {
  const mean = meanOf(closes, length);
  return mean === undefined ? undefined : 100 * share((closes.at(-1) ?? mean) - mean, mean);
}

/** Distances of the close from three averages, in percent of them. */
export const bias = defineIndicator({
  id: 'BIAS',
  family: 'momentum',
  place: 'pane',
  params: [bars('length', 6), bars('length2', 12), bars('length3', 24)],
  figures: (params) => params.map((length, n) => line(`bias${n}`, `BIAS${length}`)),
  start: none,
  step: (state: Window, { close }, [one = 6, two = 12, three = 24]) => {
    const closes = pushed(state, close, Math.max(one, two, three));
    return {
      state: closes,
      values: { bias0: distanceOf(closes, one), bias1: distanceOf(closes, two), bias2: distanceOf(closes, three) },
    };
  },
});

/** Awesome oscillator: difference of two averages of the middle of a bar. */
export const ao = defineIndicator({
  id: 'AO',
  family: 'momentum',
  place: 'pane',
  precision: 'price',
  params: [bars('fast', 5), bars('slow', 34)],
  figures: () => [histogram('ao', 'AO')],
  start: none,
  step: (state: Window, bar, [fast = 5, slow = 34]) => {
    const medians = pushed(state, medianOf(bar), Math.max(fast, slow));
    const quick = meanOf(medians, fast);
    const calm = meanOf(medians, slow);
    return { state: medians, values: { ao: quick === undefined || calm === undefined ? undefined : quick - calm } };
  },
});

export const momenta: readonly Indicator[] = [rsi, stochRsi, kdj, wr, cci, roc, mtm, psy, bias, ao];
