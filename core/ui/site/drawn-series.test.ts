import { describe, expect, it } from 'vitest';
import { averaged, bandPath, highest, linePath, walk } from './drawn-series.ts';

const box = { x: 0, y: 0, width: 100, height: 10 };

describe('the series of the pictures', () => {
  it('are the same at every build, fill what they may, and differ by their seed', () => {
    const drawn = walk({ seed: 7, steps: 50 });
    expect(walk({ seed: 7, steps: 50 })).toEqual(drawn);
    expect(walk({ seed: 8, steps: 50 })).not.toEqual(drawn);
    expect([drawn.length, Math.min(...drawn), Math.max(...drawn)]).toEqual([50, 0, 1]);
  });

  it('know their highest value so far and the mean of the last ones', () => {
    expect(highest([1, 3, 2, 4])).toEqual([1, 3, 3, 4]);
    expect(averaged([1, 3, 5], 2)).toEqual([1, 2, 4]);
  });

  it('become lines, and surfaces between two lines', () => {
    expect(linePath([0, 1, 0.5], box)).toBe('M0 10L50 0L100 5');
    expect(bandPath([1, 1], [0, 0], box)).toBe('M0 0L100 0L100 10L0 10Z');
  });
});
