import { describe, expect, it } from 'vitest';
import { buildLadder, groupingSteps } from './ladder-model.ts';

const book = {
  bids: [
    ['99.98', '1'],
    ['99.97', '2'],
    ['99.91', '4'],
    ['99.89', '8'],
  ] as const,
  asks: [
    ['100.01', '1'],
    ['100.02', '3'],
    ['100.11', '5'],
  ] as const,
};

describe('the depth ladder', () => {
  it('offers 1, 10, 100 and 1,000 ticks as steps', () => {
    expect(groupingSteps('0.01')).toEqual(['0.01', '0.1', '1', '10']);
  });

  it('shows levels as they are when the step is the tick', () => {
    const ladder = buildLadder({ ...book, step: '0.01', rows: 10, ownBids: [], ownAsks: [] });
    expect(ladder.bids.map((row) => [row.price, row.qty, row.total])).toEqual([
      ['99.98', '1', '1'],
      ['99.97', '2', '3'],
      ['99.91', '4', '7'],
      ['99.89', '8', '15'],
    ]);
    expect(ladder.spread).toBe('0.03');
  });

  it('rounds bids down and asks up when it groups, so that no line promises a better price than it holds', () => {
    const ladder = buildLadder({ ...book, step: '0.1', rows: 10, ownBids: [], ownAsks: [] });
    expect(ladder.bids.map((row) => [row.price, row.qty])).toEqual([
      ['99.9', '7'],
      ['99.8', '8'],
    ]);
    expect(ladder.asks.map((row) => [row.price, row.qty])).toEqual([
      ['100.1', '4'],
      ['100.2', '5'],
    ]);
  });

  it('marks the lines that hold own orders', () => {
    const ladder = buildLadder({ ...book, step: '0.1', rows: 10, ownBids: ['99.97'], ownAsks: ['100.11'] });
    expect(ladder.bids.map((row) => row.own)).toEqual([true, false]);
    expect(ladder.asks.map((row) => row.own)).toEqual([false, true]);
  });

  it('weighs bars against the deeper side and gives the share of the bids', () => {
    const ladder = buildLadder({ ...book, step: '0.01', rows: 10, ownBids: [], ownAsks: [] });
    expect(ladder.bids.at(-1)?.weight).toBe(1);
    expect(ladder.asks.at(-1)?.weight).toBeCloseTo(9 / 15);
    expect(ladder.bidShare).toBeCloseTo(15 / 24);
  });

  it('has no spread while a side is empty', () => {
    const ladder = buildLadder({ bids: [], asks: book.asks, step: '0.01', rows: 10, ownBids: [], ownAsks: [] });
    expect(ladder.spread).toBeNull();
    expect(ladder.bids).toEqual([]);
  });
});
