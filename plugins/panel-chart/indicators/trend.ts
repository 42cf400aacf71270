import { type Bar, bars, dots, histogram, type IndicatorDefinition, line, type Row, ratio } from './definition.ts';
import { emaOf, highestAt, lowestAt, meanAt, meanOfRows, share, trueRangeAt, wilderOf } from './maths.ts';

/** Wilder's parabolic stop and reverse. */
const parabolic: IndicatorDefinition = {
  id: 'SAR',
  family: 'trend',
  place: 'main',
  precision: 'price',
  params: [ratio('step', 0.02, 1, 0.01), ratio('max', 0.2, 1, 0.01)],
  figures: () => [dots('sar', 'SAR')],
  step: ({ bars: all, i, rows, params: [step = 0.02, max = 0.2] }): Row => {
    const bar = all[i] as Bar;
    const before = all[i - 1];
    const last = rows[i - 1];
    if (before === undefined || last?.sar === undefined) return { sar: bar.low, _rising: 1, _extreme: bar.high, _speed: step };
    const { sar, _rising: rising = 1, _extreme: extreme = bar.high, _speed: speed = step } = last;
    const next = sar + speed * (extreme - sar);
    const guarded =
      rising === 1
        ? Math.min(next, before.low, all[i - 2]?.low ?? before.low)
        : Math.max(next, before.high, all[i - 2]?.high ?? before.high);
    const turned = rising === 1 ? bar.low < guarded : bar.high > guarded;
    if (turned) return { sar: extreme, _rising: rising === 1 ? 0 : 1, _extreme: rising === 1 ? bar.low : bar.high, _speed: step };
    const reached = rising === 1 ? Math.max(extreme, bar.high) : Math.min(extreme, bar.low);
    return { sar: guarded, _rising: rising, _extreme: reached, _speed: reached === extreme ? speed : Math.min(max, speed + step) };
  },
};

const supertrend: IndicatorDefinition = {
  id: 'SUPERTREND',
  family: 'trend',
  place: 'main',
  precision: 'price',
  params: [bars('length', 10), ratio('factor', 3)],
  figures: () => [line('up', 'ST+'), line('down', 'ST-')],
  step: ({ bars: all, i, rows, params: [length = 10, factor = 3] }): Row => {
    const bar = all[i] as Bar;
    const last = rows[i - 1];
    const range = wilderOf(last?._range, trueRangeAt(all, i), i + 1, length);
    if (i + 1 < length) return { _range: range };
    const middle = (bar.high + bar.low) / 2;
    const close = all[i - 1]?.close ?? bar.close;
    // A band only moves towards the price until the price has closed beyond it.
    const lowest =
      last?._lower !== undefined && close > last._lower ? Math.max(middle - factor * range, last._lower) : middle - factor * range;
    const highest =
      last?._upper !== undefined && close < last._upper ? Math.min(middle + factor * range, last._upper) : middle + factor * range;
    const was = last?._rising ?? 1;
    const rising = was === 1 ? (bar.close < lowest ? 0 : 1) : bar.close > highest ? 1 : 0;
    return {
      _range: range,
      _lower: lowest,
      _upper: highest,
      _rising: rising,
      up: rising === 1 ? lowest : undefined,
      down: rising === 1 ? undefined : highest,
    };
  },
};

const middleOf = (all: readonly Bar[], i: number, length: number): number | undefined => {
  const high = highestAt(all, i, length);
  const low = lowestAt(all, i, length);
  return high === undefined || low === undefined ? undefined : (high + low) / 2;
};

/** Tenkan, Kijun, both leading spans as they stand over the present bar, and the close put back. */
const ichimoku: IndicatorDefinition = {
  id: 'ICHIMOKU',
  family: 'trend',
  place: 'main',
  precision: 'price',
  params: [bars('length', 9), bars('length2', 26), bars('length3', 52), bars('shift', 26)],
  figures: () => [line('tenkan', 'TK'), line('kijun', 'KJ'), line('spanA', 'SA'), line('spanB', 'SB'), line('lagging', 'CK')],
  step: ({ bars: all, i, rows, params: [short = 9, medium = 26, long = 52, shift = 26] }): Row => {
    const tenkan = middleOf(all, i, short);
    const kijun = middleOf(all, i, medium);
    const from = rows[i - shift];
    const back = rows[i - shift];
    if (back !== undefined) back.lagging = (all[i] as Bar).close;
    return {
      tenkan,
      kijun,
      spanA: from?._a,
      spanB: from?._b,
      _a: tenkan === undefined || kijun === undefined ? undefined : (tenkan + kijun) / 2,
      _b: middleOf(all, i, long),
      lagging: undefined,
    };
  },
};

const macd: IndicatorDefinition = {
  id: 'MACD',
  family: 'trend',
  place: 'pane',
  precision: 'price',
  params: [bars('fast', 12), bars('slow', 26), bars('signal', 9)],
  figures: () => [line('dif', 'DIF'), line('dea', 'DEA'), histogram('macd', 'MACD')],
  step: ({ bars: all, i, rows, params: [fast = 12, slow = 26, signal = 9] }): Row => {
    const last = rows[i - 1];
    const { close } = all[i] as Bar;
    const quick = emaOf(last?._fast, close, i + 1, fast);
    const calm = emaOf(last?._slow, close, i + 1, slow);
    const count = i + 2 - Math.max(fast, slow);
    const dif = count < 1 ? undefined : quick - calm;
    const dea = dif === undefined ? undefined : emaOf(last?._dea, dif, count, signal);
    const isFull = dif !== undefined && dea !== undefined && count >= signal;
    return { _fast: quick, _slow: calm, _dea: dea, dif, dea: isFull ? dea : undefined, macd: isFull ? (dif - dea) * 2 : undefined };
  },
};

/** Directional movement with the average directional index. */
const directional: IndicatorDefinition = {
  id: 'ADX',
  family: 'trend',
  place: 'pane',
  params: [bars('length', 14), bars('smooth', 14)],
  figures: () => [line('plus', '+DI'), line('minus', '-DI'), line('adx', 'ADX')],
  step: ({ bars: all, i, rows, params: [length = 14, smooth = 14] }): Row => {
    const bar = all[i] as Bar;
    const before = all[i - 1];
    if (before === undefined) return {};
    const last = rows[i - 1];
    const up = bar.high - before.high;
    const down = before.low - bar.low;
    const range = wilderOf(last?._range, trueRangeAt(all, i), i, length);
    const rise = wilderOf(last?._rise, up > down && up > 0 ? up : 0, i, length);
    const fall = wilderOf(last?._fall, down > up && down > 0 ? down : 0, i, length);
    const plus = i < length ? undefined : 100 * share(rise, range);
    const minus = i < length ? undefined : 100 * share(fall, range);
    const count = i - length + 1;
    const adx =
      plus === undefined || minus === undefined
        ? undefined
        : wilderOf(last?._adx, 100 * share(Math.abs(plus - minus), plus + minus), count, smooth);
    return { _range: range, _rise: rise, _fall: fall, _adx: adx, plus, minus, adx: count >= smooth ? adx : undefined };
  },
};

const aroon: IndicatorDefinition = {
  id: 'AROON',
  family: 'trend',
  place: 'pane',
  params: [bars('length', 25)],
  range: { min: 0, max: 100 },
  figures: () => [line('up', 'UP'), line('down', 'DOWN')],
  step: ({ bars: all, i, params: [length = 25] }): Row => {
    if (i < length) return {};
    let high = i;
    let low = i;
    for (let at = i - 1; at >= i - length; at -= 1) {
      if ((all[at] as Bar).high > (all[high] as Bar).high) high = at;
      if ((all[at] as Bar).low < (all[low] as Bar).low) low = at;
    }
    return { up: (100 * (length - (i - high))) / length, down: (100 * (length - (i - low))) / length };
  },
};

/** Rate of change of an average smoothed three times. */
const trix: IndicatorDefinition = {
  id: 'TRIX',
  family: 'trend',
  place: 'pane',
  precision: 4,
  params: [bars('length', 12), bars('signal', 9)],
  figures: () => [line('trix', 'TRIX'), line('signal', 'MA')],
  step: ({ bars: all, i, rows, params: [length = 12, signal = 9] }): Row => {
    const last = rows[i - 1];
    const one = emaOf(last?._1, (all[i] as Bar).close, i + 1, length);
    const two = emaOf(last?._2, one, i + 1, length);
    const three = emaOf(last?._3, two, i + 1, length);
    const value = last?._3 === undefined || i + 1 < length ? undefined : 100 * share(three - last._3, last._3);
    return { _1: one, _2: two, _3: three, trix: value, signal: meanOfRows(rows, i, signal, 'trix', value) };
  },
};

/** Difference of two averages, and its average. */
const dma: IndicatorDefinition = {
  id: 'DMA',
  family: 'trend',
  place: 'pane',
  precision: 'price',
  params: [bars('fast', 10), bars('slow', 50), bars('signal', 10)],
  figures: () => [line('dma', 'DMA'), line('ama', 'AMA')],
  step: ({ bars: all, i, rows, params: [fast = 10, slow = 50, signal = 10] }): Row => {
    const quick = meanAt(all, i, fast);
    const calm = meanAt(all, i, slow);
    const value = quick === undefined || calm === undefined ? undefined : quick - calm;
    return { dma: value, ama: meanOfRows(rows, i, signal, 'dma', value) };
  },
};

export const trends: readonly IndicatorDefinition[] = [parabolic, supertrend, ichimoku, macd, directional, aroon, trix, dma];
