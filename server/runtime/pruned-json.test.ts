import { expect, it } from 'vitest';
import { prunedJson } from './pruned-json.ts';

it('leaves JSON as it is that has no more values than may be', () => {
  const state = { closes: [1, 2], paid: null, tag: { on: true } };
  expect(prunedJson(state, 7)).toEqual({ value: state, cut: false });
});

it('keeps the beginning of what is too much and says that it cut', () => {
  const { value, cut } = prunedJson({ closes: Array.from({ length: 1_000_000 }, (_, at) => at), last: 1 }, 5);
  expect([value, cut]).toEqual([{ closes: [0, 1, 2] }, true]);
  const text = prunedJson('x'.repeat(2_000), 5);
  expect([String(text.value).length, text.cut]).toEqual([501, true]);
});
