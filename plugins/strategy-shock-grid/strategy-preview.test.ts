import { describe, expect, it } from 'vitest';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import type { Params } from './params.ts';
import { strategy } from './strategy.ts';

const params: Params = {
  apiId: 1,
  instrumentId: testInstrument.id,
  lowPrice: '90',
  highPrice: '110',
  levels: 4,
  orderQty: '0.1',
  takeProfit: '120',
  stopLoss: '80',
  sellAtStop: false,
};
const linesAt = (last?: string) =>
  strategy
    .preview?.({
      params,
      instruments: { [testInstrument.id]: testInstrument },
      books: {},
      fees: {},
      balances: [],
      lastPrices: last === undefined ? {} : { [testInstrument.id]: last },
    })
    .map(({ price, side, qty, key }) => [Number(price), side ?? key, qty]);

describe('the preview of a grid', () => {
  it('buys below the price, sells above it, and leaves the nearest line free', () => {
    expect(linesAt('101')).toEqual([
      [90, 'BUY', '0.1'],
      [95, 'BUY', '0.1'],
      [100, 'preview.line', undefined],
      [105, 'SELL', '0.1'],
      [110, 'SELL', '0.1'],
      [120, 'preview.takeProfit', undefined],
      [80, 'preview.stopLoss', undefined],
    ]);
  });

  it('shows bare lines of a market that has no price', () => {
    expect(
      linesAt()
        ?.slice(0, 5)
        .every(([, side]) => side === 'preview.line'),
    ).toBe(true);
  });
});
