import { describe, expect, it } from 'vitest';
import type { OrderIntent } from '../../../core/contract/trading.ts';
import type { VenueCapabilities } from '../../../core/contract/venue.ts';
import { orderTypes, timesInForce, triggerKinds } from '../../../core/domain/orders/order.ts';
import { btcusdt } from '../trading-fixture.ts';
import { checkFields } from './field-rules.ts';

const all: VenueCapabilities = {
  marketData: true,
  trading: true,
  accountTypes: ['spot'],
  orderTypes,
  triggerKinds,
  timesInForce,
  amend: true,
  quoteAmount: true,
  deposit: true,
  transfer: false,
};
const base = { apiId: 1, instrumentId: btcusdt.id, side: 'SELL' } as const;
const takeProfit = { type: 'LIMIT', price: '110' } as const;
const stopLoss = { type: 'STOP_MARKET', triggerPrice: '95' } as const;
const check = (terms: Omit<OrderIntent, keyof typeof base>, capabilities = all, kind: 'spot' | 'linear' = 'spot') =>
  checkFields({ ...base, ...terms }, capabilities, { contractKind: kind });

describe('checkFields', () => {
  it.each<[string, Omit<OrderIntent, keyof typeof base>]>([
    ['a limit order', { type: 'LIMIT', price: '1', qty: '1' }],
    ['a market order by quantity', { type: 'MARKET', qty: '1' }],
    ['a market order by amount', { type: 'MARKET', quoteAmount: '1', timeInForce: 'IOC' }],
    ['a stop', { type: 'STOP_MARKET', triggerPrice: '1', qty: '1', triggerKind: 'CONDITIONAL' }],
    ['a stop limit', { type: 'STOP_LOSS', triggerPrice: '1', price: '1', qty: '1', watchedPrice: 'LAST' }],
    ['a pair', { type: 'LIMIT', triggerKind: 'OCO', qty: '1', takeProfit, stopLoss }],
    ['a bracket', { type: 'LIMIT', triggerKind: 'CONDITIONAL_OCO', price: '1', qty: '1', takeProfit, stopLoss }],
    ['a bracket on a market entry', { type: 'MARKET', triggerKind: 'CONDITIONAL_OCO', quoteAmount: '1', takeProfit, stopLoss }],
  ])('accepts %s', (_name, terms) => {
    expect(check(terms)).toBeNull();
  });

  it.each<[string, Omit<OrderIntent, keyof typeof base>, string, Record<string, string>]>([
    ['a limit order without a price', { type: 'LIMIT', qty: '1' }, 'ORDER_FIELD_MISSING', { field: 'price', type: 'LIMIT' }],
    [
      'a limit order with an amount',
      { type: 'LIMIT', price: '1', qty: '1', quoteAmount: '1' },
      'ORDER_FIELD_FORBIDDEN',
      { field: 'quoteAmount' },
    ],
    ['a market order with a price', { type: 'MARKET', qty: '1', price: '1' }, 'ORDER_FIELD_FORBIDDEN', { field: 'price', type: 'MARKET' }],
    ['a market order without a size', { type: 'MARKET' }, 'ORDER_FIELD_MISSING', { field: 'qty' }],
    ['a market order with two sizes', { type: 'MARKET', qty: '1', quoteAmount: '1' }, 'ORDER_FIELD_FORBIDDEN', { field: 'quoteAmount' }],
    ['a market order that should rest', { type: 'MARKET', qty: '1', timeInForce: 'GTC' }, 'ORDER_NOT_SUPPORTED', { field: 'timeInForce' }],
    ['a stop without a trigger', { type: 'STOP_MARKET', qty: '1' }, 'ORDER_FIELD_MISSING', { field: 'triggerPrice' }],
    ['legs without a kind', { type: 'LIMIT', price: '1', qty: '1', takeProfit }, 'ORDER_FIELD_FORBIDDEN', { field: 'takeProfit' }],
    [
      'a pair with one leg',
      { type: 'LIMIT', triggerKind: 'OCO', qty: '1', takeProfit },
      'ORDER_FIELD_MISSING',
      { field: 'stopLoss', type: 'OCO' },
    ],
    [
      'a pair with a price of its own',
      { type: 'LIMIT', triggerKind: 'OCO', qty: '1', price: '1', takeProfit, stopLoss },
      'ORDER_FIELD_FORBIDDEN',
      { field: 'price', type: 'OCO' },
    ],
    [
      'a leg without its price',
      { type: 'LIMIT', triggerKind: 'OCO', qty: '1', takeProfit: { type: 'LIMIT' }, stopLoss },
      'ORDER_FIELD_MISSING',
      { field: 'takeProfit.price', type: 'LIMIT' },
    ],
    [
      'a stop as take profit',
      { type: 'LIMIT', triggerKind: 'OCO', qty: '1', takeProfit: stopLoss, stopLoss },
      'ORDER_NOT_SUPPORTED',
      { field: 'takeProfit.type', value: 'STOP_MARKET' },
    ],
    [
      'a plain order named conditional',
      { type: 'LIMIT', triggerKind: 'CONDITIONAL', price: '1', qty: '1' },
      'ORDER_NOT_SUPPORTED',
      { field: 'triggerKind' },
    ],
    ['a position on spot', { type: 'LIMIT', price: '1', qty: '1', positionSide: 'LONG' }, 'ORDER_NOT_SUPPORTED', { field: 'positionSide' }],
    [
      'closing a position on spot',
      { type: 'STOP_MARKET', triggerPrice: '1', closePosition: true },
      'ORDER_NOT_SUPPORTED',
      { field: 'closePosition' },
    ],
    [
      'the mark price on spot',
      { type: 'STOP_MARKET', triggerPrice: '1', qty: '1', watchedPrice: 'MARK' },
      'ORDER_NOT_SUPPORTED',
      { field: 'watchedPrice' },
    ],
  ])('refuses %s', (_name, terms, code, params) => {
    const error = check(terms);
    expect(error).toMatchObject({ code, params });
  });

  it('refuses what the venue does not declare', () => {
    const poor: VenueCapabilities = {
      ...all,
      orderTypes: ['LIMIT', 'MARKET'],
      triggerKinds: [],
      timesInForce: ['GTC'],
      quoteAmount: false,
    };
    expect(check({ type: 'STOP_MARKET', triggerPrice: '1', qty: '1' }, poor)).toMatchObject({ params: { field: 'type' } });
    expect(check({ type: 'LIMIT', triggerKind: 'OCO', qty: '1', takeProfit, stopLoss }, poor)).toMatchObject({
      params: { field: 'triggerKind' },
    });
    expect(check({ type: 'LIMIT', price: '1', qty: '1', timeInForce: 'GTX' }, poor)).toMatchObject({ params: { field: 'timeInForce' } });
    expect(check({ type: 'MARKET', quoteAmount: '1' }, poor)).toMatchObject({ params: { field: 'quoteAmount' } });
    expect(check({ type: 'LIMIT', price: '1', qty: '1' }, { ...all, trading: false })).toMatchObject({ code: 'ORDER_NOT_SUPPORTED' });
  });

  it('lets contracts close a position without a quantity', () => {
    expect(check({ type: 'STOP_MARKET', triggerPrice: '1', closePosition: true }, all, 'linear')).toBeNull();
  });
});
