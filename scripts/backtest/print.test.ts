import { expect, it } from 'vitest';
import { notesByKey } from './print.ts';

it('counts the notes of a run by what they say, so that a refusal does not hide behind the last of them', () => {
  const lost = { timeMs: 1, key: 'note.lost', params: { reason: 'ORDER_BALANCE' } };
  const left = { timeMs: 3, key: 'note.left', params: { qty: '0.05' } };
  expect(notesByKey([lost, { ...lost, timeMs: 2 }, left])).toEqual([
    ['', '2 × note.lost, reason ORDER_BALANCE'],
    ['', '1 × note.left, qty 0.05'],
  ]);
});
