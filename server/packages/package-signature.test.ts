import { expect, it } from 'vitest';
import { isSigned, makeKey, publicKeyOf, signPackage } from './package-signature.ts';

const hash = 'ab'.repeat(32);

it('knows what the holder of a key has signed, and nothing else', () => {
  const { secret, publicKey } = makeKey();
  const signature = signPackage(hash, secret);
  if (signature === null) throw new Error('not signed');
  expect(signature.public_key).toBe(publicKey);
  expect(isSigned(hash, signature)).toBe(true);
  expect(isSigned('cd'.repeat(32), signature)).toBe(false);
  expect(isSigned(hash, { ...signature, public_key: makeKey().publicKey })).toBe(false);
  expect(isSigned(hash, { ...signature, value: `A${signature.value.slice(1)}` })).toBe(signature.value.startsWith('A'));
});

it('takes no other text for a key', () => {
  expect(signPackage(hash, 'secret')).toBeNull();
  expect(signPackage(hash, '')).toBeNull();
  for (const text of ['', 'AAAA', 'x'.repeat(43), `${'A'.repeat(42)}B=`]) expect(publicKeyOf(text)).toBeNull();
});
