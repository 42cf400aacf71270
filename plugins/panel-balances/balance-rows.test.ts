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

it('hides what holds nothing, and accounts that are not selected', () => {
  expect(balanceRows(balances, accounts, [1], true).map((row) => row.asset)).toEqual(['USDT']);
});

it('shows every digit of an asset in all of its rows', () => {
  const decimals = decimalsByAsset([balance(1, 'BTC', '0.12345678'), balance(2, 'BTC', '1')]);
  expect(decimals.get('BTC')).toBe(8);
});
