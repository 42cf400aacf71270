import { describe, expect, it } from 'vitest';
import type { Effect } from '../../driver/effect.ts';
import { decisionsIn } from './order-decision.ts';

const instrumentId = 'tessera/BTCUSDT/spot';
const glance = { ticker: () => ({ bid: '99', ask: '101', last: '100' }), book: () => undefined };
const empty = { ticker: () => null, book: () => undefined };
const nothing = () => null;

const place = (over: object): Effect => ({
  type: 'place',
  intent: { apiId: 1, instrumentId, side: 'BUY', type: 'LIMIT', qty: '2', clientOrderId: 'i-1', ...over },
});
const expected = (over: object, seen: typeof glance | typeof empty = glance) =>
  decisionsIn([place(over)], seen, nothing, 5).get('i-1')?.price;

describe('what can be expected of an order when it is decided on', () => {
  it('is its own price when it will rest, and the best price of the other side when it takes', () => {
    expect(expected({ price: '98' })).toBe('98');
    expect(expected({ price: '105' })).toBe('101');
    expect(expected({ price: '101' })).toBe('101');
    expect(expected({ side: 'SELL', price: '102' })).toBe('102');
    expect(expected({ side: 'SELL', price: '90' })).toBe('99');
    expect(expected({ type: 'MARKET' })).toBe('101');
  });

  it('is nothing for a market order in a market without prices', () => {
    expect(expected({ type: 'MARKET' }, empty)).toBeNull();
    expect(expected({ price: '98' }, empty)).toBe('98');
  });

  it('is decided anew by an amend', () => {
    const amend = (over: object): Effect => ({ type: 'amend', apiId: 1, instrumentId, clientOrderId: 'i-1', ...over });
    const first = decisionsIn([place({ price: '98' })], glance, nothing, 5).get('i-1') ?? null;
    expect(decisionsIn([amend({ price: '97' })], glance, () => first, 9).get('i-1')).toMatchObject({ timeMs: 9, price: '97', qty: '2' });
    expect(decisionsIn([amend({ qty: '1' })], glance, nothing, 9).size).toBe(0);
  });

  it('keeps the book where orders are not sent', () => {
    const book = { bids: [['99', '1']], asks: [['101', '1']] } as const;
    expect(decisionsIn([place({ price: '98' })], { ...glance, book: () => book }, nothing, 5).get('i-1')?.book).toEqual(book);
  });
});
