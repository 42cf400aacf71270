import { expect, it } from 'vitest';
import { diskCheck } from './disk-check.ts';
import { fullAt } from './disk-trend.ts';

const hourMs = 60 * 60_000;
const gigabyte = 1024 ** 3;
const points = (hours: number, freeAt: (hour: number) => number) =>
  Array.from({ length: hours * 2 + 1 }, (_, at) => ({ atMs: (at * hourMs) / 2, mean: freeAt(at / 2), most: 0 }));

it('says when the disk is full at the pace of the day, whatever comes and goes by the way', () => {
  // A gigabyte an hour, with some megabytes of ripple; 76 of 100 are left after a day, of which one must stay.
  const full = fullAt(
    points(24, (hour) => (100 - hour) * gigabyte + (hour % 1 === 0 ? 1 : -1) * 1024 ** 2),
    gigabyte,
  );
  expect((full ?? 0) / hourMs).toBeCloseTo(24 + 75, 0);
});

it('says nothing while the disk gains room, stays as it is, or was not watched for long', () => {
  expect(
    fullAt(
      points(24, (hour) => (10 + hour) * gigabyte),
      gigabyte,
    ),
  ).toBeNull();
  expect(
    fullAt(
      points(24, () => gigabyte),
      0,
    ),
  ).toBeNull();
  expect(
    fullAt(
      points(5, (hour) => (100 - hour) * gigabyte),
      gigabyte,
    ),
  ).toBeNull();
  expect(fullAt([], 0)).toBeNull();
  // A megabyte an hour: in years.
  expect(
    fullAt(
      points(24, (hour) => 100 * gigabyte - hour * 1024 ** 2),
      gigabyte,
    ),
  ).toBeNull();
});

it('warns three days before', async () => {
  const finding = (fullMs: number | null) => diskCheck(() => fullMs, { nowMs: () => 0 }).read();
  expect([await finding(null), await finding(80 * hourMs)]).toEqual(Array(2).fill({ state: 'ok', detail: null }));
  expect(await finding(48 * hourMs)).toMatchObject({ state: 'warn', detail: { en: 'At the pace of the last day it is full in 48 h.' } });
  expect(await finding(-5)).toMatchObject({ state: 'warn', detail: { en: 'At the pace of the last day it is full in 1 h.' } });
});
