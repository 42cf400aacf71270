import { expect, it } from 'vitest';
import { lastRefusal } from './last-refusal.ts';

const tooMuch = { code: 'LIMIT_POSITION', params: { limit: '1' } } as const;
const accepted = { type: 'accepted' } as const;

it('an instance whose order was refused says why until one is accepted again', () => {
  const refused = lastRefusal(null, [], [{ tag: 'bid-1', ...tooMuch }]);
  expect(refused).toEqual(tooMuch);
  expect(lastRefusal(refused, [{ type: 'filled' }, { type: 'canceled' }], [])).toEqual(tooMuch);
  expect(lastRefusal(refused, [accepted], [])).toBeNull();
});

it('a refusal outweighs what was accepted in the same step, and one of a change or a cancel is none of orders', () => {
  expect(lastRefusal(null, [accepted], [{ tag: 'bid-1', ...tooMuch }])).toEqual(tooMuch);
  expect(lastRefusal(null, [], [{ tag: 'bid-1', action: 'amend', ...tooMuch }])).toBeNull();
});
