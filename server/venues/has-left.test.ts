import { expect, it } from 'vitest';
import { hasLeft } from './has-left.ts';

const failed = (code: string, syscall: string): Error => Object.assign(new Error(code), { code, syscall });

it.each([
  ['ECONNREFUSED', 'connect'],
  ['ENETUNREACH', 'connect'],
  ['ENOTFOUND', 'getaddrinfo'],
])('knows that a request has not left when %s comes of %s', (code, syscall) => {
  expect(hasLeft(failed(code, syscall))).toBe(false);
});

it.each([
  ['EHOSTUNREACH', 'read'],
  ['ENETUNREACH', 'write'],
  ['ECONNRESET', 'read'],
])('takes a request for sent when %s comes of %s, on a line that stood', (code, syscall) => {
  expect(hasLeft(failed(code, syscall))).toBe(true);
});

it('takes a request for sent when it is not known what became of it', () => {
  expect([hasLeft(new Error('late')), hasLeft(null), hasLeft('gone')]).toEqual([true, true, true]);
});

it('asks every try of a name with several addresses', () => {
  const refused = failed('ECONNREFUSED', 'connect');
  expect(hasLeft(new AggregateError([refused, refused]))).toBe(false);
  expect(hasLeft(new AggregateError([refused, failed('ECONNRESET', 'read')]))).toBe(true);
});
