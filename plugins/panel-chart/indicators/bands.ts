import { type Bar, bars, type IndicatorDefinition, line, ratio } from './definition.ts';
import { deviationAt, emaOf, highestAt, lowestAt, meanAt, nextMean, onceFull, trueRangeAt, wilderOf } from './maths.ts';

const channel = [line('upper', 'UP'), line('middle', 'MID'), line('lower', 'LOW')];

const bollinger: IndicatorDefinition = {
  id: 'BOLL',
  family: 'band',
  place: 'main',
  precision: 'price',
  params: [bars('length', 20, 2), ratio('deviations', 2)],
  figures: () => channel,
  step: ({ bars: all, i, rows, params: [length = 20, deviations = 2] }) => {
    const middle = nextMean(rows[i - 1]?.middle, all, i, length);
    if (middle === undefined) return {};
    const distance = deviations * deviationAt(all, i, length, middle);
    return { upper: middle + distance, middle, lower: middle - distance };
  },
};

const keltner: IndicatorDefinition = {
  id: 'KC',
  family: 'band',
  place: 'main',
  precision: 'price',
  params: [bars('length', 20), bars('length2', 10), ratio('factor', 2)],
  figures: () => channel,
  step: ({ bars: all, i, rows, params: [length = 20, atrLength = 10, factor = 2] }) => {
    const middle = emaOf(rows[i - 1]?._middle, (all[i] as Bar).close, i + 1, length);
    const range = wilderOf(rows[i - 1]?._range, trueRangeAt(all, i), i + 1, atrLength);
    const shown = i + 1 >= Math.max(length, atrLength);
    return {
      _middle: middle,
      _range: range,
      upper: shown ? middle + factor * range : undefined,
      middle: shown ? middle : undefined,
      lower: shown ? middle - factor * range : undefined,
    };
  },
};

const donchian: IndicatorDefinition = {
  id: 'DC',
  family: 'band',
  place: 'main',
  precision: 'price',
  params: [bars('length', 20)],
  figures: () => channel,
  step: ({ bars: all, i, params: [length = 20] }) => {
    const upper = highestAt(all, i, length);
    const lower = lowestAt(all, i, length);
    return upper === undefined || lower === undefined ? {} : { upper, middle: (upper + lower) / 2, lower };
  },
};

/** An average between two lines at a fixed share of it. */
const envelope: IndicatorDefinition = {
  id: 'ENV',
  family: 'band',
  place: 'main',
  precision: 'price',
  params: [bars('length', 20), ratio('factor', 2, 50)],
  figures: () => channel,
  step: ({ bars: all, i, params: [length = 20, percent = 2] }) => {
    const middle = meanAt(all, i, length);
    return middle === undefined ? {} : { upper: middle * (1 + percent / 100), middle, lower: middle * (1 - percent / 100) };
  },
};

const averageTrueRange: IndicatorDefinition = {
  id: 'ATR',
  family: 'band',
  place: 'pane',
  precision: 'price',
  params: [bars('length', 14)],
  figures: () => [line('atr', 'ATR')],
  step: ({ bars: all, i, rows, params: [length = 14] }) => {
    const range = wilderOf(rows[i - 1]?._range, trueRangeAt(all, i), i + 1, length);
    return { _range: range, atr: onceFull(range, i + 1, length) };
  },
};

const deviation: IndicatorDefinition = {
  id: 'STD',
  family: 'band',
  place: 'pane',
  precision: 'price',
  params: [bars('length', 20, 2)],
  figures: () => [line('std', 'STD')],
  step: ({ bars: all, i, params: [length = 20] }) => {
    const mean = meanAt(all, i, length);
    return { std: mean === undefined ? undefined : deviationAt(all, i, length, mean) };
  },
};

export const bands: readonly IndicatorDefinition[] = [bollinger, keltner, donchian, envelope, averageTrueRange, deviation];
