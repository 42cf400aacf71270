import { describe, expect, it } from 'vitest';
import type { DepthSnapshot } from '../../core/contract/market.ts';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import type { Params } from './params.ts';
import { strategy } from './strategy.ts';

const params: Params = {
  apiId: 1,
  instrumentId: testInstrument.id,
  levels: 2,
  minOpenSpread: '0.02',
  priceInterval: '0.01',
  fairPrice: 'MID',
  spotSide: 'ALL',
  baseOrderQty: '0.1',
  startPosition: '0.1',
  orderTimeoutSeconds: 60,
  maxPosition: '1',
  maxDataAgeSeconds: 5,
  pauseSeconds: 60,
};
const book = (bids: DepthSnapshot['bids']): DepthSnapshot => ({
  instrumentId: testInstrument.id,
  sequence: 1,
  bids,
  asks: [['1001', '1']],
  timeMs: 0,
});
const linesWith = (bids: DepthSnapshot['bids']) =>
  strategy.preview?.({
    params,
    instruments: { [testInstrument.id]: testInstrument },
    books: { [testInstrument.id]: book(bids) },
    lastPrices: {},
    fees: {},
    balances: [],
  });

describe('the preview of a market maker', () => {
  it('quotes both sides around the fair price, asks only as far as there are coins', () => {
    expect(linesWith([['999', '1']])?.map(({ price, side, qty, key }) => [Number(price), side ?? key, qty])).toEqual([
      [1000, 'preview.fair', undefined],
      [990, 'BUY', expect.stringMatching(/^0\.10*$/)],
      [980, 'BUY', expect.stringMatching(/^0\.10*$/)],
      [1010, 'SELL', expect.stringMatching(/^0\.10*$/)],
    ]);
  });

  it('quotes around the price of the reference market, when it has one', () => {
    const referenceId = 'meridian/BTCUSDT/spot';
    const lines = strategy.preview?.({
      params: { ...params, referenceId },
      instruments: { [testInstrument.id]: testInstrument },
      books: { [referenceId]: { ...book([['999', '1']]), instrumentId: referenceId } },
      lastPrices: {},
      fees: {},
      balances: [],
    });
    expect(lines?.map(({ price }) => Number(price))).toEqual([1000, 990, 980, 1010]);
    expect(lines?.every(({ instrumentId }) => instrumentId === testInstrument.id)).toBe(true);
  });

  it('has nothing to show while a side of the book is empty', () => {
    expect(linesWith([])).toEqual([]);
  });
});
