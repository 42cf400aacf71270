import { type Bar, bars, histogram, type IndicatorDefinition, line, type Row } from './definition.ts';
import { highestAt, lowestAt, meanAt, meanOfRows, medianOf, share, typicalOf, wilderOf } from './maths.ts';

const percent = { min: 0, max: 100 } as const;

interface Strength {
  readonly gain: number | undefined;
  readonly loss: number | undefined;
  readonly value: number | undefined;
}

/** Wilder's relative strength of the bar at `i`, with the two averages that the next bar needs. */
function strengthAt(all: readonly Bar[], i: number, last: Row | undefined, length: number): Strength {
  const before = all[i - 1];
  if (before === undefined) return { gain: undefined, loss: undefined, value: undefined };
  const change = (all[i] as Bar).close - before.close;
  const gain = wilderOf(last?._gain, Math.max(change, 0), i, length);
  const loss = wilderOf(last?._loss, Math.max(-change, 0), i, length);
  if (i < length) return { gain, loss, value: undefined };
  return { gain, loss, value: loss === 0 ? (gain === 0 ? 50 : 100) : 100 - 100 / (1 + gain / loss) };
}

const relativeStrength: IndicatorDefinition = {
  id: 'RSI',
  family: 'momentum',
  place: 'pane',
  params: [bars('length', 14)],
  range: percent,
  figures: ([length]) => [line('rsi', `RSI${length}`)],
  step: ({ bars: all, i, rows, params: [length = 14] }): Row => {
    const { gain, loss, value } = strengthAt(all, i, rows[i - 1], length);
    return { _gain: gain, _loss: loss, rsi: value };
  },
};

/** Where a strength stands between the lowest and the highest of a window; undefined before the window is full. */
function stochasticOf(rows: readonly Row[], i: number, window: number, value: number | undefined): number | undefined {
  if (value === undefined) return undefined;
  let high = value;
  let low = value;
  for (let at = i - window + 1; at < i; at += 1) {
    const other = rows[at]?._rsi;
    if (other === undefined) return undefined;
    high = Math.max(high, other);
    low = Math.min(low, other);
  }
  return 100 * share(value - low, high - low, 0.5);
}

const stochasticStrength: IndicatorDefinition = {
  id: 'STOCHRSI',
  family: 'momentum',
  place: 'pane',
  params: [bars('length', 14), bars('length2', 14), bars('smooth', 3), bars('smooth2', 3)],
  range: percent,
  figures: () => [line('k', 'K'), line('d', 'D')],
  step: ({ bars: all, i, rows, params: [length = 14, window = 14, smoothK = 3, smoothD = 3] }): Row => {
    const { gain, loss, value } = strengthAt(all, i, rows[i - 1], length);
    const raw = stochasticOf(rows, i, window, value);
    const k = meanOfRows(rows, i, smoothK, '_raw', raw);
    return { _gain: gain, _loss: loss, _rsi: value, _raw: raw, k, d: meanOfRows(rows, i, smoothD, 'k', k) };
  },
};

/** The stochastic oscillator as Chinese terminals draw it: K and D are smoothed by thirds, J = 3K − 2D. */
const kdj: IndicatorDefinition = {
  id: 'KDJ',
  family: 'momentum',
  place: 'pane',
  params: [bars('length', 9), bars('smooth', 3), bars('smooth2', 3)],
  figures: () => [line('k', 'K'), line('d', 'D'), line('j', 'J')],
  step: ({ bars: all, i, rows, params: [length = 9, smoothK = 3, smoothD = 3] }): Row => {
    const high = highestAt(all, i, length);
    const low = lowestAt(all, i, length);
    if (high === undefined || low === undefined) return {};
    const raw = 100 * share((all[i] as Bar).close - low, high - low, 0.5);
    const last = rows[i - 1];
    const k = ((smoothK - 1) * (last?.k ?? 50) + raw) / smoothK;
    const d = ((smoothD - 1) * (last?.d ?? 50) + k) / smoothD;
    return { k, d, j: 3 * k - 2 * d };
  },
};

const williams: IndicatorDefinition = {
  id: 'WR',
  family: 'momentum',
  place: 'pane',
  params: [bars('length', 14)],
  range: { min: -100, max: 0 },
  figures: ([length]) => [line('wr', `WR${length}`)],
  step: ({ bars: all, i, params: [length = 14] }): Row => {
    const high = highestAt(all, i, length);
    const low = lowestAt(all, i, length);
    return high === undefined || low === undefined ? {} : { wr: -100 * share(high - (all[i] as Bar).close, high - low, 0.5) };
  },
};

const commodityChannel: IndicatorDefinition = {
  id: 'CCI',
  family: 'momentum',
  place: 'pane',
  params: [bars('length', 20)],
  figures: ([length]) => [line('cci', `CCI${length}`)],
  step: ({ bars: all, i, params: [length = 20] }): Row => {
    const mean = meanAt(all, i, length, typicalOf);
    if (mean === undefined) return {};
    const distance = meanAt(all, i, length, (bar) => Math.abs(typicalOf(bar) - mean)) ?? 0;
    return { cci: share(typicalOf(all[i] as Bar) - mean, 0.015 * distance) };
  },
};

const rateOfChange: IndicatorDefinition = {
  id: 'ROC',
  family: 'momentum',
  place: 'pane',
  params: [bars('length', 12), bars('signal', 6)],
  figures: () => [line('roc', 'ROC'), line('signal', 'MA')],
  step: ({ bars: all, i, rows, params: [length = 12, signal = 6] }): Row => {
    const before = all[i - length];
    if (before === undefined) return {};
    const roc = 100 * share((all[i] as Bar).close - before.close, before.close);
    return { roc, signal: meanOfRows(rows, i, signal, 'roc', roc) };
  },
};

const momentum: IndicatorDefinition = {
  id: 'MTM',
  family: 'momentum',
  place: 'pane',
  precision: 'price',
  params: [bars('length', 12), bars('signal', 6)],
  figures: () => [line('mtm', 'MTM'), line('signal', 'MA')],
  step: ({ bars: all, i, rows, params: [length = 12, signal = 6] }): Row => {
    const before = all[i - length];
    if (before === undefined) return {};
    const mtm = (all[i] as Bar).close - before.close;
    return { mtm, signal: meanOfRows(rows, i, signal, 'mtm', mtm) };
  },
};

/** Share of rising bars. */
const psychological: IndicatorDefinition = {
  id: 'PSY',
  family: 'momentum',
  place: 'pane',
  params: [bars('length', 12), bars('signal', 6)],
  range: percent,
  figures: () => [line('psy', 'PSY'), line('signal', 'MA')],
  step: ({ bars: all, i, rows, params: [length = 12, signal = 6] }): Row => {
    if (i < length) return {};
    let rising = 0;
    for (let at = i - length + 1; at <= i; at += 1) if ((all[at] as Bar).close > (all[at - 1] as Bar).close) rising += 1;
    const psy = (100 * rising) / length;
    return { psy, signal: meanOfRows(rows, i, signal, 'psy', psy) };
  },
};

/** Distance of the close from its average in percent of it. */
function distanceAt(all: readonly Bar[], i: number, length: number): number | undefined {
  const mean = meanAt(all, i, length);
  return mean === undefined ? undefined : 100 * share((all[i] as Bar).close - mean, mean);
}

const bias: IndicatorDefinition = {
  id: 'BIAS',
  family: 'momentum',
  place: 'pane',
  params: [bars('length', 6), bars('length2', 12), bars('length3', 24)],
  figures: (params) => params.map((length, n) => line(`bias${n}`, `BIAS${length}`)),
  step: ({ bars: all, i, params: [one = 6, two = 12, three = 24] }): Row => ({
    bias0: distanceAt(all, i, one),
    bias1: distanceAt(all, i, two),
    bias2: distanceAt(all, i, three),
  }),
};

const awesome: IndicatorDefinition = {
  id: 'AO',
  family: 'momentum',
  place: 'pane',
  precision: 'price',
  params: [bars('fast', 5), bars('slow', 34)],
  figures: () => [histogram('ao', 'AO')],
  step: ({ bars: all, i, params: [fast = 5, slow = 34] }): Row => {
    const quick = meanAt(all, i, fast, medianOf);
    const calm = meanAt(all, i, slow, medianOf);
    return { ao: quick === undefined || calm === undefined ? undefined : quick - calm };
  },
};

export const momenta: readonly IndicatorDefinition[] = [
  relativeStrength,
  stochasticStrength,
  kdj,
  williams,
  commodityChannel,
  rateOfChange,
  momentum,
  psychological,
  bias,
  awesome,
];
