import { expect, it } from 'vitest';
import type { AccountBalance, ApiAccount } from '../../core/contract/client-services.ts';
import { balanceRows, decimalsByAsset } from './balance-rows.ts';

const account = (apiId: number, name: string): ApiAccount => ({
  apiId,
  name,
  exchange: 'aurora',
  permissions: ['spot'],
  createdMs: 0,
  updatedMs: 0,
  may: ['see', 'report', 'reduce', 'trade', 'move'],
  lockedAtVip: null,
});
const balance = (apiId: number, asset: string, total: string): AccountBalance => ({
  exchange: 'aurora',
  apiId,
  accountType: 'spot',
  asset,
  total,
  held: '0',
  available: total,
});
const accounts = [account(1, 'Main'), account(2, 'Second')];
const balances = [balance(2, 'BTC', '0.5'), balance(1, 'USDT', '1000.25'), balance(1, 'BTC', '0.00')];

it('lists the selected accounts, by account and asset', () => {
  const rows = balanceRows(balances, accounts, [1, 2], false);
  expect(rows.map((row) => `${row.accountName} ${row.asset}`)).toEqual(['Main BTC', 'Main USDT', 'Second BTC']);
});

it('lists the same asset once for each account of an api account', () => {
  const types = (['usdm', 'spot'] as const).map((accountType): AccountBalance => ({ ...balance(1, 'USDT', '7'), accountType }));
  const isolated = ['ETHUSDT', 'BTCUSDT'].map(
    (symbol): AccountBalance => ({ ...balance(1, 'USDT', '8'), accountType: 'isolated_margin', symbol }),
  );
  const rows = balanceRows([...types, ...isolated], accounts, [1], true);
  expect(rows.map(({ key }) => key)).toEqual([
    '1/isolated_margin/BTCUSDT/USDT',
    '1/isolated_margin/ETHUSDT/USDT',
    '1/spot//USDT',
    '1/usdm//USDT',
  ]);
});

it('hides what holds nothing, and accounts that are not selected', () => {
  expect(balanceRows(balances, accounts, [1], true).map((row) => row.asset)).toEqual(['USDT']);
});

it('shows every digit of an asset in all of its rows', () => {
  const decimals = decimalsByAsset([balance(1, 'BTC', '0.12345678'), balance(2, 'BTC', '1')]);
  expect(decimals.get('BTC')).toBe(8);
});
