import { expect, it } from 'vitest';
import { admissionPath, admissionTokenIn, admissionTokenPattern } from './admission.ts';

it('leads by what no server is sent, and finds it again', () => {
  const token = `${'A_b-'.repeat(10)}xyz`;
  const address = new URL(admissionPath(token), 'https://trade.example');
  expect([address.pathname, address.search, admissionTokenIn(address.hash)]).toEqual(['/register', '', token]);
  expect(new RegExp(admissionTokenPattern).test(token)).toBe(true);
  expect(['', '#', '#other=1', '#invitation='].map(admissionTokenIn)).toEqual([null, null, null, '']);
});
