import { expect, it } from 'vitest';
import { csvOf } from './history-csv.ts';
import { withGaps } from './history-picture.ts';

const point = (at: number, mean = 1) => ({ at, mean, most: 2 * mean });

it('draws no line over a time in which the server did not run, and one over the minutes of a server before', () => {
  const points = [0, 60_000, 120_000, 130_000, 140_000, 600_000, 610_000].map((at) => point(at));
  expect(withGaps(points, 10_000, ({ mean }) => mean)).toEqual([
    ...[0, 60_000, 120_000, 130_000, 140_000].map((at) => [at, 1]),
    [150_000, null],
    [600_000, 1],
    [610_000, 1],
  ]);
  expect(withGaps([], 10_000, ({ most }) => most)).toEqual([]);
});

it('writes points as they were measured, in UTC', () => {
  expect(csvOf({ points: [point(0, 0.25), point(10_000, 3)] })).toBe(
    'time,mean,most\r\n1970-01-01T00:00:00.000Z,0.25,0.5\r\n1970-01-01T00:00:10.000Z,3,6\r\n',
  );
});
