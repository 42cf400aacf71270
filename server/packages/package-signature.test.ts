import { createPublicKey, verify } from 'node:crypto';
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

/** The eight points of small order, and what else decoders take for one of them. */
const weakKeys = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  '0100000000000000000000000000000000000000000000000000000000000080',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
];

it.each(weakKeys)('takes no point of small order for a key: %s', (hex) => {
  const text = Buffer.from(hex, 'hex').toString('base64');
  expect(publicKeyOf(text)).toBeNull();
});

it('takes a signature that anybody can make for none, which the verifier below it does not', () => {
  const weak = Buffer.from(weakKeys[0] ?? '', 'hex');
  const value = Buffer.concat([weak, Buffer.alloc(32)]);
  const key = createPublicKey({ key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), weak]), format: 'der', type: 'spki' });
  expect(verify(null, Buffer.from('any text at all'), key, value)).toBe(true);
  expect(isSigned(hash, { public_key: weak.toString('base64'), value: value.toString('base64') })).toBe(false);
});

it('takes no point for a key that is not on the curve, and every key that is made', () => {
  const beside = Buffer.alloc(32);
  beside[0] = 2;
  expect(publicKeyOf(beside.toString('base64'))).toBeNull();
  for (let made = 0; made < 50; made++) expect(publicKeyOf(makeKey().publicKey)).not.toBeNull();
});
