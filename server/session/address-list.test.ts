import { expect, it } from 'vitest';
import { addressList, isAddressOrRange } from './address-list.ts';

it.each([
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '203.0.113.8', false],
  ['203.0.113.0/24', '203.0.113.255', true],
  ['203.0.113.9/24', '203.0.113.1', true],
  ['203.0.113.0/24', '203.0.114.1', false],
  ['0.0.0.0/0', '198.51.100.1', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['2001:db8::/32', '2001:db8:ffff::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['2001:DB8::1', '2001:db8:0:0:0:0:0:1', true],
  ['127.0.0.1', 'no address', false],
])('a list of %s asked for %s says %s', (entry, ip, isIn) => {
  expect(addressList([entry])(ip)).toBe(isIn);
});

it('holds every address while it is empty', () => {
  expect(addressList([])('2001:db8::1')).toBe(true);
});

it.each([
  '',
  'x',
  '1.2.3',
  '1.2.3.4/33',
  '1.2.3.4/',
  '1.2.3.4/01',
  '1.2.3.4/8/8',
  '::1/129',
  'fe80::1%eth0',
  '1.2.3.4 ',
  'localhost',
])('takes %j for no address', (text) => {
  expect(isAddressOrRange(text)).toBe(false);
});
