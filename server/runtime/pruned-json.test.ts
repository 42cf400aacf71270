import { expect, it } from 'vitest';
import { JsonPruner } from './pruned-json.ts';

function prunedTo(mostCharacters: number, value: unknown) {
  const pruner = new JsonPruner(mostCharacters);
  return { value: pruner.pruned(value), cut: pruner.cut };
}

it('leaves JSON as it is that is not too large', () => {
  const state = { closes: [1, 2], paid: null, tag: { on: true }, '': 'x' };
  expect(prunedTo(1_000, state)).toEqual({ value: state, cut: false });
});

it('keeps the beginning of what is too much and says that it cut', () => {
  const { value, cut } = prunedTo(50, { closes: Array.from({ length: 1_000_000 }, (_, at) => at), last: 1 });
  expect([value, cut]).toEqual([{ closes: [0, 1, 2, 3] }, true]);
  const text = prunedTo(1_000, 'x'.repeat(2_000));
  expect([String(text.value).length, text.cut]).toEqual([501, true]);
});

/** So deep that the recursion of `JSON.stringify` would not come through. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { in: value };
  return value;
}

it.each<[string, unknown]>([
  ['a wide list', Array.from({ length: 300_000 }, (_, at) => at)],
  ['a wide object', Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`key-${at}`, { at }]))],
  ['huge texts', Array.from({ length: 1_000 }, () => 'x'.repeat(10_000))],
  ['huge keys', Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`${at}${'k'.repeat(10_000)}`, null]))],
  ['deep nesting', nested(200_000)],
  ['wide lists in wide lists', Array.from({ length: 1_000 }, () => Array.from({ length: 1_000 }, () => []))],
])('keeps %s within a size that can be sent', (_, value) => {
  const { value: kept, cut } = prunedTo(20_000, value);
  expect(cut).toBe(true);
  expect(JSON.stringify(kept).length).toBeLessThan(30_000);
});

it('shares its size among values, and keeps of what is no JSON nothing', () => {
  const pruner = new JsonPruner(500);
  expect(pruner.pruned({ fits: 'a'.repeat(400), no: () => 1, never: undefined, big: 1n })).toMatchObject({
    no: null,
    never: null,
    big: null,
  });
  expect([pruner.pruned(['b'.repeat(400)]), pruner.pruned('c'), pruner.cut]).toEqual([['b'.repeat(400)], null, true]);
});
