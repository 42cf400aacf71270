import { expect, it } from 'vitest';
import type { AccountBalance, ApiAccount } from '../../core/contract/client-services.ts';
import { assetRows, type BalanceRow, decimalsByAsset, linesOf } from './balance-rows.ts';

const account = (apiId: number, name: string): ApiAccount => ({
  apiId,
  name,
  exchange: 'aurora',
  permissions: ['spot'],
  createdMs: 0,
  updatedMs: 0,
  own: true,
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
const balances = [balance(2, 'BTC', '0.5'), balance(1, 'USDT', '1000.25'), balance(1, 'BTC', '0.25')];
const told = (rows: readonly BalanceRow[]): readonly string[] =>
  rows.map((row) => `${row.asset} ${row.total}${row.kind === 'part' ? ` ${row.accountName}` : ` of ${row.parts.length}`}`);

it('sums an asset over the accounts that hold it; one that is held once is a single line', () => {
  expect(told(linesOf(assetRows(balances, accounts, [1, 2]), []))).toEqual(['BTC 0.75 of 2', 'USDT 1000.25 Main']);
});

it('opens an asset to its accounts', () => {
  expect(told(linesOf(assetRows(balances, accounts, [1, 2]), ['BTC']))).toEqual([
    'BTC 0.75 of 2',
    'BTC 0.25 Main',
    'BTC 0.5 Second',
    'USDT 1000.25 Main',
  ]);
});

it('leaves out accounts that are not selected', () => {
  expect(told(linesOf(assetRows(balances, accounts, [2]), []))).toEqual(['BTC 0.5 Second']);
});

it('keeps the accounts of one api account apart', () => {
  const types = (['usdm', 'spot'] as const).map((accountType): AccountBalance => ({ ...balance(1, 'USDT', '7'), accountType }));
  const isolated = ['ETHUSDT', 'BTCUSDT'].map(
    (symbol): AccountBalance => ({ ...balance(1, 'USDT', '8'), accountType: 'isolated_margin', symbol }),
  );
  const [usdt] = assetRows([...types, ...isolated], accounts, [1]);
  expect(usdt?.total).toBe('30');
  expect(usdt?.parts.map(({ key }) => key)).toEqual([
    '1/isolated_margin/BTCUSDT/USDT',
    '1/isolated_margin/ETHUSDT/USDT',
    '1/spot//USDT',
    '1/usdm//USDT',
  ]);
});

it('shows every digit of an asset in all of its rows', () => {
  const decimals = decimalsByAsset([balance(1, 'BTC', '0.12345678'), balance(2, 'BTC', '1')]);
  expect(decimals.get('BTC')).toBe(8);
});
