import { describe, expect, it } from 'vitest';
import { fillRecord } from '../../tests/kit/store-records.ts';
import type { OrderEventRecord } from '../store/records.ts';
import { tellOrderLife } from './order-life.ts';

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
