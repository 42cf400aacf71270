import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimals, multiplyDecimals } from '../../core/domain/decimal.ts';
import type { Instrument } from '../../core/domain/instrument.ts';
import {
  orderCost,
  orderRequest,
  quantityForPercent,
  type TicketContext,
  type TicketDraft,
  takerFee,
  validateTicket,
} from './ticket-model.ts';

const instrument: Instrument = {
  id: 'tessera/BTCUSDT/spot',
  exchange: 'tessera',
  symbol: 'BTCUSDT',
  accountType: 'spot',
  contractKind: 'spot',
  settlement: 'none',
  base: 'BTC',
  quote: 'USDT',
  tick: '0.01',
  lot: '0.00001',
  minQty: '0.00001',
  maxQty: '9000',
  minNotional: '10',
  priceBand: '0.2',
  makerFee: '0.001',
  takerFee: '0.001',
  state: 'TRADING',
};
const context: TicketContext = { instrument, availableBase: '2', availableQuote: '100000', bestBid: '49999.99', bestAsk: '50000.01' };
const draft: TicketDraft = {
  side: 'BUY',
  mode: 'ORDER',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '50000',
  qty: '0.5',
  byQuote: false,
  quoteAmount: '',
  triggerPrice: '',
  takeProfit: '',
  stopLoss: '',
};

describe('the order ticket', () => {
  it('has nothing to say about a good limit order', () => {
    expect(validateTicket(draft, context)).toEqual({});
  });

  it.each([
    ['price', { price: '' }, 'required'],
    ['price', { price: '1e3' }, 'notNumber'],
    ['price', { price: '50000.001' }, 'offGrid'],
    ['qty', { qty: '0.000001' }, 'offGrid'],
    ['qty', { qty: '0' }, 'tooSmall'],
    ['qty', { qty: '9000.00001' }, 'tooLarge'],
    ['qty', { qty: '0.0001' }, 'notional'],
    ['qty', { qty: '2.1' }, 'balance'],
    ['qty', { side: 'SELL', qty: '2.1' }, 'balance'],
    ['quoteAmount', { type: 'MARKET', byQuote: true, quoteAmount: '5' }, 'notional'],
    ['quoteAmount', { type: 'MARKET', byQuote: true, quoteAmount: '100001' }, 'balance'],
    ['stopLoss', { mode: 'OCO', side: 'SELL', takeProfit: '49000', stopLoss: '51000' }, 'ocoOrder'],
    ['triggerPrice', { type: 'STOP_MARKET' }, 'required'],
  ] as const)('names %s when the draft is %j: %s', (field, change, key) => {
    expect(validateTicket({ ...draft, ...change }, context)[field]?.key).toBe(key);
  });

  it('takes the fee from what is received and rounds it up', () => {
    expect(takerFee(draft, context)).toEqual({ amount: '0.0005', asset: 'BTC' });
    expect(takerFee({ ...draft, side: 'SELL', qty: '0.00003', price: '33333.33' }, context)).toEqual({ amount: '0.001', asset: 'USDT' });
  });

  it('offers a share of the balance that is on the grid and can be paid', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 9_000_000 }),
        fc.constantFrom('BUY', 'SELL'),
        (percent, cents, side) => {
          const price = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
          fc.pre(cents > 99);
          const chosen: TicketDraft = { ...draft, side: side as 'BUY' | 'SELL', price };
          const qty = quantityForPercent(chosen, context, percent) ?? '';
          const errors = validateTicket({ ...chosen, qty }, context);
          expect(errors.qty?.key).not.toBe('offGrid');
          expect(errors.qty?.key).not.toBe('balance');
          if (side === 'BUY') expect(compareDecimals(multiplyDecimals(qty, price).slice(0, 30), '100000')).toBeLessThanOrEqual(0);
        },
      ),
    );
  });

  it('values a market order at the price it would meet', () => {
    expect(orderCost({ ...draft, type: 'MARKET', price: '' }, context)).toBe('25000.005');
    expect(orderCost({ ...draft, type: 'MARKET', side: 'SELL', qty: '1' }, context)).toBe('49999.99');
  });

  it('writes requests that carry only the fields of their type', () => {
    expect(orderRequest(draft, instrument, 7, 'a-1')).toEqual({
      api_id: 7,
      exchange: 'tessera',
      symbol: 'BTCUSDT',
      account_type: 'spot',
      side: 'BUY',
      type: 'LIMIT',
      qty: '0.5',
      price: '50000',
      time_in_force: 'GTC',
      client_order_id: 'a-1',
    });
    expect(orderRequest({ ...draft, type: 'STOP_MARKET', triggerPrice: '51000' }, instrument, 7, 'a-2')).toMatchObject({
      type: 'STOP_MARKET',
      trigger_kind: 'CONDITIONAL',
      trigger_price: '51000',
    });
    expect(
      orderRequest({ ...draft, mode: 'OCO', side: 'SELL', takeProfit: '52000', stopLoss: '48000' }, instrument, 7, 'a-3'),
    ).toMatchObject({
      trigger_kind: 'OCO',
      take_profit: { type: 'LIMIT', price: '52000' },
      stop_loss: { type: 'STOP_MARKET', trigger_price: '48000' },
    });
  });
});
