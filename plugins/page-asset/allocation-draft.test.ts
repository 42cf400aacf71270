import { expect, it } from 'vitest';
import type { Exchange } from '../../core/contract/client-services.ts';
import type { HeldAccount } from './allocation.ts';
import { amountProblem, byOffer, movableIn, siblingsOf, sourcesOf } from './allocation-draft.ts';

const account = (apiId: number, user_id: string, exchange: string, balances: readonly object[] = []) =>
  ({ apiId, user_id, exchange, balances }) as unknown as HeldAccount;
const usdt = { accountType: 'spot', asset: 'USDT', total: '10', held: '4' };
const accounts = [
  account(1, 'ann', 'tessera', [usdt, { ...usdt, asset: 'BTC', held: '10' }, { ...usdt, accountType: 'isolated_margin' }]),
  account(2, 'ann', 'tessera'),
  account(3, 'ann', 'aurora', [usdt]),
  account(4, 'bob', 'tessera', [usdt]),
];

it('goes to the accounts of the same owner at the same exchange, from where something is free', () => {
  expect(siblingsOf(accounts, accounts[0] as HeldAccount).map(({ apiId }) => apiId)).toEqual([2]);
  expect(sourcesOf(accounts).map(({ apiId }) => apiId)).toEqual([1]);
});

it('is offered where an exchange moves money between accounts, and says which others do not', () => {
  const twice = [...accounts, account(5, 'ann', 'aurora'), account(6, 'bob', 'far', [usdt]), account(7, 'ann', 'aurora', [usdt])];
  const exchange = (id: string) => ({ transfers: id === 'tessera', accountTransfers: true }) as Exchange;
  const { offered, notOffered } = byOffer(twice, exchange);
  expect([offered.map(({ apiId }) => apiId), notOffered]).toEqual([[1, 2, 4], ['aurora']]);
  expect(byOffer(twice, () => null).offered).toEqual([]);
});

it('is what is free, without that of isolated margin', () => {
  expect(movableIn(accounts[0] as HeldAccount)).toEqual([{ accountType: 'spot', asset: 'USDT', free: '6' }]);
});

it.each([
  ['', 'amount'],
  ['0', 'amount'],
  ['-1', 'amount'],
  ['6.00000001', 'tooMuch'],
  ['6', null],
])('of %j is %s', (amount, problem) => {
  expect(amountProblem(amount, { free: '6' })).toBe(problem);
});
