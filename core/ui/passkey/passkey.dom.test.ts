import { expect, it } from 'vitest';
import { failureOf, passkeyHindrance } from './passkey.ts';

const pageAt = (hostname: string, rest: object = { isSecureContext: true, PublicKeyCredential: class {} }): Window =>
  ({ location: { hostname }, ...rest }) as never;

it.each([
  ['trade.example', null],
  ['localhost', null],
  ['127.0.0.1', 'address'],
  ['[::1]', 'address'],
  ['10.example', null],
])('a page at %s has passkeys: hindered by %s', (hostname, hindrance) => {
  expect(passkeyHindrance(pageAt(hostname))).toBe(hindrance);
});

it('knows browsers and lines that have none', () => {
  expect(passkeyHindrance(pageAt('trade.example', { isSecureContext: true }))).toBe('unsupported');
  expect(passkeyHindrance(pageAt('trade.example', { isSecureContext: false, PublicKeyCredential: class {} }))).toBe('unsupported');
});

it('says why a browser made none', () => {
  const named = (name: string): Error => Object.assign(new Error('no'), { name });
  expect(
    ['NotAllowedError', 'AbortError', 'InvalidStateError', 'SecurityError', 'OtherError'].map((name) => failureOf(named(name))),
  ).toEqual(['cancelled', 'cancelled', 'known', 'address', 'failed']);
  expect(failureOf('nothing')).toBe('failed');
});
