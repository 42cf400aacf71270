import { expect, it } from 'vitest';
import { midPrice, referencePrice } from './reference-price.ts';

const quiet = { bid: null, ask: null, last: null };

it('is the mark where a market has one, else the index, else the middle of the book, else the last trade, and says which', () => {
  const all = { mark: '1', index: '2', bid: '3.2', ask: '3.3', last: '4' };
  expect(referencePrice(all)).toEqual({ kind: 'MARK', price: '1' });
  expect(referencePrice({ ...all, mark: null })).toEqual({ kind: 'INDEX', price: '2' });
  expect(referencePrice({ ...all, mark: null, index: null })).toEqual({ kind: 'MID', price: '3.25' });
  expect(referencePrice({ ...quiet, bid: '1', ask: '1000', last: '4' })).toEqual({ kind: 'LAST', price: '4' });
  expect(referencePrice({ ...quiet, bid: '1', ask: '3' })).toEqual({ kind: 'MID', price: '2' });
  expect(referencePrice({ ...quiet, bid: '3', last: '4' })).toEqual({ kind: 'LAST', price: '4' });
  expect(referencePrice(quiet)).toBeNull();
});

it('halves the distance of best bid and best ask exactly', () => {
  expect(midPrice('0.1', '0.2')).toBe('0.15');
  expect(midPrice('100.01', '100.02')).toBe('100.015');
  expect(midPrice('1', null)).toBeNull();
});
