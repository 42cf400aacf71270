import { expect, it } from 'vitest';
import { isElsewhere } from './browser-windows.ts';

const right = { availWidth: 1_000, availHeight: 800, availLeft: 1_440, availTop: 0, isExtended: true };
const at = (x: number, y: number) => ({ x, y, width: 400, height: 300 });

it('knows a window by its middle to be on another screen', () => {
  expect([at(1_300, 0), at(1_440, 600), at(2_200, 0)].map((bounds) => isElsewhere(bounds, right))).toEqual([false, false, false]);
  expect([at(1_200, 0), at(2_300, 0), at(1_500, 700), at(1_500, -200)].map((bounds) => isElsewhere(bounds, right))).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

it('knows no other screen where there is one, or where the browser does not tell', () => {
  expect(isElsewhere(at(5_000, 0), { ...right, isExtended: false })).toBe(false);
  expect(isElsewhere(at(5_000, 0), { availWidth: 1_000, availHeight: 800 })).toBe(false);
});
