import { describe, expect, it } from 'vitest';
import { AppError } from '../../../core/contract/app-error.ts';
import type { Order } from '../../../core/contract/trading.ts';
import { averageOf, copyChange, copyIntent, termsOf } from './copy-order.ts';
import { asSent } from './new-orders.ts';

const order = (changes: Partial<Order> = {}): Order => ({
  ...{ exchange: 'tessera', orderId: '7', clientOrderId: 'mine', apiId: 1, instrumentId: 'tessera/BTCUSDT/spot', side: 'BUY' },
  ...{ type: 'LIMIT', timeInForce: 'GTC', stp: 'EXPIRE_TAKER', positionSide: 'BOTH', reduceOnly: false, triggerKind: null, pairId: null },
  ...{ parentId: null, price: '100', qty: '1', quoteAmount: null, triggerPrice: null, filledQty: '0', filledQuote: '0', preventedQty: '0' },
  ...{ status: 'UNFILLED', cause: 'PLACED', createdMs: 1, updatedMs: 1 },
  ...changes,
});
const instrument = { id: 'aurora/BTCUSDT/spot', lot: '0.01', tick: '0.5' };
const terms = { apiId: 2, ratio: '50', maxAmount: null, syncRatio: '100', instrument, lastPrice: '200' };
const alone = (changes: Partial<Order> = {}) => ({ order: order(changes), legs: [] });

describe('the copy of an order', () => {
  it('says the same at its own market, with its share, its own price grid and an id that follows from the order', () => {
    expect(copyIntent(alone({ price: '100.7', timeInForce: 'GTX' }), terms)).toEqual({
      ...{ apiId: 2, instrumentId: 'aurora/BTCUSDT/spot', side: 'BUY', stp: 'EXPIRE_TAKER', clientOrderId: 'c1-7' },
      ...{ type: 'LIMIT', timeInForce: 'GTX', price: '100.5', qty: '0.5' },
    });
  });

  it('is worth no more than its most: by its own price, by what the order has traded at, or by the last price', () => {
    const most = { ...terms, maxAmount: '30' };
    expect(copyIntent(alone(), most)).toMatchObject({ qty: '0.3' });
    const market = { type: 'MARKET', timeInForce: 'IOC', price: null } as const;
    expect(copyIntent(alone({ ...market, filledQty: '0.5', filledQuote: '75' }), most)).toMatchObject({ qty: '0.2' });
    expect(copyIntent(alone(market), most)).toMatchObject({ qty: '0.15' });
    expect(copyIntent(alone(market), { ...most, lastPrice: null })).toMatchObject({ code: 'COPY_TOO_SMALL' });
    expect(copyIntent(alone({ ...market, qty: null, quoteAmount: '101.01' }), terms)).toMatchObject({ quoteAmount: '50.5' });
    expect(copyIntent(alone({ ...market, qty: null, quoteAmount: '101.01' }), most)).toMatchObject({ quoteAmount: '30' });
  });

  it('is none where nothing is left of its share', () => {
    const nothing = copyIntent(alone({ qty: '0.01' }), terms);
    expect(nothing).toBeInstanceOf(AppError);
    expect(nothing).toMatchObject({ code: 'COPY_TOO_SMALL', params: { lot: '0.01' } });
  });

  it('has its pair with it, and each leg an id of its own', () => {
    const entry = order({ triggerKind: 'CONDITIONAL_OCO' });
    const leg = { side: 'SELL', parentId: '7', triggerKind: 'CONDITIONAL_OCO', qty: '0' } as const;
    const legs = [
      order({ ...leg, orderId: '8', price: '110' }),
      order({ ...leg, orderId: '9', type: 'STOP_MARKET', timeInForce: 'IOC', price: null, triggerPrice: '90' }),
    ];
    const [sent] = asSent([entry, ...legs]);
    expect(sent).toEqual({ order: entry, legs });
    expect(sent === undefined ? null : copyIntent(sent, terms)).toMatchObject({
      ...{ triggerKind: 'CONDITIONAL_OCO', qty: '0.5', price: '100' },
      takeProfit: { type: 'LIMIT', price: '110', clientOrderId: 'c1-8' },
      stopLoss: { type: 'STOP_MARKET', triggerPrice: '90', clientOrderId: 'c1-9' },
    });
  });

  it('is one of both orders of a pair, whichever was told last', () => {
    const profit = order({ side: 'SELL', triggerKind: 'OCO', pairId: '8', price: '110' });
    const stop = order({ ...profit, orderId: '8', pairId: '7', type: 'STOP_LOSS', price: '89', triggerPrice: '90', status: 'WAITING' });
    const sent = asSent([stop, profit, { ...stop, status: 'WAITING' }]);
    expect(sent).toHaveLength(1);
    const intent = copyIntent(sent[0] as (typeof sent)[0], terms);
    expect(intent).toMatchObject({ triggerKind: 'OCO', qty: '0.5', clientOrderId: 'c1-7', takeProfit: { type: 'LIMIT', price: '110' } });
    expect(intent).toMatchObject({ stopLoss: { type: 'STOP_LOSS', price: '89', triggerPrice: '90', clientOrderId: 'c1-8' } });
    expect(intent).not.toHaveProperty('price');
    expect(intent).not.toHaveProperty('timeInForce');
  });
});

describe('a change of the order', () => {
  const copy = order({ apiId: 2, orderId: '70', instrumentId: 'aurora/BTCUSDT/spot', qty: '0.5' });

  it('is one of the copy, in its share', () => {
    expect(copyChange(order({ price: '101', qty: '2' }), copy, terms)).toEqual({
      ...{ apiId: 2, instrumentId: 'aurora/BTCUSDT/spot', orderId: '70', price: '101', qty: '1' },
    });
  });

  it('is none of a copy that stands as it should, nor of the quantity of a leg, which follows its entry', () => {
    expect(copyChange(order(), copy, terms)).toBeNull();
    expect(copyChange(order({ parentId: '6', qty: '0.3' }), copy, terms)).toBeNull();
  });

  it('is seen by price, quantity and trigger, and in a leg not by what its entry has filled', () => {
    expect(termsOf(order({ filledQty: '0.5', status: 'PARTIALLY_FILLED' }))).toBe(termsOf(order()));
    expect(termsOf(order({ price: '101' }))).not.toBe(termsOf(order()));
    expect(termsOf(order({ parentId: '6', qty: '0.3' }))).toBe(termsOf(order({ parentId: '6', qty: '0' })));
  });
});

it('knows what an order has traded at', () => {
  expect(averageOf(order({ filledQty: '2', filledQuote: '300' }))).toBe('150');
  expect(averageOf(order())).toBeNull();
});
