import { type Bar, bars, type IndicatorDefinition, line } from './definition.ts';
import { closeOf, emaOf, meanAt, nextMean, onceFull, share, sumAt, typicalOf, volumeOf } from './maths.ts';

const lengths = [bars('length', 5), bars('length2', 10), bars('length3', 30)] as const;
const dayMs = 86_400_000;

function weightedAt(all: readonly Bar[], i: number, length: number): number | undefined {
  if (i + 1 < length) return undefined;
  let sum = 0;
  for (let k = 0; k < length; k += 1) sum += (all[i - k] as Bar).close * (length - k);
  return sum / ((length * (length + 1)) / 2);
}

const simple: IndicatorDefinition = {
  id: 'MA',
  family: 'trend',
  place: 'main',
  precision: 'price',
  params: lengths,
  figures: (params) => params.map((length, n) => line(`ma${n}`, `MA${length}`)),
  step: ({ bars: all, i, rows, params: [one = 5, two = 10, three = 30] }) => {
    const before = rows[i - 1];
    return {
      ma0: nextMean(before?.ma0, all, i, one),
      ma1: nextMean(before?.ma1, all, i, two),
      ma2: nextMean(before?.ma2, all, i, three),
    };
  },
};

const exponential: IndicatorDefinition = {
  id: 'EMA',
  family: 'trend',
  place: 'main',
  precision: 'price',
  params: [bars('length', 12), bars('length2', 26), bars('length3', 50)],
  figures: (params) => params.map((length, n) => line(`ema${n}`, `EMA${length}`)),
  step: ({ bars: all, i, rows, params: [one = 12, two = 26, three = 50] }) => {
    const last = rows[i - 1];
    const { close } = all[i] as Bar;
    const _0 = emaOf(last?._0, close, i + 1, one);
    const _1 = emaOf(last?._1, close, i + 1, two);
    const _2 = emaOf(last?._2, close, i + 1, three);
    return { _0, _1, _2, ema0: onceFull(_0, i + 1, one), ema1: onceFull(_1, i + 1, two), ema2: onceFull(_2, i + 1, three) };
  },
};

const weighted: IndicatorDefinition = {
  id: 'WMA',
  family: 'trend',
  place: 'main',
  precision: 'price',
  params: [bars('length', 20)],
  figures: ([length]) => [line('wma', `WMA${length}`)],
  step: ({ bars: all, i, params: [length = 1] }) => ({ wma: weightedAt(all, i, length) }),
};

/** Average weighted by volume over a window. */
const volumeWeighted: IndicatorDefinition = {
  id: 'VWMA',
  family: 'trend',
  place: 'main',
  precision: 'price',
  params: [bars('length', 20)],
  figures: ([length]) => [line('vwma', `VWMA${length}`)],
  step: ({ bars: all, i, params: [length = 1] }) => {
    const value = sumAt(all, i, length, (bar) => bar.close * volumeOf(bar));
    const volume = sumAt(all, i, length, volumeOf);
    return { vwma: value === undefined || volume === undefined || volume === 0 ? undefined : value / volume };
  },
};

/** Price weighted by volume since the UTC day began. */
const vwap: IndicatorDefinition = {
  id: 'VWAP',
  family: 'volume',
  place: 'main',
  precision: 'price',
  params: [],
  figures: () => [line('vwap', 'VWAP')],
  step: ({ bars: all, i, rows }) => {
    const bar = all[i] as Bar;
    const before = all[i - 1];
    const sameDay = before !== undefined && Math.floor(before.timestamp / dayMs) === Math.floor(bar.timestamp / dayMs);
    const value = (sameDay ? (rows[i - 1]?._value ?? 0) : 0) + typicalOf(bar) * volumeOf(bar);
    const volume = (sameDay ? (rows[i - 1]?._volume ?? 0) : 0) + volumeOf(bar);
    return { _value: value, _volume: volume, vwap: share(value, volume, typicalOf(bar)) };
  },
};

/** Bull and bear index: the mean of four averages. */
const bbi: IndicatorDefinition = {
  id: 'BBI',
  family: 'trend',
  place: 'main',
  precision: 'price',
  params: [bars('length', 3), bars('length2', 6), bars('length3', 12), bars('slow', 24)],
  figures: () => [line('bbi', 'BBI')],
  step: ({ bars: all, i, params }) => {
    const means = params.map((length) => meanAt(all, i, length, closeOf));
    if (means.some((mean) => mean === undefined)) return {};
    return { bbi: means.reduce<number>((sum, mean) => sum + (mean ?? 0), 0) / means.length };
  },
};

export const averages: readonly IndicatorDefinition[] = [simple, exponential, weighted, volumeWeighted, vwap, bbi];
