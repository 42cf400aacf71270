import { expect, it } from 'vitest';
import { TapePlaces } from './tape-places.ts';

it('keeps the element of a row while most rows stay, also when it moves', () => {
  const places = new TapePlaces();
  const [a, b, c] = places.of(['a', 'b', 'c'], false);
  const [fresh, ...kept] = places.of(['d', 'a', 'b'], false);
  expect(kept).toEqual([a, b]);
  expect([a, b, c]).not.toContain(fresh);
});

it('writes new rows into the elements that are there when most rows are new', () => {
  const places = new TapePlaces();
  const before = places.of(['a', 'b', 'c'], false);
  const after = places.of(['d', 'e', 'f', 'g'], false);
  expect(after.slice(0, 3)).toEqual(before);
  expect(new Set(after).size).toBe(4);
});

it('makes no row another one under the pointer', () => {
  const places = new TapePlaces();
  const before = places.of(['a', 'b', 'c'], false);
  const after = places.of(['d', 'e', 'f'], true);
  expect(after.filter((place) => before.includes(place))).toEqual([]);
});
