import { describe, expect, it } from 'vitest';
import type { Balance } from '../../../core/contract/trading.ts';
import { balancesAfter, balancesToTell } from './told-balances.ts';

const balance = (asset: string, total: string): Balance => ({ exchange: 'x', apiId: 1, accountType: 'spot', asset, total, held: '0' });
const [usdt, btc, more] = [balance('USDT', '1'), balance('BTC', '2'), balance('USDT', '3')];

describe('balances on their way to a thread', () => {
  it.each([
    ['are told whole at first', undefined, [usdt, btc], { all: [usdt, btc] }],
    ['are not told again', [usdt, btc], [usdt, btc], null],
    ['are told where they have changed', [usdt, btc], [more, btc], { changed: [[0, more]] }],
    ['are told whole when one has come', [usdt], [usdt, btc], { all: [usdt, btc] }],
  ])('%s', (_, before, now, told) => {
    expect(balancesToTell(before, now)).toEqual(told);
    expect(balancesAfter(before ?? [], balancesToTell(before, now))).toEqual(now);
  });
});
