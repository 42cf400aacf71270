import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accountTypes, instrumentId } from '../markets/instrument.ts';
import { type AccountKey, accountKeyOf, accountOfMarket, accountTrading, formatAccountKey, isSameAccount } from './account-key.ts';

const symbols = fc.stringMatching(/^[A-Z0-9][A-Z0-9_.-]{0,31}$/);
const keys: fc.Arbitrary<AccountKey> = fc
  .tuple(fc.integer({ min: 1, max: 2_147_483_647 }), fc.constantFrom(...accountTypes), symbols)
  .map(([apiId, accountType, symbol]) => accountTrading(apiId, { accountType, symbol }));

it('gives different accounts different texts, and equal ones the same', () => {
  fc.assert(fc.property(keys, keys, (a, b) => void expect(formatAccountKey(a) === formatAccountKey(b)).toBe(isSameAccount(a, b))));
});

it('trades each market in the account of its type, and an isolated one in that of the market', () => {
  fc.assert(
    fc.property(keys, symbols, (key, symbol) => {
      const id = instrumentId({ exchange: 'tessera', accountType: key.accountType, symbol: key.symbol ?? symbol });
      expect(accountOfMarket(key.apiId, id)).toEqual(key);
    }),
  );
});

it('needs a symbol for isolated margin and for nothing else', () => {
  expect(accountKeyOf(1, 'isolated_margin')).toBeNull();
  expect(accountKeyOf(1, 'usdm', 'BTCUSDT')).toBeNull();
  expect(accountKeyOf(1, 'isolated_margin', 'BTCUSDT')).toEqual({ apiId: 1, accountType: 'isolated_margin', symbol: 'BTCUSDT' });
});
