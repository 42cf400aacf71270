import { expect, it } from 'vitest';
import type { TradedSum } from '../../core/contract/traded.ts';
import { statsFigures } from './stats-figures.ts';
import { dayMs, hourMs, type StatsHour } from './stats-hour.ts';
import { settledHours, type Valuing, valuedHours } from './valued-hours.ts';

const markets = { base: 'BTC', quote: 'USDT', makerFee: '0.001', takerFee: '0.002' };
const valuing: Valuing = {
  instrument: (id) =>
    id === 'tessera/BTCUSDT/spot' ? markets : id === 'tessera/ETHBTC/spot' ? { ...markets, base: 'ETH', quote: 'BTC' } : null,
  priceOf: (asset) => ({ USDT: '1', BTC: '50000', FEE: '2' })[asset] ?? null,
};
const sum = (changes: Partial<TradedSum>): TradedSum => ({
  ...{ hourMs: 0, exchange: 'tessera', symbol: 'BTCUSDT', accountType: 'spot', strategy: null, liquidity: 'TAKER', feeAsset: 'USDT' },
  ...{ fills: 1, turnover: '1000', volume: '500', fees: '2', feesByPrice: '0', rebates: '0', rebatesByPrice: '0' },
  ...changes,
});
const only = (changes: Partial<TradedSum>): StatsHour | undefined => valuedHours([sum(changes)], [], [], valuing)[0];

it('saves nobody anything where the fees of the market were charged, and tells what a discount and a rebate gave', () => {
  expect(only({})).toMatchObject({ volume: '500', turnover: '1000', making: '0', saved: '0', rebates: '0', fills: 1, unvalued: 0 });
  expect(only({ fees: '1.5' })).toMatchObject({ saved: '0.5' });
  expect(only({ liquidity: 'MAKER', fees: '-0.1', rebates: '0.1' })).toMatchObject({ saved: '1.1', rebates: '0.1' });
});

it('values fees paid in base by the prices of their fills, those in another asset by its index, and all of a market in USDT', () => {
  expect(only({ feeAsset: 'BTC', fees: '0.00002', feesByPrice: '1' })).toMatchObject({ saved: '1' });
  expect(only({ feeAsset: 'FEE', fees: '0.25' })).toMatchObject({ saved: '1.5' });
  expect(only({ symbol: 'ETHBTC', feeAsset: 'BTC', turnover: '0.02', volume: '0.02', fees: '0.00004' })).toMatchObject({
    volume: '1000',
    saved: '0',
  });
});

it('counts what has no price, and puts it into no amount', () => {
  expect(only({ symbol: 'GONE', fills: 3 })).toMatchObject({ volume: '0', fills: 3, unvalued: 3 });
  expect(only({ feeAsset: 'XYZ' })).toMatchObject({ volume: '500', saved: '0', unvalued: 0 });
});

it('takes for market making what strategies gave to the book', () => {
  const making = (changes: Partial<TradedSum>) => only(changes)?.making;
  expect(making({ strategy: 'a/b', liquidity: 'MAKER' })).toBe('1000');
  expect(making({ strategy: 'a/b' })).toBe('0');
  expect(making({ liquidity: 'MAKER' })).toBe('0');
});

it('adds up markets, sides and orders of an exchange and a sender in one hour', () => {
  const orders = { hourMs: 0, exchange: 'tessera', strategy: null, orders: 4 };
  const hours = valuedHours([sum({}), sum({ symbol: 'ETHBTC', turnover: '0.02', volume: '0.02' })], [orders], [], valuing);
  expect(hours).toMatchObject([{ turnover: '2000', volume: '1500', fills: 2, orders: 4 }]);
});

const hour = (at: number, changes: Partial<StatsHour> = {}): StatsHour => ({
  ...{ hourMs: at, exchange: 'tessera', strategy: null, volume: '10.129', turnover: '20', making: '0', saved: '1.239', rebates: '0' },
  ...{ fills: 2, orders: 3, unvalued: 0, credits: 0 },
  ...changes,
});

it('keeps the values of an hour that is summed up again, unless fills came to it that can be valued', () => {
  const stored = [hour(0)];
  const again = (changes: Partial<StatsHour>) => settledHours(stored, [hour(0, { volume: '7', orders: 9, ...changes })])[0];
  expect(again({})).toMatchObject({ volume: '10.129', orders: 9 });
  expect(again({ fills: 3 })).toMatchObject({ volume: '7', fills: 3 });
  expect(again({ volume: '0', unvalued: 2 })).toMatchObject({ volume: '10.129', unvalued: 0 });
  expect(again({ fills: 3, volume: '0', unvalued: 3 })).toMatchObject({ volume: '10.129', fills: 2 });
  expect(settledHours([hour(0, { volume: '0', unvalued: 2 })], [hour(0)])[0]).toMatchObject({ volume: '10.129', unvalued: 0 });
  expect(settledHours(stored, [])).toEqual([]);
});

it('tells the whole time, seven days and one day apart, to the cent and never more than there was', () => {
  const now = 20 * dayMs;
  const hours = [hour(0), hour(now - 8 * dayMs), hour(now - 2 * dayMs), hour(now - 2 * hourMs, { exchange: 'other', volume: '99' })];
  const figures = statsFigures(hours, { simulated: true, nowMs: now });
  expect(figures.main).toMatchObject({ total_volume: '129.38', week_volume: '109.12', since: 0, orders: 12, saved_fees: '4.95' });
  expect(figures.main).toMatchObject({ asset: 'USDT', simulated: true, updated: now });
  expect(figures.day).toMatchObject({ volume: '99.00', exchanges: [{ exchange: 'other', volume: '99.00', fills: 2, orders: 3 }] });
});

it('lists strategies by what they traded, and each day of theirs beside that of people', () => {
  const now = 10 * dayMs;
  const hours = [hour(0, { strategy: 'a/a' }), hour(now - hourMs, { strategy: 'b/b', turnover: '30' }), hour(now - hourMs)];
  const { robot, robotData } = statsFigures(hours, { simulated: false, nowMs: now });
  expect(robot.strategies).toEqual([
    { strategy: 'b/b', turnover: '30.00', week_turnover: '30.00', fills: 2, orders: 3 },
    { strategy: 'a/a', turnover: '20.00', week_turnover: '0.00', fills: 2, orders: 3 },
  ]);
  expect(robotData.days).toEqual([
    { day: 0, strategies: '20.00', others: '0.00' },
    { day: now - dayMs, strategies: '30.00', others: '20.00' },
  ]);
});

it('has figures before anything was traded', () => {
  const { main, day } = statsFigures([], { simulated: false, nowMs: null });
  expect(main).toMatchObject({ total_volume: '0.00', since: null, updated: null });
  expect(day.exchanges).toEqual([]);
});

it('counts what was credited for invitations among rebates, and an hour anew once more of it was', () => {
  const rebated = { hourMs: 0, exchange: 'tessera', asset: 'USDT', amount: '1.5', credits: 2 };
  const [fresh] = valuedHours([sum({})], [], [rebated], valuing);
  expect(fresh).toMatchObject({ rebates: '1.5', fills: 1, credits: 2 });
  const [before] = valuedHours([sum({})], [], [], valuing);
  expect(settledHours(before === undefined ? [] : [before], fresh === undefined ? [] : [fresh])[0]).toMatchObject({ rebates: '1.5' });
});
