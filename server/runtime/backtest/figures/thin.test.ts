import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EquityFigures } from './equity-figures.ts';
import { evenly, thinnedByTime, thinnedIndexes } from './thin.ts';

describe('a thinned line', () => {
  it('keeps its ends, its peak and its deepest point, and is no longer than asked for', () => {
    const values = fc.array(fc.double({ min: 1, max: 1_000, noNaN: true }), { minLength: 2, maxLength: 800 });
    fc.assert(
      fc.property(values, fc.integer({ min: 6, max: 300 }), (line, most) => {
        const kept = thinnedIndexes(line, most);
        expect(kept.length).toBeLessThanOrEqual(Math.max(most, 2));
        expect([kept[0], kept.at(-1)]).toEqual([0, line.length - 1]);
        const shown = kept.map((at) => line[at] as number);
        expect([Math.min(...shown), Math.max(...shown)]).toEqual([Math.min(...line), Math.max(...line)]);
      }),
    );
  });

  it('falls as deep as the whole line', () => {
    const line = Array.from({ length: 5_000 }, (_, at) => 1_000 + 300 * Math.sin(at / 400) + 20 * Math.sin(at / 7));
    const fallOf = (values: readonly number[]): number => {
      const figures = new EquityFigures(0, values[0] as number);
      for (const [at, value] of values.entries()) figures.add(at, value);
      return figures.maxDrawdown;
    };
    expect(fallOf(thinnedIndexes(line, 200).map((at) => line[at] as number))).toBeCloseTo(fallOf(line), 12);
  });

  it('is the line itself when it is short', () => {
    expect(thinnedIndexes([3, 1, 2], 6)).toEqual([0, 1, 2]);
  });
});

it('spreads items evenly from the first to the last', () => {
  const items = Array.from({ length: 1_001 }, (_, at) => at);
  expect(evenly(items, 5)).toEqual([0, 250, 500, 750, 1_000]);
  expect(evenly([1, 2], 5)).toEqual([1, 2]);
});

it('thins a line that grows without end to the same fineness all along, peaks kept', () => {
  let points: readonly (readonly [number, number])[] = [];
  for (let at = 0; at < 40_000; at++) {
    points = [...points, [at, at === 50 ? 1_000 : at % 7]];
    if (points.length >= 4_000) points = thinnedByTime(points, 900).map((index) => points[index] as readonly [number, number]);
  }
  const kept = thinnedByTime(points, 900).map((index) => points[index] as readonly [number, number]);
  expect(kept.length).toBeLessThanOrEqual(900);
  expect(kept.find(([time]) => time === 50)).toEqual([50, 1_000]);
  expect(kept[0]?.[1]).toBe(0);
  expect(kept.at(-1)).toEqual([39_999, 39_999 % 7]);
  const inTenth = (tenth: number): number => kept.filter(([time]) => Math.floor(time / 4_000) === tenth).length;
  for (let tenth = 0; tenth < 10; tenth++) expect(inTenth(tenth)).toBeGreaterThan(50);
});
