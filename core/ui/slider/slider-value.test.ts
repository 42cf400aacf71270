import { expect, it } from 'vitest';
import { valueAfterKey, valueAt } from './slider-value.ts';

const percent = { min: 0, max: 100, step: 1 };
const quarters = [0, 25, 50, 75, 100];

it('takes the nearest step, and a mark that is near', () => {
  expect(valueAt(0.333, percent)).toBe(33);
  expect(valueAt(0.265, percent, quarters)).toBe(25);
  expect(valueAt(0.28, percent, quarters)).toBe(28);
  expect(valueAt(1.4, percent)).toBe(100);
  expect(valueAt(0.31, { min: 0, max: 1, step: 0.1 })).toBe(0.3);
});

it('goes by one with an arrow, by ten with Shift, and never past an end', () => {
  const moves = [
    [40, 'ArrowRight', false, 41],
    [40, 'ArrowDown', true, 30],
    [95, 'ArrowUp', true, 100],
    [5, 'PageDown', false, 0],
    [40, 'Home', false, 0],
    [40, 'End', false, 100],
    [40, 'a', false, null],
  ] as const;
  for (const [value, key, shift, to] of moves) expect([key, valueAfterKey(value, key, shift, percent)]).toEqual([key, to]);
});
