import { expect, it } from 'vitest';
import { FrameOrder } from './frame-order.ts';

it('gives frames in the order of their numbers, each once', () => {
  const order = new FrameOrder<string>();
  expect(order.take(1, 'a')).toEqual(['a']);
  expect(order.take(1, 'a')).toEqual([]);
  expect(order.take(3, 'c')).toEqual([]);
  expect(order.take(4, 'd')).toEqual([]);
  expect(order.hasGap).toBe(true);
  expect(order.take(2, 'b')).toEqual(['b', 'c', 'd']);
  expect(order.hasGap).toBe(false);
  expect(order.take(3, 'c')).toEqual([]);
});

it('knows that the very first frame is missing', () => {
  const order = new FrameOrder<string>();
  expect(order.take(2, 'b')).toEqual([]);
  expect(order.hasGap).toBe(true);
});
