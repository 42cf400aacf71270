import { expect, it } from 'vitest';
import { type Bucket, bucketQuantile, quantileOf, rateOf } from './rates.ts';

it('tells how many came a second since the look before, and nothing at the first look', async () => {
  let [count, atMs] = [100, 0];
  const rate = rateOf(
    () => count,
    () => atMs,
  );
  expect(await rate()).toBeNull();
  [count, atMs] = [150, 10_000];
  expect(await rate()).toBe(5);
  expect(await rate()).toBeNull();
});

it('reads a share out of buckets, between whose bounds all is as likely', () => {
  const buckets: readonly Bucket[] = [
    [0.1, 50],
    [0.2, 90],
    [1, 100],
    [Number.POSITIVE_INFINITY, 100],
  ];
  expect([0.25, 0.5, 0.7, 0.95].map((share) => bucketQuantile(buckets, share))).toEqual([
    0.05,
    0.1,
    expect.closeTo(0.15),
    expect.closeTo(0.6),
  ]);
  expect(
    bucketQuantile(
      [
        [0.1, 0],
        [Number.POSITIVE_INFINITY, 10],
      ],
      0.5,
    ),
  ).toBe(0.1);
  expect([bucketQuantile([], 0.5), bucketQuantile([[1, 0]], 0.5)]).toEqual([null, null]);
});

it('counts what came since the look before alone', async () => {
  let now: readonly Bucket[] = [
    [0.1, 1_000],
    [1, 1_000],
  ];
  const p99 = quantileOf(async () => now, 0.99);
  expect(await p99()).toBeNull();
  now = [
    [0.1, 1_000],
    [1, 1_100],
  ];
  expect(await p99()).toBeCloseTo(0.991);
  expect(await p99()).toBeNull();
});
