import { expect, it } from 'vitest';
import { freeOf, valueOfAmount, worthOf } from './account-worth.ts';

const account = {
  balances: [
    { accountType: 'spot', asset: 'USDT', total: '100.129', held: '40' },
    { accountType: 'spot', asset: 'BTC', total: '0.5', held: '0' },
    { accountType: 'spot', asset: 'ODD', total: '7', held: '0' },
  ] as const,
};
const prices = { USDT: '1', BTC: '60000.01' };

it('sums what assets are worth whose worth is known, to the cent', () => {
  expect(worthOf({ balances: [...account.balances] }, prices)).toBe('30100.12');
});

it('values an amount of either sign, and nothing that nobody knows', () => {
  expect(valueOfAmount('-0.5', 'BTC', prices)).toBe('30000.00');
  expect(valueOfAmount('1', 'ODD', prices)).toBeNull();
  expect(valueOfAmount('1.', 'BTC', prices)).toBeNull();
});

it('gives what is free of a wallet', () => {
  expect(freeOf({ balances: [...account.balances] }, 'spot', 'USDT')).toBe('60.129');
  expect(freeOf({ balances: [...account.balances] }, 'usdm', 'USDT')).toBe('0');
});
