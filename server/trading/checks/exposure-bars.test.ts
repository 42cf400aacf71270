import { describe, expect, it } from 'vitest';
import { someInstrument } from '../../../core/client/testing/views.ts';
import type { BarredExposure } from '../../../core/contract/risk.ts';
import type { Order } from '../../../core/contract/trading.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { ExposureBars } from './exposure-bars.ts';

const market = (base: string, quote: string): Instrument => ({ ...someInstrument('tessera'), base, quote });
const [btc, ethInBtc] = [market('BTC', 'USDT'), market('ETH', 'BTC')];
const barred = (kind: BarredExposure['kind'], key: string, shorts: BarredExposure['shorts'] = []): BarredExposure => ({
  ...{ kind, key, shorts, limit: '100', value: '120.5' },
});
const buy = { apiId: 7, side: 'BUY' } as const;
const sell = { apiId: 7, side: 'SELL' } as const;
function codes(one: BarredExposure, instrument = btc, strategy?: string) {
  const bars = new ExposureBars();
  bars.set([one]);
  return [buy, sell].map((order) => bars.refusal(order, instrument, strategy)?.code ?? null);
}

describe('an exposure above a limit that refuses', () => {
  it('takes no order that would enlarge it, and every one that reduces it', () => {
    expect(codes(barred('account', '7'))).toEqual(['EXPOSURE_ACCOUNT', null]);
    expect(codes(barred('exchange', 'tessera'))).toEqual(['EXPOSURE_EXCHANGE', null]);
    expect(codes(barred('asset', 'BTC'))).toEqual(['EXPOSURE_ASSET', null]);
    expect(codes(barred('strategy', 'grid/grid'), btc, 'grid/grid')).toEqual(['EXPOSURE_STRATEGY', null]);
  });

  it('tells an owner how much his account holds, and nobody what all clients hold together', () => {
    const told = (one: BarredExposure) => {
      const bars = new ExposureBars();
      bars.set([one]);
      return bars.refusal(buy, btc, 'grid/grid')?.params;
    };
    expect(told(barred('account', '7'))).toEqual({ apiId: 7, value: '120.5', limit: '100' });
    expect(told(barred('exchange', 'tessera'))).toEqual({ exchange: 'tessera' });
    expect(told(barred('asset', 'BTC'))).toEqual({ asset: 'BTC' });
    expect(told(barred('strategy', 'grid/grid'))).toEqual({});
  });

  it('is enlarged by sells where more is short than long', () => {
    expect(codes(barred('account', '7', 'all'))).toEqual([null, 'EXPOSURE_ACCOUNT']);
    expect(codes(barred('asset', 'BTC', 'all'))).toEqual([null, 'EXPOSURE_ASSET']);
    expect(codes(barred('strategy', 'grid/grid', 'all'), btc, 'grid/grid')).toEqual([null, 'EXPOSURE_STRATEGY']);
  });

  it('of longs and shorts together is enlarged in each asset by what enlarges that one, and by either side of a swap between them', () => {
    const shortOfBtc = ['BTC'];
    expect(codes(barred('strategy', 'grid/grid', shortOfBtc), btc, 'grid/grid')).toEqual([null, 'EXPOSURE_STRATEGY']);
    expect(codes(barred('strategy', 'grid/grid', shortOfBtc), ethInBtc, 'grid/grid')).toEqual(['EXPOSURE_STRATEGY', null]);
    expect(codes(barred('account', '7', shortOfBtc), market('ETH', 'USDT'))).toEqual(['EXPOSURE_ACCOUNT', null]);
    expect(codes(barred('account', '7', shortOfBtc))).toEqual([null, 'EXPOSURE_ACCOUNT']);
    expect(codes(barred('account', '7', shortOfBtc), ethInBtc)).toEqual(['EXPOSURE_ACCOUNT', null]);
    const bars = new ExposureBars();
    bars.set([barred('account', '7', 'all'), barred('account', '7', shortOfBtc)]);
    expect(bars.refusal(buy, market('ETH', 'USDT'), undefined)?.code, 'its net would fall, and its gross rise').toBe('EXPOSURE_ACCOUNT');
  });

  it('is not enlarged by a swap, except in the asset that is gained', () => {
    expect(codes(barred('account', '7'), ethInBtc)).toEqual([null, null]);
    expect(codes(barred('asset', 'ETH'), ethInBtc)).toEqual(['EXPOSURE_ASSET', null]);
    expect(codes(barred('asset', 'BTC'), ethInBtc)).toEqual([null, 'EXPOSURE_ASSET']);
  });

  it('says nothing of other accounts, exchanges, assets and strategies, nor of what only reduces a position', () => {
    expect(codes(barred('account', '8'))).toEqual([null, null]);
    expect(codes(barred('exchange', 'aurora'))).toEqual([null, null]);
    expect(codes(barred('asset', 'ETH'))).toEqual([null, null]);
    expect(codes(barred('strategy', 'grid/grid'))).toEqual([null, null]);
    const bars = new ExposureBars();
    bars.set([barred('account', '7')]);
    expect(bars.refusal({ ...buy, reduceOnly: true }, btc, undefined)).toBeNull();
    expect(bars.refusal(buy, btc, undefined)?.params).toEqual({ apiId: 7, value: '120.5', limit: '100' });
    bars.set([]);
    expect(bars.refusal(buy, btc, undefined)).toBeNull();
  });

  it('lets an order that enlarges it become smaller and nothing else', () => {
    const bars = new ExposureBars();
    bars.set([barred('account', '7')]);
    const order = { ...buy, qty: '2' } as Order;
    const change = { apiId: 7, instrumentId: btc.id, orderId: '1' };
    const code = (changes: object, of: Order | null = order) =>
      bars.changeRefusal({ ...change, ...changes }, of, btc, undefined)?.code ?? null;
    expect([{ qty: '3' }, { price: '9' }, { qty: '1', price: '9' }].map((one) => code(one))).toEqual(new Array(3).fill('EXPOSURE_ACCOUNT'));
    expect(code({ qty: '1' })).toBeNull();
    expect(code({ qty: '3' }, { ...order, side: 'SELL' })).toBeNull();
    // An order that the house does not know may be any: it is left as it is.
    expect(code({ qty: '1' }, null)).toBe('EXPOSURE_ACCOUNT');
    bars.set([barred('account', '8')]);
    expect(code({ qty: '1' }, null)).toBeNull();
  });
});
