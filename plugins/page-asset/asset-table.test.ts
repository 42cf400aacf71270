import { expect, it } from 'vitest';
import type { AllocationRow } from './allocation.ts';
import { assetTable } from './asset-table.ts';

it('has a line for each row with exact sums, and names what nobody can value', () => {
  const row: AllocationRow = { key: 'BTC', name: 'BTC', amount: '1.23456789', worth: '74074.0734', share: 0.5, unknown: [] };
  const lines = (rows: readonly AllocationRow[], by: string) => assetTable(rows, by, 'USDT').slice(1).split('\r\n');
  expect(lines([row, { ...row, key: 'X', name: 'X', amount: '2', worth: null, share: 0, unknown: ['X'] }], 'asset')).toEqual([
    'asset,amount,worth_USDT,share,no_price',
    'BTC,1.23456789,74074.0734,0.5,',
    'X,2,,0,X',
    '',
  ]);
  expect(lines([{ ...row, name: '=cmd' }], 'account')).toEqual(['account,worth_USDT,share,no_price', "'=cmd,74074.0734,0.5,", '']);
});
