import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accountTypes, instrumentId } from '../markets/instrument.ts';
import {
  type AccountKey,
  accountKeyOf,
  accountOfMarket,
  accountTrading,
  formatAccountKey,
  isSameAccount,
  parseAccountKey,
} from './account-key.ts';

const symbols = fc.stringMatching(/^[A-Z0-9][A-Z0-9_.-]{0,31}$/);
const keys: fc.Arbitrary<AccountKey> = fc
  .tuple(fc.integer({ min: 1, max: 2_147_483_647 }), fc.constantFrom(...accountTypes), symbols)
  .map(([apiId, accountType, symbol]) => accountTrading(apiId, { accountType, symbol }));

it('reads back every key that it writes', () => {
  fc.assert(fc.property(keys, (key) => void expect(parseAccountKey(formatAccountKey(key))).toEqual(key)));
});

it('gives different accounts different texts, and equal ones the same', () => {
  fc.assert(fc.property(keys, keys, (a, b) => void expect(formatAccountKey(a) === formatAccountKey(b)).toBe(isSameAccount(a, b))));
});

it('reads nothing that it would not write itself', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.tuple(fc.string(), fc.constantFrom(...accountTypes)).map((parts) => parts.join('/')),
    keys.map((key) => `${formatAccountKey(key)}/`),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const key = parseAccountKey(text);
      if (key !== null) expect(formatAccountKey(key)).toBe(text);
    }),
  );
});

it.each([
  '',
  '17',
  '17/',
  '017/spot',
  '0/spot',
  '-1/spot',
  '1.5/spot',
  '2147483648/spot',
  '17/cash',
  '17/isolated_margin',
  '17/spot/BTCUSDT',
  '17/isolated_margin/btc',
])('takes %j for no account', (text) => expect(parseAccountKey(text)).toBeNull());

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
