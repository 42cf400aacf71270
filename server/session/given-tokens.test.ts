import { expect, it } from 'vitest';
import { GivenTokens, mostGivenTokens } from './given-tokens.ts';

it('knows what was given out last, and forgets the oldest when there are too many', () => {
  const given = new GivenTokens();
  for (let count = 0; count <= mostGivenTokens; count++) given.add(`token ${count}`);
  expect([given.has('token 0'), given.has('token 1'), given.has(`token ${mostGivenTokens}`)]).toEqual([false, true, true]);
  given.delete('token 1');
  expect(given.has('token 1')).toBe(false);
});
