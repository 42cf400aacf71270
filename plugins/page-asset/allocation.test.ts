import { describe, expect, it } from 'vitest';
import { allocation, type HeldAccount } from './allocation.ts';

const account = (apiId: number, exchange: string, held: Readonly<Record<string, string>>): HeldAccount =>
  ({
    ...{ apiId, name: 'Main', exchange, username: 'ann' },
    balances: Object.entries(held).map(([asset, total]) => ({ accountType: 'spot', asset, total, held: '0' })),
  }) as unknown as HeldAccount;
const prices = { USDT: '1', BTC: '50000' };
const held = [account(1, 'tessera', { USDT: '25000', BTC: '0.5', DUST: '3' }), account(2, 'aurora', { BTC: '1', NONE: '0' })];
const titleOf = (exchange: string): string => ({ tessera: 'Tessera', aurora: 'Aurora' })[exchange] ?? exchange;
const rows = (by: Parameters<typeof allocation>[2], currency = 'USDT') =>
  allocation(held, prices, by, currency, titleOf).map(({ name, worth, share }) => [name, worth, share]);

describe('the allocation', () => {
  it('sums up by account, exchange, type and asset, the largest first, with shares of what can be valued', () => {
    expect(rows('account')).toEqual([
      ['ann · Main · Aurora', '50000', 0.5],
      ['ann · Main · Tessera', '50000', 0.5],
    ]);
    expect(rows('type')).toEqual([['spot', '100000', 1]]);
    expect(rows('asset')).toEqual([
      ['BTC', '75000', 0.75],
      ['USDT', '25000', 0.25],
      ['DUST', null, 0],
    ]);
  });

  it('is valued in the chosen currency, exact, and in none that has no price', () => {
    expect(rows('exchange', 'BTC')).toEqual([
      ['Aurora', '1', 0.5],
      ['Tessera', '1', 0.5],
    ]);
  });

  it('says how much of an asset there is, and names what nobody can value', () => {
    const assets = allocation(held, prices, 'asset', 'USDT', titleOf);
    expect(assets.map(({ amount }) => amount)).toEqual(['1.5', '25000', '3']);
    expect(allocation(held, prices, 'exchange', 'USDT', titleOf).find(({ name }) => name === 'Tessera')?.unknown).toEqual(['DUST']);
  });
});
