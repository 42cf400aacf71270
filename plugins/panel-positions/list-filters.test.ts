import { expect, it } from 'vitest';
import type { ApiAccount } from '../../core/contract/client-services.ts';
import { filterFields, knownValues, matchesPosition } from './list-filters.ts';

const accounts = [
  { apiId: 7, exchange: 'tessera', name: 'Main' },
  { apiId: 8, exchange: 'tessera', name: 'Second' },
] as ApiAccount[];

it('offers the exchanges and accounts that are worked with, and the names that are there, each once', () => {
  const markets = { exchangeTitle: (exchange: string) => exchange.toUpperCase() };
  const fields = filterFields({ accounts, markets, field: 'asset', names: ['ETH', 'BTC', 'ETH'] }, (key) => key);
  expect(fields.map(({ id, options }) => [id, options.map(({ label }) => label)])).toEqual([
    ['exchange', ['TESSERA']],
    ['account', ['Main', 'Second']],
    ['asset', ['BTC', 'ETH']],
  ]);
});

it('forgets an account that is no longer worked with', () => {
  expect(knownValues({ account: '9', asset: 'BTC' }, accounts)).toEqual({ asset: 'BTC' });
  expect(knownValues({ account: '7' }, accounts)).toEqual({ account: '7' });
});

it('shows a position when everything that is chosen fits', () => {
  const position = { exchange: 'tessera', apiId: 7, asset: 'BTC' };
  expect(matchesPosition(position, { exchange: 'tessera', account: '7', asset: 'BTC' })).toBe(true);
  for (const values of [{ exchange: 'aurora' }, { account: '8' }, { asset: 'ETH' }]) expect(matchesPosition(position, values)).toBe(false);
});
