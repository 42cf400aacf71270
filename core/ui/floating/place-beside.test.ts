import { expect, it } from 'vitest';
import { placeBeside } from './place-beside.ts';

const view = { width: 390, height: 844 };
const button = { left: 20, top: 100, width: 120, height: 40 };

it('lies under what opened it, at its left edge', () => {
  expect(placeBeside(button, { width: 160, height: 200 }, view)).toMatchObject({ left: 20, top: 142 });
});

it('opens upwards where there is no room below and more above', () => {
  expect(placeBeside({ ...button, top: 780 }, { width: 160, height: 200 }, view)).toMatchObject({ top: 578 });
});

it('is cut to the larger room where neither has enough', () => {
  const low = placeBeside({ ...button, top: 60 }, { width: 160, height: 200 }, { width: 390, height: 260 });
  expect(low).toMatchObject({ top: 102, maxHeight: 152 });
});

it('stays within the window to the sides', () => {
  expect(placeBeside({ ...button, left: 300 }, { width: 160, height: 200 }, view).left).toBe(224);
  expect(placeBeside({ ...button, left: -30 }, { width: 160, height: 200 }, view).left).toBe(6);
});
