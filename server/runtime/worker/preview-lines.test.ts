import { expect, it } from 'vitest';
import { previewLines } from './preview-lines.ts';

const line = { instrumentId: 'aurora/BTCUSDT/spot', price: '100', side: 'BUY', qty: '0.1' };

it('takes lines as they are, without what nobody asked for', () => {
  expect(
    previewLines([
      { ...line, secret: 1 },
      { ...line, side: null, qty: undefined, key: 'preview.fair' },
    ]),
  ).toEqual([line, { instrumentId: line.instrumentId, price: '100', side: null, key: 'preview.fair' }]);
});

it.each([
  ['no list', {}],
  ['nothing', [null]],
  ['a price that is no decimal', [{ ...line, price: 'NaN' }]],
  ['no market', [{ ...line, instrumentId: 'x' }]],
  ['a side of its own', [{ ...line, side: 'HOLD' }]],
  ['an endless key', [{ ...line, key: 'x'.repeat(121) }]],
])('blames the strategy for %s', (_what, answer) => {
  expect(() => previewLines(answer)).toThrow(/preview/);
});

it('keeps no more lines than a chart can show', () => {
  expect(previewLines(Array.from({ length: 600 }, () => line))).toHaveLength(500);
});
