import { describe, expect, it } from 'vitest';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { previewFigures } from './preview-lines.ts';
import { historyWishes, suggestionsIn } from './suggestions.ts';

const wish = { instrumentId: testInstrument.id, interval: '1h', history: 70 };
const markets = { [testInstrument.id]: testInstrument };
const suggestion = { field: 'levels', value: 10, key: 'suggest.levels', params: { value: '5' } };
const figure = { title: 'figures.profit', key: 'figures.profitText', params: { price: '1', lines: 4 } };

describe('the candles that a strategy wishes for', () => {
  it('are of the markets of the params', () => {
    expect(historyWishes([{ ...wish, secret: 1 }], markets)).toEqual([wish]);
  });

  it.each([
    ['no list', {}],
    ['nothing', [null]],
    ['another market', [{ ...wish, instrumentId: 'aurora/ETHUSDT/spot' }]],
    ['no interval', [{ ...wish, interval: '7s' }]],
    ['too many candles', [{ ...wish, history: 1_001 }]],
    ['half a candle', [{ ...wish, history: 1.5 }]],
    ['too many lists', Array.from({ length: 5 }, () => wish)],
  ])('are the fault of the strategy with %s', (_what, answer) => {
    expect(() => historyWishes(answer, markets)).toThrow(/wish/);
  });
});

describe('suggestions', () => {
  it('are taken as they are, without what nobody asked for, and no more than somebody reads', () => {
    const lack = { key: 'suggest.fewDays', params: { days: 3 } };
    expect(suggestionsIn({ values: [{ ...suggestion, secret: 1 }], lack })).toEqual({ values: [suggestion], lack });
    expect(suggestionsIn({ values: Array.from({ length: 60 }, () => suggestion) }).values).toHaveLength(50);
  });

  it.each([
    ['no values', {}],
    ['nothing', { values: [null] }],
    ['a value that no field has', { values: [{ ...suggestion, value: {} }] }],
    ['a number that is none', { values: [{ ...suggestion, value: Number.NaN }] }],
    ['no reason', { values: [{ ...suggestion, key: undefined }] }],
    ['placeholders that are no texts', { values: [{ ...suggestion, params: { value: {} } }] }],
    ['a lack without words', { values: [], lack: {} }],
  ])('are the fault of the strategy with %s', (_what, answer) => {
    expect(() => suggestionsIn(answer)).toThrow(/suggest/);
  });
});

describe('figures', () => {
  it('are taken as they are, and warn only when they say so', () => {
    expect(previewFigures([figure, { ...figure, warns: true }])).toEqual([
      { ...figure, warns: false },
      { ...figure, warns: true },
    ]);
    expect(previewFigures(Array.from({ length: 20 }, () => figure))).toHaveLength(12);
  });

  it.each([
    ['no list', {}],
    ['nothing', [null]],
    ['no title', [{ ...figure, title: 1 }]],
    ['an endless text', [{ ...figure, params: { price: 'x'.repeat(121) } }]],
  ])('are the fault of the strategy with %s', (_what, answer) => {
    expect(() => previewFigures(answer)).toThrow(/figure/);
  });
});
