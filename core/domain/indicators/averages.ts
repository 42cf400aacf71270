import { typicalOf, volumeOf } from './bar.ts';
import { bars, defineIndicator, type Indicator, line } from './indicator.ts';
import { emaOf, onceFull, type Smoothed, share, unsmoothed } from './smoothed.ts';
import { meanOf, pushed, sumOf, type Window } from './window.ts';

const dayMs = 86_400_000;
const none: Window = [];

/** Three simple averages of the closes. */
export const ma = defineIndicator({
  id: 'MA',
  family: 'trend',
  place: 'main',
  precision: 'price',
  params: [bars('length', 5), bars('length2', 10), bars('length3', 30)],
  figures: (params) => params.map((length, n) => line(`ma${n}`, `MA${length}`)),
  start: none,
  step: (state: Window, { close }, [one = 5, two = 10, three = 30]) => {
    const closes = pushed(state, close, Math.max(one, two, three));
    return { state: closes, values: { ma0: meanOf(closes, one), ma1: meanOf(closes, two), ma2: meanOf(closes, three) } };
  },
});

/** Three exponential averages of the closes, each of which begins with the simple one. */
export const ema = defineIndicator({
  id: 'EMA',
  family: 'trend',
  place: 'main',
  precision: 'price',
  params: [bars('length', 12), bars('length2', 26), bars('length3', 50)],
  figures: (params) => params.map((length, n) => line(`ema${n}`, `EMA${length}`)),
  start: { one: unsmoothed, two: unsmoothed, three: unsmoothed },
  step: (state: { one: Smoothed; two: Smoothed; three: Smoothed }, { close }, [length = 12, length2 = 26, length3 = 50]) => {
    const one = emaOf(state.one, close, length);
    const two = emaOf(state.two, close, length2);
    const three = emaOf(state.three, close, length3);
    return {
      state: { one, two, three },
      values: { ema0: onceFull(one, length), ema1: onceFull(two, length2), ema2: onceFull(three, length3) },
    };
  },
});

function weightedOf(closes: Window, length: number): number | undefined {
  if (closes.length < length) return undefined;
  let sum = 0;
  for (let at = 0; at < length; at += 1) sum += (closes[closes.length - length + at] as number) * (at + 1);
  return sum / ((length * (length + 1)) / 2);
}

/** Average whose weights grow by one from the oldest close to the newest. */
export const wma = defineIndicator({
  id: 'WMA',
  family: 'trend',
  place: 'main',
  precision: 'price',
  params: [bars('length', 20)],
  figures: ([length]) => [line('wma', `WMA${length}`)],
  start: none,
  step: (state: Window, { close }, [length = 20]) => {
    const closes = pushed(state, close, length);
    return { state: closes, values: { wma: weightedOf(closes, length) } };
  },
});

/** Average weighted by volume over a window; undefined where nothing was traded in it. */
export const vwma = defineIndicator({
  id: 'VWMA',
  family: 'trend',
  place: 'main',
  precision: 'price',
  params: [bars('length', 20)],
  figures: ([length]) => [line('vwma', `VWMA${length}`)],
  start: { amounts: none, volumes: none },
  step: (state: { amounts: Window; volumes: Window }, bar, [length = 20]) => {
    const amounts = pushed(state.amounts, bar.close * volumeOf(bar), length);
    const volumes = pushed(state.volumes, volumeOf(bar), length);
    const amount = sumOf(amounts, length);
    const volume = sumOf(volumes, length);
    const vwma = amount === undefined || volume === undefined || volume === 0 ? undefined : amount / volume;
    return { state: { amounts, volumes }, values: { vwma } };
  },
});

/** Typical price weighted by volume since the UTC day began. */
export const vwap = defineIndicator({
  id: 'VWAP',
  family: 'volume',
  place: 'main',
  precision: 'price',
  params: [],
  figures: () => [line('vwap', 'VWAP')],
  start: { day: 0, amount: 0, volume: 0 },
  step: (state: { day: number; amount: number; volume: number }, bar) => {
    const day = Math.floor(bar.timestamp / dayMs);
    const isSame = day === state.day;
    const amount = (isSame ? state.amount : 0) + typicalOf(bar) * volumeOf(bar);
    const volume = (isSame ? state.volume : 0) + volumeOf(bar);
    return { state: { day, amount, volume }, values: { vwap: share(amount, volume, typicalOf(bar)) } };
  },
});

/** Bull and bear index: the mean of four averages. */
export const bbi = defineIndicator({
  id: 'BBI',
  family: 'trend',
  place: 'main',
  precision: 'price',
  params: [bars('length', 3), bars('length2', 6), bars('length3', 12), bars('slow', 24)],
  figures: () => [line('bbi', 'BBI')],
  start: none,
  step: (state: Window, { close }, params) => {
    const longest = Math.max(...params);
    const closes = pushed(state, close, longest);
    const sum = params.reduce((total, length) => total + (meanOf(closes, length) ?? 0), 0);
    return { state: closes, values: { bbi: closes.length < longest ? undefined : sum / params.length } };
  },
});

export const averages: readonly Indicator[] = [ma, ema, wma, vwma, vwap, bbi];
