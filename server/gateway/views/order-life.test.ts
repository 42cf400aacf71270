import { describe, expect, it } from 'vitest';
import { fillRecord, orderRecord } from '../../../tests/kit/store-records.ts';
import type { OrderEventRecord, OrderRefusalRecord } from '../../store/records.ts';
import { tellOrderLife, withRefusals } from './order-life.ts';

const event = (cause: string, changes: Partial<OrderEventRecord> = {}): OrderEventRecord => ({
  venue: 'tessera',
  sequence: 1,
  ordinal: 0,
  orderId: '1',
  status: 'UNFILLED',
  cause,
  price: null,
  qty: null,
  triggerPrice: null,
  filledQty: '0',
  preventedQty: '0',
  timeMs: 1_000,
  ...changes,
});

describe('the life of an order', () => {
  it('names what an amendment changed, from and to', () => {
    const life = tellOrderLife(
      [
        event('PLACED', { price: '100', qty: '3' }),
        event('FILLED', { filledQty: '1', status: 'PARTIALLY_FILLED' }),
        event('AMENDED', { price: '101', qty: '3', filledQty: '1' }),
        event('AMENDED', { price: '101', qty: '2', filledQty: '1' }),
      ],
      [],
    );
    expect(life.map(({ changes }) => changes)).toEqual([
      [],
      [],
      [{ field: 'price', from: '100', to: '101' }],
      [{ field: 'qty', from: '3', to: '2' }],
    ]);
  });

  it('has each trade with the change that it caused, several with one, in the order they happened', () => {
    const fills = ['10', '9', '11'].map((tradeId) => fillRecord(tradeId, '1', { qty: '1' }));
    const life = tellOrderLife(
      [
        event('PLACED', { price: '100', qty: '3' }),
        event('FILLED', { filledQty: '2', status: 'PARTIALLY_FILLED' }),
        event('FILLED', { filledQty: '3', status: 'FILLED' }),
      ],
      fills,
    );
    expect(life.map((one) => one.fills.map((fill) => fill.trade_id))).toEqual([[], ['9', '10'], ['11']]);
  });

  it('is told without terms, as an older version has written it', () => {
    expect(tellOrderLife([event('PLACED'), event('AMENDED', { price: '5' })], [])).toMatchObject([{ changes: [] }, { changes: [] }]);
  });
});

describe('refusals in the life of an order', () => {
  const refusal = (timeMs: number, changes: Partial<OrderRefusalRecord> = {}): OrderRefusalRecord => ({
    ...{ venue: 'tessera', refusalId: String(timeMs), orderId: '1', apiId: 1, by: 'VENUE', code: 'ORDER_PRICE_OUT_OF_BAND', repeats: 0 },
    ...{ params: { field: 'price', limit: '80' }, price: null, qty: null, triggerPrice: null, timeMs },
    ...changes,
  });

  it('stand where they happened, with what was asked for, and leave the order as it was', () => {
    const events = [
      event('PLACED', { price: '100', qty: '3', timeMs: 1_000 }),
      event('AMENDED', { price: '99', qty: '3', timeMs: 2_000 }),
      event('CANCELED_BY_USER', { status: 'CANCELED', timeMs: 4_000 }),
    ];
    const refusals = [refusal(1_500, { price: '70' }), refusal(3_000, { by: 'HOUSE', price: '60.001' })];
    const life = withRefusals(orderRecord('1'), events, tellOrderLife(events, []), refusals);
    expect(life.map(({ cause, status }) => `${cause} ${status}`)).toEqual([
      'PLACED UNFILLED',
      'AMEND_REFUSED UNFILLED',
      'AMENDED UNFILLED',
      'AMEND_DENIED UNFILLED',
      'CANCELED_BY_USER CANCELED',
    ]);
    expect(life[1]).toMatchObject({
      changes: [{ field: 'price', from: '100', to: '70' }],
      refusal: { by: 'VENUE', code: 'ORDER_PRICE_OUT_OF_BAND', params: { limit: '80' } },
    });
    expect(life[3]?.changes).toEqual([{ field: 'price', from: '99', to: '60.001' }]);
    expect(life[2]?.changes).toEqual([{ field: 'price', from: '100', to: '99' }]);
  });

  it('are the whole life of an order that was denied', () => {
    const denied = { ...orderRecord('9000'), status: 'DENIED', cause: 'DENIED' } as const;
    expect(withRefusals(denied, [], [], [refusal(500, { by: 'HOUSE', price: '70' })])).toMatchObject([
      { time: 500, status: 'DENIED', cause: 'DENIED', changes: [], refusal: { by: 'HOUSE' } },
    ]);
  });
});
