import { describe, expect, it } from 'vitest';
import { formatAxis } from './format-axis.ts';

describe('the ticks of an axis', () => {
  it.each([
    [
      [0, 30, 60, 90, 120, 150],
      ['0', '30', '60', '90', '120', '150'],
    ],
    [
      [400, 800, 1200],
      ['0.4K', '0.8K', '1.2K'],
    ],
    [
      [0, 0.1, 0.2, 0.1 + 0.2],
      ['0.0', '0.1', '0.2', '0.3'],
    ],
    [
      [-0.5, 0, 0.5],
      ['−0.5', '0.0', '0.5'],
    ],
    [
      [0, 2_500_000],
      ['0.0M', '2.5M'],
    ],
    [[], []],
  ])('%j share their unit and their decimals', (values, shown) => {
    expect(formatAxis(values)).toEqual(shown);
  });
});
