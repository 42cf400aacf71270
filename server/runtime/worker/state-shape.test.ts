import { describe, expect, it } from 'vitest';
import { shapeChange, shapeOf } from './state-shape.ts';

const change = (before: unknown, after: unknown): string | null => shapeChange(shapeOf(before), shapeOf(after));

describe('the shape of a state', () => {
  it.each([
    [
      { a: 1, b: [] },
      { a: 2, b: [{ x: 1 }] },
    ],
    [{ paid: null }, { paid: 3 }],
    [[1, 2], [3]],
    ['x', 'y'],
  ])('is the same for %j and %j', (before, after) => expect(change(before, after)).toBeNull());

  it.each([
    [{ a: 1 }, { a: 1, b: 2 }, 'state.b is new'],
    [{ a: 1, b: 2 }, { a: 1 }, 'state.b is gone'],
    [{ a: 1 }, { a: '1' }, 'state.a was number and is string'],
    [{ a: { b: true } }, { a: { b: {} } }, 'state.a.b was boolean and is an object'],
    [[{ x: 1 }], [{ y: 1 }], 'state[].x is gone'],
    [[1], { 0: 1 }, 'state was a list and is an object'],
  ])('changes from %j to %j: %s', (before, after, words) => expect(change(before, after)).toBe(words));
});
