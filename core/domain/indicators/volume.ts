import { typicalOf, volumeOf } from './bar.ts';
import { bars, defineIndicator, histogram, type Indicator, line } from './indicator.ts';
import { share } from './smoothed.ts';
import { meanOf, pushed, pushedOnce, sumOf, type Window } from './window.ts';

const none: Window = [];
/** The close or typical price before; null before the first bar. */
const noPrice = null as number | null;

/** Volume and two averages of it; `rising` is 1 for a bar that closed no lower than it opened, else 0. */
export const vol = defineIndicator({
  id: 'VOL',
  family: 'volume',
  place: 'pane',
  precision: 'volume',
  params: [bars('length', 5), bars('length2', 20)],
  figures: (params) => [histogram('volume', 'VOL'), ...params.map((length, n) => line(`ma${n}`, `MA${length}`))],
  start: none,
  step: (state: Window, bar, [one = 5, two = 20]) => {
    const volumes = pushed(state, volumeOf(bar), Math.max(one, two));
    return {
      state: volumes,
      values: {
        volume: volumeOf(bar),
        rising: bar.close >= bar.open ? 1 : 0,
        ma0: meanOf(volumes, one),
        ma1: meanOf(volumes, two),
      },
    };
  },
});

/** On balance volume, from 0 at the first bar, and its average. */
export const obv = defineIndicator({
  id: 'OBV',
  family: 'volume',
  place: 'pane',
  precision: 'volume',
  params: [bars('signal', 30)],
  figures: () => [line('obv', 'OBV'), line('signal', 'MA')],
  start: { close: noPrice, obv: 0, signal: none },
  step: (state: { readonly close: number | null; readonly obv: number; readonly signal: Window }, bar, [length = 30]) => {
    const obv = state.obv + (state.close === null ? 0 : Math.sign(bar.close - state.close)) * volumeOf(bar);
    const signal = pushed(state.signal, obv, length);
    return { state: { close: bar.close, obv, signal }, values: { obv, signal: meanOf(signal, length) } };
  },
});

/** Price and volume trend. */
export const pvt = defineIndicator({
  id: 'PVT',
  family: 'volume',
  place: 'pane',
  precision: 'volume',
  params: [],
  figures: () => [line('pvt', 'PVT')],
  start: { close: noPrice, pvt: 0 },
  step: (state: { readonly close: number | null; readonly pvt: number }, bar) => {
    const pvt = state.pvt + (state.close === null ? 0 : share(bar.close - state.close, state.close) * volumeOf(bar));
    return { state: { close: bar.close, pvt }, values: { pvt } };
  },
});

/** What went with a rise and what went with a fall, bar by bar. */
interface Sides {
  /** The price before. */
  readonly price: number | null;
  readonly rising: Window;
  readonly falling: Window;
}

const noSides: Sides = { price: noPrice, rising: none, falling: none };

/** Money flow index: RSI of typical price × volume, without smoothing. */
export const mfi = defineIndicator({
  id: 'MFI',
  family: 'volume',
  place: 'pane',
  params: [bars('length', 14)],
  range: { min: 0, max: 100 },
  figures: ([length]) => [line('mfi', `MFI${length}`)],
  start: noSides,
  step: (before: Sides, bar, [length = 14]) => {
    const price = typicalOf(bar);
    if (before.price === null) return { state: { ...before, price }, values: { mfi: undefined } };
    const flow = price * volumeOf(bar);
    const rising = pushed(before.rising, price > before.price ? flow : 0, length);
    const falling = pushed(before.falling, price < before.price ? flow : 0, length);
    const up = sumOf(rising, length);
    const down = sumOf(falling, length);
    const mfi = up === undefined || down === undefined ? undefined : 100 * share(up, up + down, 0.5);
    return { state: { price, rising, falling }, values: { mfi } };
  },
});

/** Chaikin money flow: where bars close within their range, weighted by volume. */
export const cmf = defineIndicator({
  id: 'CMF',
  family: 'volume',
  place: 'pane',
  params: [bars('length', 20)],
  range: { min: -1, max: 1 },
  figures: ([length]) => [line('cmf', `CMF${length}`)],
  start: { flows: none, volumes: none },
  step: (state: { readonly flows: Window; readonly volumes: Window }, bar, [length = 20]) => {
    const place = share(2 * bar.close - bar.high - bar.low, bar.high - bar.low);
    // Nothing is never less than nothing: JSON knows no −0.
    const flows = pushed(state.flows, place * volumeOf(bar) + 0, length);
    const volumes = pushed(state.volumes, volumeOf(bar), length);
    const flow = sumOf(flows, length);
    const total = sumOf(volumes, length);
    return { state: { flows, volumes }, values: { cmf: flow === undefined || total === undefined ? undefined : share(flow, total) } };
  },
});

/** Volume ratio: volume of rising bars to that of falling ones in percent, half of the unchanged to each. */
export const vr = defineIndicator({
  id: 'VR',
  family: 'volume',
  place: 'pane',
  params: [bars('length', 26), bars('signal', 6)],
  figures: () => [line('vr', 'VR'), line('signal', 'MA')],
  start: { ...noSides, signal: none },
  step: (before: Sides & { readonly signal: Window }, bar, [length = 26, smooth = 6]) => {
    const price = bar.close;
    if (before.price === null) return { state: { ...before, price }, values: { vr: undefined, signal: undefined } };
    const sign = Math.sign(price - before.price);
    const rising = pushed(before.rising, (volumeOf(bar) * (1 + sign)) / 2, length);
    const falling = pushed(before.falling, (volumeOf(bar) * (1 - sign)) / 2, length);
    const up = sumOf(rising, length);
    const down = sumOf(falling, length);
    const vr = up === undefined || down === undefined ? undefined : 100 * share(up, down);
    const signal = pushedOnce(before.signal, vr, smooth);
    return { state: { price, rising, falling, signal }, values: { vr, signal: meanOf(signal, smooth) } };
  },
});

interface Emotion {
  readonly close: number | null;
  readonly up: Window;
  readonly down: Window;
  readonly above: Window;
  readonly below: Window;
}

const noEmotion: Emotion = { close: null, up: none, down: none, above: none, below: none };

/** Sum of one window in percent of that of another. */
function percentOf(part: Window, whole: Window, length: number): number | undefined {
  const sum = sumOf(part, length);
  return sum === undefined ? undefined : 100 * share(sum, sumOf(whole, length) ?? 0);
}

/** BR: strength against the last close; AR: against the open. */
export const brar = defineIndicator({
  id: 'BRAR',
  family: 'volume',
  place: 'pane',
  params: [bars('length', 26)],
  figures: () => [line('br', 'BR'), line('ar', 'AR')],
  start: noEmotion,
  step: (before: Emotion, { open, high, low, close }, [length = 26]) => {
    if (before.close === null) return { state: { ...before, close }, values: { br: undefined, ar: undefined } };
    const state = {
      close,
      up: pushed(before.up, Math.max(0, high - before.close), length),
      down: pushed(before.down, Math.max(0, before.close - low), length),
      above: pushed(before.above, high - open, length),
      below: pushed(before.below, open - low, length),
    };
    return { state, values: { br: percentOf(state.up, state.down, length), ar: percentOf(state.above, state.below, length) } };
  },
});

export const volumes: readonly Indicator[] = [vol, obv, pvt, mfi, cmf, vr, brar];
