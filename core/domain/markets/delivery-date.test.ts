import { expect, it } from 'vitest';
import { deliveryMs } from './delivery-date.ts';

const dayOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

it('delivers on the last Friday of a quarter at 08:00 UTC, the nearest first', () => {
  const now = Date.UTC(2026, 10, 20);
  expect(dayOf(deliveryMs('current_quarter', now))).toBe('2026-12-25T08:00:00.000Z');
  expect(dayOf(deliveryMs('next_quarter', now))).toBe('2027-03-26T08:00:00.000Z');
});

it('makes the next quarter the current one in the moment of delivery', () => {
  const delivery = Date.UTC(2026, 11, 25, 8);
  expect(dayOf(deliveryMs('current_quarter', delivery - 1))).toBe('2026-12-25T08:00:00.000Z');
  expect(dayOf(deliveryMs('current_quarter', delivery))).toBe('2027-03-26T08:00:00.000Z');
  expect(dayOf(deliveryMs('next_quarter', delivery))).toBe('2027-06-25T08:00:00.000Z');
});

it('never delivers what has no date', () => {
  expect([deliveryMs('none', 0), deliveryMs('perpetual', 0)]).toEqual([null, null]);
});
