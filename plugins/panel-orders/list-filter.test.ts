import { describe, expect, it } from 'vitest';
import type { Fill, Order } from '../../core/contract/client-services.ts';
import { fillQuery, type ListFilter, matchesFill, matchesOrder, orderQuery } from './list-filter.ts';

const order = {
  instrumentId: 'aurora/BTCUSDT/spot',
  apiId: 7,
  side: 'BUY',
  type: 'LIMIT',
  status: 'UNFILLED',
  createdMs: 1_000,
  updatedMs: 9_000,
} as Order;
const filter = (values: Record<string, string>, changes: Partial<ListFilter> = {}): ListFilter => ({
  values,
  apiIds: [7, 8],
  marketId: null,
  range: {},
  ...changes,
});

describe('a filter', () => {
  it.each([
    [{}, true],
    [{ side: 'BUY', type: 'LIMIT', status: 'UNFILLED', symbol: 'BTCUSDT', exchange: 'aurora', account: '7' }, true],
    [{ side: 'SELL' }, false],
    [{ type: 'MARKET' }, false],
    [{ status: 'FILLED' }, false],
    [{ symbol: 'ETHUSDT' }, false],
    [{ exchange: 'tessera' }, false],
    [{ account: '8' }, false],
  ] as const)('of %j shows an order of Aurora: %s', (values, shown) => {
    expect(matchesOrder(order, filter(values))).toBe(shown);
  });

  it('looks at the accounts that are worked with, the market of the panel and the time of creation', () => {
    expect(matchesOrder(order, filter({}, { apiIds: [8] }))).toBe(false);
    expect(matchesOrder(order, filter({}, { marketId: 'tessera/BTCUSDT/spot' }))).toBe(false);
    expect(matchesOrder(order, filter({}, { range: { fromMs: 1_001 } }))).toBe(false);
    expect(matchesOrder(order, filter({}, { range: { fromMs: 1_000, toMs: 1_001 } }))).toBe(true);
    expect(matchesFill({ ...order, timeMs: 5 } as unknown as Fill, filter({ side: 'BUY' }))).toBe(true);
  });

  it('asks the server for the same', () => {
    expect(orderQuery(filter({ side: 'BUY', type: 'LIMIT', status: 'FILLED' }, { range: { fromMs: 10.5 } }))).toEqual({
      apiIds: [7, 8],
      side: 'BUY',
      type: 'LIMIT',
      status: 'FILLED',
      from: 10,
    });
    expect(fillQuery(filter({ account: '8', exchange: 'tessera', type: 'LIMIT' }, { marketId: 'aurora/ETHUSDT/spot' }))).toEqual({
      apiIds: [8],
      exchange: 'aurora',
      symbol: 'ETHUSDT',
    });
  });
});
