import { expect, it } from 'vitest';
import type { ApiAccountView, BalanceView } from '../../core/contract/client-services.ts';
import { balanceRows, decimalsByAsset } from './balance-rows.ts';

const account = (api_id: number, name: string): ApiAccountView => ({
  api_id,
  name,
  exchange: 'aurora',
  permissions: ['spot'],
  create_time: 0,
  update_time: 0,
  may: ['see', 'report', 'reduce', 'trade', 'move'],
  locked_at_vip: null,
});
const balance = (api_id: number, asset: string, total: string): BalanceView => ({
  exchange: 'aurora',
  api_id,
  account_type: 'spot',
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
  const types = (['usdm', 'spot'] as const).map((account_type): BalanceView => ({ ...balance(1, 'USDT', '7'), account_type }));
  const isolated = ['ETHUSDT', 'BTCUSDT'].map(
    (symbol): BalanceView => ({ ...balance(1, 'USDT', '8'), account_type: 'isolated_margin', symbol }),
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
