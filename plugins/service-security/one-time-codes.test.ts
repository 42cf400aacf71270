import { expect, it } from 'vitest';
import { freshSecret, keyUri, stepOf } from './one-time-codes.ts';

/** `12345678901234567890` of RFC 6238, whose codes of eight digits end in these six. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('takes the code of the standard at second %i', (second, code) => {
  expect(stepOf(secret, code, second * 1000)).toBe(Math.floor(second / 30));
});

it('takes a code one step early or late, names the step it is of, and none further away', () => {
  const code = '287082';
  const at = (second: number) => stepOf(secret, code, second * 1000);
  expect([at(29), at(0), at(30), at(89), at(90)]).toEqual([1, 1, 1, 1, null]);
});

it('reads what people type, and no text that is no code', () => {
  expect(stepOf(secret, ' 287 082 ', 59_000)).toBe(1);
  for (const typed of ['', '28708', '2870822', '28708x', '２８７０８２', '-28708'])
    expect([typed, stepOf(secret, typed, 59_000)]).toEqual([typed, null]);
});

it('makes secrets of 160 bits, each another, and an address that authenticators read', () => {
  const [one, other] = [freshSecret(), freshSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(other);
  const uri = new URL(keyUri(one, 'Harbour & Co', 'ann'));
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual(['otpauth:', 'totp', '/Harbour & Co:ann']);
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret: one,
    issuer: 'Harbour & Co',
    digits: '6',
    period: '30',
    algorithm: 'SHA1',
  });
});
