import { expect, it } from 'vitest';
import { accountRecord, btcusdt } from '../../../trading/trading-fixture.ts';
import { accountWithoutMarket } from './account-without-market.ts';

const records = [
  accountRecord(1, 'ann'),
  accountRecord(2, 'ann', { exchange: 'aurora' }),
  accountRecord(3, 'ann', { permissions: ['futures'] }),
];
const sources = {
  account: (apiId: number) => records.find((record) => record.apiId === apiId) ?? null,
  markets: { instrument: (id: string) => (id === btcusdt.id ? btcusdt : null) },
};
const params = { market: btcusdt.id };

it('finds the account of which no order could ever pass: another exchange, or without the permission', () => {
  expect(accountWithoutMarket(params, [1], sources)).toBeNull();
  expect(accountWithoutMarket(params, [1, 2], sources)).toBe(2);
  expect(accountWithoutMarket(params, [3], sources)).toBe(3);
});

it('has nothing against params that name no market', () => {
  expect(accountWithoutMarket({}, [2], sources)).toBeNull();
});
