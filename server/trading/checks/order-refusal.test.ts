import { describe, expect, it } from 'vitest';
import type { ErrorParams } from '../../../core/contract/app-error.ts';
import { paramsOf } from '../../../core/contract/error-texts.ts';
import { type RejectReason, rejectReasons } from '../../engine/sink.ts';
import { assets, btcusdt } from '../trading-fixture.ts';
import { InstrumentGrid } from './instrument-grid.ts';
import { orderRefusal, type RefusalSubject } from './order-refusal.ts';

const [btc, usdt] = assets as [(typeof assets)[number], (typeof assets)[number]];
const subject: RefusalSubject = {
  apiId: 7,
  instrumentId: btcusdt.id,
  grid: new InstrumentGrid(btcusdt, btc, usdt),
  side: 'BUY',
  orderId: '12',
  status: 'WAITING',
};
const refuse = (reason: RejectReason, field = '', limit = '0') => {
  const shortage = reason === 'INSUFFICIENT_BALANCE' ? { need: '210000000', fits: '3' } : undefined;
  const outcome = orderRefusal({ reason, field, limit, ...(shortage !== undefined && { shortage }) }, subject);
  if (outcome.ok) throw new Error('a refusal is never ok');
  return outcome.error;
};

describe('orderRefusal', () => {
  it.each<[RejectReason, string, string, string, ErrorParams]>([
    ['QTY_TOO_SMALL', 'qty', '1', 'ORDER_QTY_TOO_SMALL', { field: 'qty', limit: '0.00001' }],
    ['NOTIONAL_TOO_SMALL', 'qty', '1000000000', 'ORDER_NOTIONAL_TOO_SMALL', { field: 'qty', limit: '10' }],
    ['PRICE_OUT_OF_BAND', 'price', '12000', 'ORDER_PRICE_OUT_OF_BAND', { field: 'price', limit: '120' }],
    ['WOULD_TRIGGER', 'trigger', '10000', 'ORDER_WOULD_TRIGGER', { field: 'triggerPrice' }],
    ['NOT_SUPPORTED', 'orderType', 'MARKET', 'ORDER_NOT_SUPPORTED', { field: 'type', value: 'MARKET' }],
    [
      ...(['INSUFFICIENT_BALANCE', 'qty', '150000000', 'ORDER_INSUFFICIENT_BALANCE'] as const),
      { field: 'qty', limit: '1.5', asset: 'USDT', need: '2.1', fits: '0.00003', fitsAsset: 'BTC' },
    ],
    [
      ...(['INSUFFICIENT_BALANCE', 'quoteAmount', '150000000', 'ORDER_INSUFFICIENT_BALANCE'] as const),
      { field: 'quoteAmount', limit: '1.5', asset: 'USDT', need: '2.1', fits: '0.00000003', fitsAsset: 'USDT' },
    ],
    ['UNKNOWN_ORDER', 'orderId', '12', 'ORDER_UNKNOWN', { orderId: '12' }],
    ['ORDER_NOT_AMENDABLE', 'orderId', '13', 'ORDER_NOT_AMENDABLE', { status: 'WAITING' }],
    ['INSTRUMENT_CLOSED', 'instrument', 'HALTED', 'ORDER_INSTRUMENT_CLOSED', { instrument: btcusdt.id }],
  ])('says %s of %s in the words and decimals of the catalogue', (reason, field, limit, code, params) => {
    expect(refuse(reason, field, limit)).toMatchObject({ code, params });
  });

  it.each(rejectReasons)('gives %s every parameter that its text needs', (reason) => {
    const error = refuse(reason, 'qty', '1');
    expect(Object.keys(error.params).toSorted()).toEqual([...paramsOf(error.code)].toSorted());
  });
});
