import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fill } from '../../../../core/contract/trading.ts';
import type { Instrument } from '../../../../core/domain/markets/instrument.ts';
import { inversePerpetual } from '../../../../core/domain/markets/perpetual-terms.ts';
import { addDecimals, negateDecimal } from '../../../../core/domain/numbers/decimal.ts';
import { testInstrument } from '../../../../tests/kit/market-fixtures.ts';
import { fillOf } from '../../../../tests/kit/strategy-kit.ts';
import { WorkingOrders } from '../orders/working-orders.ts';
import { InstanceAccount } from './instance-account.ts';
import { InstanceExposure } from './instance-exposure.ts';
import type { InstanceResult } from './instance-result.ts';
import { brokenLimit, noLimits } from './trading-limits.ts';

const market = (base: string, quote: string): Instrument => ({
  ...testInstrument,
  id: `aurora/${base}${quote}/spot`,
  symbol: `${base}${quote}`,
  base,
  quote,
});
const instruments = Object.fromEntries(
  [market('BTC', 'USDT'), market('ETH', 'BTC'), market('BNB', 'USDT'), market('DOGE', 'EUR')].map((one) => [one.id, one]),
);
const [btc, eth, doge] = ['aurora/BTCUSDT/spot', 'aurora/ETHBTC/spot', 'aurora/DOGEEUR/spot'];
const accountAt = (prices: Record<string, string>): InstanceAccount =>
  new InstanceAccount({ instruments, lastPrice: (id) => prices[id] ?? null });
const booked = (prices: Record<string, string>, ...fills: readonly Partial<Fill>[]): InstanceAccount => {
  const account = accountAt(prices);
  for (const fill of fills) account.book(1, fill.instrumentId ?? btc, fillOf(fill));
  return account;
};
const sumOf = ({ realised, open, fees, funding }: InstanceResult): string =>
  [open, negateDecimal(fees ?? '?'), funding].reduce<string>((sum, part) => addDecimals(sum, part ?? '?'), realised ?? '?');

describe('the result of an instance', () => {
  it('is split into what was closed, what is held, fees and funding', () => {
    const account = booked(
      { [btc]: '120' },
      { price: '100', qty: '2', fee: '0.2', feeAsset: 'USDT' },
      { side: 'SELL', price: '110', qty: '1', fee: '0.11', feeAsset: 'USDT' },
    );
    account.fund(1, btc, '-0.5');
    expect(account.result()).toEqual({
      asset: 'USDT',
      net: '29.19',
      realised: '10',
      open: '20',
      fees: '0.31',
      funding: '-0.5',
      rates: [],
      missing: [],
    });
  });

  it('counts coins that went as fees: at the price of their fill, and gone from what is held', () => {
    const account = booked({ [btc]: '120' }, { price: '100', qty: '1', fee: '0.001', feeAsset: 'BTC' });
    expect(account.result()).toMatchObject({ net: '19.88', realised: '0', open: '19.98', fees: '0.1' });
    const third = booked({ [btc]: '100', 'aurora/BNBUSDT/spot': '600' }, { price: '100', qty: '1', fee: '0.01', feeAsset: 'BNB' });
    expect(third.result()).toMatchObject({ net: '-6', open: '0', fees: '6', rates: [{ asset: 'BNB', rate: '600' }] });
    expect(third.positions[0]?.qty).toBe('1');
    expect(third.save().flows[0]?.paid).toEqual({ BNB: '0.01' });
  });

  it('values several quote assets in one and names the rates', () => {
    const prices = { [btc]: '50000', [eth]: '0.06' };
    const account = booked(prices, { price: '49000', qty: '1' }, { instrumentId: eth, price: '0.05', qty: '10', feeAsset: 'BTC' });
    expect(account.result()).toMatchObject({ asset: 'USDT', net: '6000', open: '6000', rates: [{ asset: 'BTC', rate: '50000' }] });
    expect(account.result('BTC')).toMatchObject({ asset: 'BTC', net: '0.12', rates: [{ asset: 'USDT', rate: '0.00002' }] });
  });

  it('is not known, and says why, where a price or a rate is missing', () => {
    const unpriced = booked({}, { price: '100', fee: '1', feeAsset: 'USDT' });
    expect(unpriced.result()).toMatchObject({ net: null, realised: '0', open: null, fees: '1', missing: [btc] });
    const unrated = booked({ [btc]: '100', [doge]: '2' }, { price: '90' }, { instrumentId: doge, price: '1', feeAsset: 'EUR' });
    expect(unrated.result()).toMatchObject({ asset: 'USDT', net: null, open: null, missing: ['EUR'] });
    expect(unrated.profitToday()).toBeNull();
  });

  it('always is the sum of its parts, and what a saved account says after a restart', () => {
    const fill = fc.record({
      instrumentId: fc.constantFrom(btc, eth),
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      price: fc.integer({ min: 1, max: 1e6 }).map((price) => `${price / 1_000}`),
      qty: fc.integer({ min: 1, max: 1e4 }).map(String),
      fee: fc.integer({ min: 0, max: 50 }).map((fee) => `${fee / 100}`),
      feeAsset: fc.constantFrom('USDT', 'BTC', 'ETH', 'BNB'),
    });
    const price = fc.integer({ min: 1, max: 1e7 }).map((units) => `${units / 100}`);
    fc.assert(
      fc.property(fc.array(fill, { maxLength: 20 }), price, price, price, (fills, first, second, third) => {
        const account = booked({ [btc]: first, [eth]: second, 'aurora/BNBUSDT/spot': third, 'aurora/ETHUSDT/spot': third }, ...fills);
        const result = account.result();
        if (result.net !== null) expect(sumOf(result)).toBe(result.net);
        const restored = accountAt({ [btc]: first, [eth]: second, 'aurora/BNBUSDT/spot': third, 'aurora/ETHUSDT/spot': third });
        restored.restore(JSON.parse(JSON.stringify(account.save())));
        expect(restored.result()).toEqual(result);
      }),
    );
  });

  it('begins each day anew, whatever assets it is made in; days that were saved in one amount go on', () => {
    const prices: Record<string, string> = { [btc]: '50000', [eth]: '0.06' };
    const account = booked(prices, { price: '49000', qty: '1' }, { instrumentId: eth, price: '0.05', qty: '10', feeAsset: 'BTC' });
    const dayMs = 86_400_000;
    account.enterDay(10 * dayMs);
    expect(account.profitToday()).toBe('0');
    prices[eth] = '0.07';
    expect(account.profitToday()).toBe('5000');
    const former = booked({ [btc]: '90' });
    const flow = { apiId: 1, instrumentId: btc, base: '1', quote: '-100', cost: '100', fees: '0', fills: 1 };
    former.restore({ flows: [flow], orderTimes: [], day: { startMs: 10 * dayMs, profit: '5' } });
    expect(former.profitToday()).toBe('-15');
  });

  it('does not know the day of books that were saved in one amount and have come to hold several assets', () => {
    const former = booked({ [btc]: '50000', [eth]: '0.06' });
    const flow = { apiId: 1, base: '1', cost: '1', fees: '0', fills: 1 };
    const flows = [
      { ...flow, instrumentId: btc, quote: '-49000' },
      { ...flow, instrumentId: eth, quote: '-0.05' },
    ];
    former.restore({ flows, orderTimes: [], day: { startMs: 10 * 86_400_000, profit: '100' } });
    expect(former.result().net).toBe('1500');
    expect(former.profitToday()).toBeNull();
    former.enterDay(11 * 86_400_000);
    expect(former.profitToday()).toBe('0');
  });
});

describe('results in the assets that contracts settle in', () => {
  const inverse = inversePerpetual({ ...market('BTC', 'USD'), id: 'aurora/BTCUSD/coinm', accountType: 'coinm' }, { multiplier: '100' });
  const all = { ...instruments, [inverse.id]: inverse };
  /** A tenth of a coin is lost: 20,000 dollars long from 50,000 to 40,000. */
  const losing = (prices: Record<string, string>): InstanceAccount => {
    const account = new InstanceAccount({ instruments: all, lastPrice: (id) => prices[id] ?? null });
    account.enterDay(0);
    account.book(1, inverse.id, fillOf({ instrumentId: inverse.id, price: '50000', qty: '200', feeAsset: 'BTC' }));
    return account;
  };

  it('are kept in them and valued in one: by the spot market of the coin, and by the contract where there is none', () => {
    const coins = losing({ [inverse.id]: '40000' });
    expect(coins.result()).toMatchObject({ asset: 'BTC', net: '-0.1' });
    expect(coins.result('USD')).toMatchObject({ net: '-4000', rates: [{ asset: 'BTC', rate: '40000' }] });
    const both = losing({ [inverse.id]: '40000', [btc]: '41000' });
    both.book(1, btc, fillOf({ instrumentId: btc, price: '40900', qty: '1' }));
    expect(both.result()).toMatchObject({ asset: 'USDT', net: '-4000' });
  });

  it('break a limit in dollars by what they are worth, not by their number of coins', () => {
    const account = losing({ [inverse.id]: '40000' });
    const limits = { ...noLimits, maxDailyLoss: '3000' };
    const wanted = { apiId: 1, instrumentId: inverse.id, side: 'BUY', qty: '1', price: '40000', clientOrderId: 'i-2' } as const;
    const sources = { account, orders: new WorkingOrders(), lastPrice: () => '40000', instruments: all };
    const denied = (maxDailyLoss: string) =>
      brokenLimit({ ...limits, maxDailyLoss }, wanted, new InstanceExposure(wanted, sources, 1))?.code;
    expect([denied('3000'), denied('5000')]).toEqual(['LIMIT_DAILY_LOSS', undefined]);
    const unpriced = { ...sources, account: losing({}) };
    expect(brokenLimit(limits, wanted, new InstanceExposure(wanted, unpriced, 1))?.code).toBe('LIMIT_LOSS_UNKNOWN');
  });
});
