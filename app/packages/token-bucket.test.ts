import { expect, it } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

it('gives so many at once, and then so many a second', () => {
  let nowMs = 0;
  const bucket = new TokenBucket(3, 2, () => nowMs);
  const taken = () => Array.from({ length: 5 }, () => bucket.take()).filter(Boolean).length;
  expect(taken()).toBe(3);
  nowMs = 1_000;
  expect(taken()).toBe(2);
  nowMs = 60_000;
  expect(taken()).toBe(3);
});

it('takes nothing away when the clock of the day is put back', () => {
  let nowMs = 7_200_000;
  const bucket = new TokenBucket(3, 2, () => nowMs);
  bucket.take();
  nowMs = 0;
  expect(bucket.take()).toBe(true);
  nowMs = 1_000;
  expect(bucket.take()).toBe(true);
});
