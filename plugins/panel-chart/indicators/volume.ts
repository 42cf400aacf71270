import { type Bar, bars, histogram, type IndicatorDefinition, line, type Row } from './definition.ts';
import { meanOfRows, nextMean, share, sumAt, typicalOf, volumeOf } from './maths.ts';

const volume: IndicatorDefinition = {
  id: 'VOL',
  family: 'volume',
  place: 'pane',
  precision: 'volume',
  params: [bars('length', 5), bars('length2', 20)],
  figures: (params) => [histogram('volume', 'VOL'), ...params.map((length, n) => line(`ma${n}`, `MA${length}`))],
  step: ({ bars: all, i, rows, params: [one = 5, two = 20] }): Row => {
    const bar = all[i] as Bar;
    const before = rows[i - 1];
    return {
      volume: volumeOf(bar),
      _rising: bar.close >= bar.open ? 1 : 0,
      ma0: nextMean(before?.ma0, all, i, one, volumeOf),
      ma1: nextMean(before?.ma1, all, i, two, volumeOf),
    };
  },
};

const onBalance: IndicatorDefinition = {
  id: 'OBV',
  family: 'volume',
  place: 'pane',
  precision: 'volume',
  params: [bars('signal', 30)],
  figures: () => [line('obv', 'OBV'), line('signal', 'MA')],
  step: ({ bars: all, i, rows, params: [signal = 30] }): Row => {
    const bar = all[i] as Bar;
    const before = all[i - 1];
    const sign = before === undefined ? 0 : Math.sign(bar.close - before.close);
    const obv = (rows[i - 1]?.obv ?? 0) + sign * volumeOf(bar);
    return { obv, signal: meanOfRows(rows, i, signal, 'obv', obv) };
  },
};

/** Price and volume trend. */
const priceVolume: IndicatorDefinition = {
  id: 'PVT',
  family: 'volume',
  place: 'pane',
  precision: 'volume',
  params: [],
  figures: () => [line('pvt', 'PVT')],
  step: ({ bars: all, i, rows }): Row => {
    const bar = all[i] as Bar;
    const before = all[i - 1];
    return { pvt: (rows[i - 1]?.pvt ?? 0) + (before === undefined ? 0 : share(bar.close - before.close, before.close) * volumeOf(bar)) };
  },
};

const moneyFlow: IndicatorDefinition = {
  id: 'MFI',
  family: 'volume',
  place: 'pane',
  params: [bars('length', 14)],
  range: { min: 0, max: 100 },
  figures: ([length]) => [line('mfi', `MFI${length}`)],
  step: ({ bars: all, i, params: [length = 14] }): Row => {
    if (i < length) return {};
    let rising = 0;
    let falling = 0;
    for (let at = i - length + 1; at <= i; at += 1) {
      const now = typicalOf(all[at] as Bar);
      const before = typicalOf(all[at - 1] as Bar);
      const flow = now * volumeOf(all[at] as Bar);
      if (now > before) rising += flow;
      else if (now < before) falling += flow;
    }
    return { mfi: 100 * share(rising, rising + falling, 0.5) };
  },
};

/** Chaikin money flow: where bars close within their range, weighted by volume. */
const chaikin: IndicatorDefinition = {
  id: 'CMF',
  family: 'volume',
  place: 'pane',
  params: [bars('length', 20)],
  range: { min: -1, max: 1 },
  figures: ([length]) => [line('cmf', `CMF${length}`)],
  step: ({ bars: all, i, params: [length = 20] }): Row => {
    const flow = sumAt(all, i, length, (bar) => share(2 * bar.close - bar.high - bar.low, bar.high - bar.low) * volumeOf(bar));
    const total = sumAt(all, i, length, volumeOf);
    return flow === undefined || total === undefined ? {} : { cmf: share(flow, total) };
  },
};

/** Volume ratio: volume of rising bars to that of falling ones, half of the unchanged to each. */
const volumeRatio: IndicatorDefinition = {
  id: 'VR',
  family: 'volume',
  place: 'pane',
  params: [bars('length', 26), bars('signal', 6)],
  figures: () => [line('vr', 'VR'), line('signal', 'MA')],
  step: ({ bars: all, i, rows, params: [length = 26, signal = 6] }): Row => {
    if (i < length) return {};
    let rising = 0;
    let falling = 0;
    for (let at = i - length + 1; at <= i; at += 1) {
      const sign = Math.sign((all[at] as Bar).close - (all[at - 1] as Bar).close);
      rising += (volumeOf(all[at] as Bar) * (1 + sign)) / 2;
      falling += (volumeOf(all[at] as Bar) * (1 - sign)) / 2;
    }
    const vr = 100 * share(rising, falling);
    return { vr, signal: meanOfRows(rows, i, signal, 'vr', vr) };
  },
};

/** BR: strength against the last close; AR: against the open. */
const brar: IndicatorDefinition = {
  id: 'BRAR',
  family: 'volume',
  place: 'pane',
  params: [bars('length', 26)],
  figures: () => [line('br', 'BR'), line('ar', 'AR')],
  step: ({ bars: all, i, params: [length = 26] }): Row => {
    if (i < length) return {};
    const sums = { up: 0, down: 0, above: 0, below: 0 };
    for (let at = i - length + 1; at <= i; at += 1) {
      const { open, high, low } = all[at] as Bar;
      const { close } = all[at - 1] as Bar;
      sums.up += Math.max(0, high - close);
      sums.down += Math.max(0, close - low);
      sums.above += high - open;
      sums.below += open - low;
    }
    return { br: 100 * share(sums.up, sums.down), ar: 100 * share(sums.above, sums.below) };
  },
};

export const volumes: readonly IndicatorDefinition[] = [volume, onBalance, priceVolume, moneyFlow, chaikin, volumeRatio, brar];
