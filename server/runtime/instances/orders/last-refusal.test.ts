import { expect, it } from 'vitest';
import { lastRefusal } from './last-refusal.ts';

const tooMuch = { code: 'LIMIT_POSITION', params: { limit: '1' } } as const;
const accepted = { type: 'accepted' } as const;

it('an instance whose order was refused says why until one is accepted again', () => {
  const refused = lastRefusal(null, [], [{ tag: 'bid-1', ...tooMuch }], 1_000);
  expect(refused).toEqual({ ...tooMuch, timeMs: 1_000 });
  expect(lastRefusal(refused, [{ type: 'filled' }, { type: 'canceled' }], [], 90_000)).toEqual(refused);
  expect(lastRefusal(refused, [accepted], [], 61_000)).toBeNull();
});

it('one side that is refused again and again is told without a gap, whatever is accepted of the other', () => {
  let refused = lastRefusal(null, [], [{ tag: 'ask-1', ...tooMuch }], 0);
  for (let nowMs = 10_000; nowMs <= 300_000; nowMs += 10_000) {
    refused = lastRefusal(refused, [accepted], [], nowMs);
    expect(refused).toMatchObject(tooMuch);
    if (nowMs % 30_000 === 0) refused = lastRefusal(refused, [], [{ tag: 'ask-1', ...tooMuch }], nowMs);
  }
  expect(lastRefusal(refused, [accepted], [], 360_000)).toBeNull();
});

it('a refusal outweighs what was accepted in the same step, and one of a change or a cancel is none of orders', () => {
  expect(lastRefusal(null, [accepted], [{ tag: 'bid-1', ...tooMuch }], 1)).toEqual({ ...tooMuch, timeMs: 1 });
  expect(lastRefusal(null, [], [{ tag: 'bid-1', action: 'amend', ...tooMuch }], 1)).toBeNull();
});
