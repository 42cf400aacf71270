import { noRange, type SmoothedRange } from './bands.ts';
import { type Bar, trueRangeOf } from './bar.ts';
import { bars, defineIndicator, dots, histogram, type Indicator, line, ratio } from './indicator.ts';
import { emaOf, onceFull, type Smoothed, share, unsmoothed, wilderOf } from './smoothed.ts';
import { type Extremes, meanOf, middleOf, noExtremes, pushed, pushedOnce, type Window, withExtremes } from './window.ts';

const none: Window = [];

/** The extremes of one bar. */
type Reach = Pick<Bar, 'high' | 'low'>;

interface Parabola {
  readonly sar: number;
  readonly isRising: boolean;
  readonly extreme: number;
  readonly speed: number;
  readonly last: Reach;
  /** The bar before the last; the same one after the first bar. */
  readonly earlier: Reach;
}

const noParabola = null as Parabola | null;

function parabolaAfter(state: Parabola | null, { high, low }: Bar, step: number, max: number): Parabola {
  const last = { high, low };
  if (state === null) return { sar: low, isRising: true, extreme: high, speed: step, last, earlier: last };
  const { sar, isRising, extreme, speed, last: earlier } = state;
  const next = sar + speed * (extreme - sar);
  const guarded = isRising ? Math.min(next, earlier.low, state.earlier.low) : Math.max(next, earlier.high, state.earlier.high);
  const hasTurned = isRising ? low < guarded : high > guarded;
  if (hasTurned) return { sar: extreme, isRising: !isRising, extreme: isRising ? low : high, speed: step, last, earlier };
  const reached = isRising ? Math.max(extreme, high) : Math.min(extreme, low);
  return { sar: guarded, isRising, extreme: reached, speed: reached === extreme ? speed : Math.min(max, speed + step), last, earlier };
}

/** Wilder's parabolic stop and reverse. */
export const sar = defineIndicator({
  id: 'SAR',
  family: 'trend',
  place: 'main',
  precision: 'price',
  params: [ratio('step', 0.02, 1, 0.01), ratio('max', 0.2, 1, 0.01)],
  figures: () => [dots('sar', 'SAR')],
  start: noParabola,
  step: (before: Parabola | null, bar, [step = 0.02, max = 0.2]) => {
    const state: Parabola | null = parabolaAfter(before, bar, step, max);
    return { state, values: { sar: state.sar } };
  },
});

interface Super extends SmoothedRange {
  /** Bands of the last bar; null before there were any. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly isRising: boolean;
}

/** Two bands of which the one below is shown while the price rises, the one above while it falls. */
export const supertrend = defineIndicator({
  id: 'SUPERTREND',
  family: 'trend',
  place: 'main',
  precision: 'price',
  params: [bars('length', 10), ratio('factor', 3)],
  figures: () => [line('up', 'ST+'), line('down', 'ST-')],
  start: { ...noRange, lower: null, upper: null, isRising: true },
  step: (before: Super, bar, [length = 10, factor = 3]) => {
    const range = wilderOf(before.range, trueRangeOf(bar, before.close), length);
    if (range.count < length) return { state: { ...before, range, close: bar.close }, values: { up: undefined, down: undefined } };
    const middle = (bar.high + bar.low) / 2;
    const distance = factor * range.value;
    const close = before.close ?? bar.close;
    // A band only moves towards the price until the price has closed beyond it.
    const lower = before.lower !== null && close > before.lower ? Math.max(middle - distance, before.lower) : middle - distance;
    const upper = before.upper !== null && close < before.upper ? Math.min(middle + distance, before.upper) : middle + distance;
    const isRising = before.isRising ? bar.close >= lower : bar.close > upper;
    return {
      state: { range, close: bar.close, lower, upper, isRising },
      values: { up: isRising ? lower : undefined, down: isRising ? undefined : upper },
    };
  },
});

interface Cloud extends Extremes {
  /** Leading spans of the newest bars, which are shown some bars later. */
  readonly spansA: Window;
  readonly spansB: Window;
}

const noCloud: Cloud = { ...noExtremes, spansA: none, spansB: none };

/** Tenkan, Kijun, both leading spans as they stand over the present bar, and the close, which is drawn `shift` bars back. */
export const ichimoku = defineIndicator({
  id: 'ICHIMOKU',
  family: 'trend',
  place: 'main',
  precision: 'price',
  params: [bars('length', 9), bars('length2', 26), bars('length3', 52), bars('shift', 26)],
  figures: ([, , , shift]) => [
    line('tenkan', 'TK'),
    line('kijun', 'KJ'),
    line('spanA', 'SA'),
    line('spanB', 'SB'),
    line('lagging', 'CK', shift),
  ],
  start: noCloud,
  step: (state: Cloud, bar, [short = 9, medium = 26, long = 52, shift = 26]) => {
    const extremes = withExtremes(state, bar, Math.max(short, medium, long));
    const tenkan = middleOf(extremes, short);
    const kijun = middleOf(extremes, medium);
    const spanA = tenkan === undefined || kijun === undefined ? undefined : (tenkan + kijun) / 2;
    return {
      state: {
        ...extremes,
        spansA: pushedOnce(state.spansA, spanA, shift),
        spansB: pushedOnce(state.spansB, middleOf(extremes, long), shift),
      },
      values: {
        tenkan,
        kijun,
        spanA: state.spansA[state.spansA.length - shift],
        spanB: state.spansB[state.spansB.length - shift],
        lagging: bar.close,
      },
    };
  },
});

/** Convergence and divergence of two averages; the histogram is twice their distance from the signal, as Chinese terminals draw it. */
export const macd = defineIndicator({
  id: 'MACD',
  family: 'trend',
  place: 'pane',
  precision: 'price',
  params: [bars('fast', 12), bars('slow', 26), bars('signal', 9)],
  figures: () => [line('dif', 'DIF'), line('dea', 'DEA'), histogram('macd', 'MACD')],
  start: { quick: unsmoothed, calm: unsmoothed, signal: unsmoothed },
  step: (state: { quick: Smoothed; calm: Smoothed; signal: Smoothed }, { close }, [fast = 12, slow = 26, length = 9]) => {
    const quick = emaOf(state.quick, close, fast);
    const calm = emaOf(state.calm, close, slow);
    const dif = calm.count < Math.max(fast, slow) ? undefined : quick.value - calm.value;
    const signal = dif === undefined ? state.signal : emaOf(state.signal, dif, length);
    const dea = onceFull(signal, length);
    return {
      state: { quick, calm, signal },
      values: { dif, dea, macd: dif === undefined || dea === undefined ? undefined : (dif - dea) * 2 },
    };
  },
});

interface Movement {
  /** Null before the first bar. */
  readonly last: Pick<Bar, 'high' | 'low' | 'close'> | null;
  readonly range: Smoothed;
  readonly rise: Smoothed;
  readonly fall: Smoothed;
  readonly adx: Smoothed;
}

const noMovement: Movement = { last: null, range: unsmoothed, rise: unsmoothed, fall: unsmoothed, adx: unsmoothed };

/** Directional movement with the average directional index. */
export const adx = defineIndicator({
  id: 'ADX',
  family: 'trend',
  place: 'pane',
  params: [bars('length', 14), bars('smooth', 14)],
  figures: () => [line('plus', '+DI'), line('minus', '-DI'), line('adx', 'ADX')],
  start: noMovement,
  step: (state: Movement, bar, [length = 14, smooth = 14]) => {
    const last = { high: bar.high, low: bar.low, close: bar.close };
    if (state.last === null) return { state: { ...state, last }, values: { plus: undefined, minus: undefined, adx: undefined } };
    const up = bar.high - state.last.high;
    const down = state.last.low - bar.low;
    const range = wilderOf(state.range, trueRangeOf(bar, state.last.close), length);
    const rise = wilderOf(state.rise, up > down && up > 0 ? up : 0, length);
    const fall = wilderOf(state.fall, down > up && down > 0 ? down : 0, length);
    const isFull = range.count >= length;
    const plus = isFull ? 100 * share(rise.value, range.value) : undefined;
    const minus = isFull ? 100 * share(fall.value, range.value) : undefined;
    const index =
      plus === undefined || minus === undefined
        ? state.adx
        : wilderOf(state.adx, 100 * share(Math.abs(plus - minus), plus + minus), smooth);
    return { state: { last, range, rise, fall, adx: index }, values: { plus, minus, adx: onceFull(index, smooth) } };
  },
});

/** How many bars ago the newest extreme of the window was. */
function barsSince(window: Window, isBeyond: (value: number, best: number) => boolean): number {
  let best = window.length - 1;
  for (let at = best - 1; at >= 0; at -= 1) if (isBeyond(window[at] as number, window[best] as number)) best = at;
  return window.length - 1 - best;
}

/** How long ago the highest and the lowest price were, 100 for now and 0 for `length` bars ago. */
export const aroon = defineIndicator({
  id: 'AROON',
  family: 'trend',
  place: 'pane',
  params: [bars('length', 25)],
  range: { min: 0, max: 100 },
  figures: () => [line('up', 'UP'), line('down', 'DOWN')],
  start: noExtremes,
  step: (before: Extremes, bar, [length = 25]) => {
    const state = withExtremes(before, bar, length + 1);
    if (state.highs.length <= length) return { state, values: { up: undefined, down: undefined } };
    const up = barsSince(state.highs, (value, best) => value > best);
    const down = barsSince(state.lows, (value, best) => value < best);
    return { state, values: { up: (100 * (length - up)) / length, down: (100 * (length - down)) / length } };
  },
});

interface Triple {
  readonly one: Smoothed;
  readonly two: Smoothed;
  readonly three: Smoothed;
  readonly signal: Window;
}

/** Rate of change of an average smoothed three times, in percent. */
export const trix = defineIndicator({
  id: 'TRIX',
  family: 'trend',
  place: 'pane',
  precision: 4,
  params: [bars('length', 12), bars('signal', 9)],
  figures: () => [line('trix', 'TRIX'), line('signal', 'MA')],
  start: { one: unsmoothed, two: unsmoothed, three: unsmoothed, signal: none },
  step: (state: Triple, { close }, [length = 12, signal = 9]) => {
    const one = emaOf(state.one, close, length);
    const two = emaOf(state.two, one.value, length);
    const three = emaOf(state.three, two.value, length);
    const before = state.three;
    const trix = before.count === 0 || three.count < length ? undefined : 100 * share(three.value - before.value, before.value);
    const values = pushedOnce(state.signal, trix, signal);
    return { state: { one, two, three, signal: values }, values: { trix, signal: meanOf(values, signal) } };
  },
});

/** Difference of two averages, and its average. */
export const dma = defineIndicator({
  id: 'DMA',
  family: 'trend',
  place: 'pane',
  precision: 'price',
  params: [bars('fast', 10), bars('slow', 50), bars('signal', 10)],
  figures: () => [line('dma', 'DMA'), line('ama', 'AMA')],
  start: { closes: none, signal: none },
  step: (state: { readonly closes: Window; readonly signal: Window }, { close }, [fast = 10, slow = 50, length = 10]) => {
    const closes = pushed(state.closes, close, Math.max(fast, slow));
    const quick = meanOf(closes, fast);
    const calm = meanOf(closes, slow);
    const dma = quick === undefined || calm === undefined ? undefined : quick - calm;
    const signal = pushedOnce(state.signal, dma, length);
    return { state: { closes, signal }, values: { dma, ama: meanOf(signal, length) } };
  },
});

export const trends: readonly Indicator[] = [sar, supertrend, ichimoku, macd, adx, aroon, trix, dma];
