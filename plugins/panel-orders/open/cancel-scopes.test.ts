import { expect, it } from 'vitest';
import type { ApiAccount, Order } from '../../../core/contract/client-services.ts';
import { cancelScopes } from './cancel-scopes.ts';

const account = (apiId: number, exchange: string) => ({ apiId, exchange, name: `${exchange} ${apiId}` }) as ApiAccount;
const order = (apiId: number, instrumentId: string) => ({ apiId, instrumentId }) as Order;
const accounts = [account(1, 'aurora'), account(2, 'aurora'), account(3, 'tessera')];
const orders = [
  order(1, 'aurora/BTCUSDT/spot'),
  order(2, 'aurora/BTCUSDT/spot'),
  order(2, 'aurora/ETHUSDT/spot'),
  order(3, 'tessera/BTCUSDT/spot'),
];

it('offers the market, its exchange, each account and everything, with the number of open orders', () => {
  const scopes = cancelScopes(orders, accounts, 'aurora/BTCUSDT/spot');
  expect(scopes.map(({ kind, name, count }) => [kind, name, count])).toEqual([
    ['market', 'BTCUSDT', 2],
    ['exchange', 'aurora', 3],
    ['account', 'aurora 1', 1],
    ['account', 'aurora 2', 2],
    ['account', 'tessera 3', 1],
    ['everything', '', 4],
  ]);
  expect(new Set(scopes.map(({ id }) => id)).size).toBe(scopes.length);
});

it('leaves out what has no open orders, and the market when the panel has none', () => {
  expect(cancelScopes(orders.slice(3), accounts, 'aurora/BTCUSDT/spot').map(({ kind }) => kind)).toEqual(['account', 'everything']);
  expect(cancelScopes(orders, [account(3, 'tessera')], null).map(({ kind, count }) => [kind, count])).toEqual([['everything', 1]]);
  expect(cancelScopes([], accounts, 'aurora/BTCUSDT/spot')).toEqual([]);
});
