import { expect, it } from 'vitest';
import { previewBox, type StackPlace, stepTarget } from './drop-target.ts';

const place = (front: string, left: number, top: number, width: number, height: number): StackPlace => ({
  front,
  panels: [front],
  box: { left, top, width, height },
});
/** Chart over orders in the middle, depth on the right. */
const stacks = [place('chart', 0, 0, 600, 400), place('orders', 0, 404, 600, 200), place('depth', 604, 0, 300, 604)];

it('goes from the middle of a stack to its side, then into the neighbour', () => {
  const side = stepTarget(stacks, { front: 'chart', side: 'centre' }, 'right');
  expect(side).toEqual({ front: 'chart', side: 'right' });
  expect(stepTarget(stacks, side, 'right')).toEqual({ front: 'depth', side: 'centre' });
});

it('goes back to the middle by the opposite arrow, and around the corner by another', () => {
  const side = { front: 'chart', side: 'left' } as const;
  expect(stepTarget(stacks, side, 'right')).toEqual({ front: 'chart', side: 'centre' });
  expect(stepTarget(stacks, side, 'bottom')).toEqual({ front: 'chart', side: 'bottom' });
});

it('prefers the neighbour along most of the edge, and stays where there is none', () => {
  expect(stepTarget(stacks, { front: 'depth', side: 'left' }, 'left')).toEqual({ front: 'chart', side: 'centre' });
  expect(stepTarget(stacks, { front: 'depth', side: 'right' }, 'right')).toEqual({ front: 'depth', side: 'right' });
});

it('shows the half that the panel would take', () => {
  expect(previewBox({ left: 10, top: 0, width: 100, height: 50 }, 'right')).toEqual({ left: 60, top: 0, width: 50, height: 50 });
  expect(previewBox({ left: 10, top: 0, width: 100, height: 50 }, 'centre')).toEqual({ left: 10, top: 0, width: 100, height: 50 });
});
