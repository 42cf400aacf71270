import { expect, it } from 'vitest';
import type { AccountBalance, BalanceChange } from '../../core/contract/client-services.ts';
import { dayProfit } from './day-profit.ts';
import { sumOf, valued, type WorthOf, worthIn } from './valuation.ts';

const line = { exchange: 'aurora', apiId: 1, accountType: 'spot' } as const;
const has = (asset: string, total: string): AccountBalance => ({ ...line, asset, total, held: '0', available: total });
const noon = 43_200_000;
const changed = (asset: string, traded: string, moved = '0'): BalanceChange => ({
  ...{ ...line, asset, traded },
  moves: moved === '0' ? [] : [{ amount: moved, timeMs: noon }],
});
const prices: Readonly<Record<string, string>> = { BTC: '61000', ETH: '2700' };
const worthOf: WorthOf = (_, asset) => {
  if (asset === 'USDT') return { price: '1', market: null };
  const price = prices[asset];
  return price === undefined ? null : { price, market: `aurora/${asset}USDT/spot` };
};
/** BTC cost 60000 as the day began and 60500 at noon; ETH was not traded before. */
const then = {
  startMs: 0,
  priceBefore: (market: string, timeMs: number) => (market !== 'aurora/BTCUSDT/spot' ? null : timeMs === noon ? '60500' : '60000'),
};

it('is the move of what was held all day', () => {
  expect(dayProfit([has('BTC', '2'), has('USDT', '500')], [], worthOf, then)).toEqual({ profit: '2000', from: '120500' });
});

it('counts what was bought today from its price, with its fee', () => {
  const balances = [has('BTC', '1'), has('USDT', '39440')];
  expect(dayProfit(balances, [changed('BTC', '1'), changed('USDT', '-60560')], worthOf, then)).toEqual({ profit: '440', from: '100000' });
});

it('counts what was sold until nothing was left, though no balance tells of it any more', () => {
  expect(dayProfit([has('USDT', '60900')], [changed('BTC', '-1'), changed('USDT', '60900')], worthOf, then)).toEqual({
    profit: '900',
    from: '60000',
  });
  expect(dayProfit([], [changed('BTC', '0', '-1')], worthOf, then)).toEqual({ profit: '500', from: '-500' });
});

it('is not raised by what was moved in, nor lowered by what was moved out, but by what its price did since', () => {
  const balances = [has('BTC', '3'), has('USDT', '100')];
  expect(dayProfit(balances, [changed('BTC', '0', '1'), changed('USDT', '0', '-900')], worthOf, then)).toEqual({
    profit: '2500',
    from: '180600',
  });
});

it('of what was moved in and sold stands still, whatever the price does then', () => {
  const sold = [changed('BTC', '-1', '1'), changed('USDT', '60700')];
  for (const price of ['61000', '59000', '70000']) {
    const worth: WorthOf = (exchange, asset) => (asset === 'BTC' ? { price, market: 'aurora/BTCUSDT/spot' } : worthOf(exchange, asset));
    expect(dayProfit([has('USDT', '60700')], sold, worth, then)?.profit).toBe('200');
  }
});

it('of what was moved in before the first trade of its market begins now', () => {
  expect(dayProfit([has('ETH', '2')], [changed('ETH', '0', '2')], worthOf, then)).toEqual({ profit: '0', from: '5400' });
  const unknown = { startMs: 0, priceBefore: () => undefined };
  expect(dayProfit([has('ETH', '2')], [changed('ETH', '0', '2')], worthOf, unknown)).toBeNull();
});

it('is not known without a price of then, unless nothing was there then', () => {
  expect(dayProfit([has('ETH', '1')], [], worthOf, then)).toBeNull();
  expect(dayProfit([has('ETH', '1'), has('USDT', '7300')], [changed('ETH', '1'), changed('USDT', '-2690')], worthOf, then)?.profit).toBe(
    '10',
  );
  expect(dayProfit([has('XYZ', '1')], [], worthOf, then)).toBeNull();
});

it('values with the price of the own exchange, else of another, and names what has none', () => {
  const ticker = { bid: null, ask: null };
  const last: Readonly<Record<string, string>> = {
    'aurora/BTCUSDT/spot': '61000',
    'meridian/BTCUSDT/spot': '61010',
    'meridian/SOLUSDT/spot': '170',
  };
  const markets = {
    instruments: Object.keys(last).map((id) => {
      const [exchange, symbol] = id.split('/') as [string, string];
      return { id, exchange, symbol, base: symbol.slice(0, 3), quote: 'USDT', accountType: 'spot', status: 'TRADING' };
    }),
    ticker: (id: string) => ({ ...ticker, last: last[id] ?? null }),
    index: () => null,
  } as unknown as Parameters<typeof worthIn>[0];
  const worth = worthIn(markets);
  expect([worth('meridian', 'BTC')?.price, worth('aurora', 'SOL')?.price, worth('aurora', 'USDT')?.price, worth('aurora', 'XYZ')]).toEqual([
    '61010',
    '170',
    '1',
    null,
  ]);
  expect(sumOf([has('BTC', '0.5'), has('USDT', '2.25'), has('XYZ', '9'), has('OLD', '0')], worth)).toEqual({
    value: '30502.25',
    unpriced: ['XYZ'],
    exchanges: ['aurora'],
  });
});

it('cuts what is below the eighth decimal, so that nothing looks larger than it is', () => {
  expect(valued('0.123456789012345678', '61000.1234')).toBe('7530.87936432');
});
