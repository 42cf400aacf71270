import { expect, it } from 'vitest';
import type { NewInstanceEvent } from '../../../store/strategies/instance-store.ts';
import { instanceEvent } from '../history/instance-log.ts';
import { mostRefusalsInARow, RefusalWatch } from './refusal-watch.ts';

const denied = (count: number, code = 'ORDER_PRICE_TICK'): readonly NewInstanceEvent[] =>
  Array.from({ length: count }, () => instanceEvent('denied', 0, { code }));
const accepted = instanceEvent('accepted', 0, {});
const half = mostRefusalsInARow / 2;

it('gives a reason once an instance has only been refused, and says what the last one was', () => {
  const watch = new RefusalWatch();
  expect(watch.problem(denied(half), 0)).toBeNull();
  expect(watch.problem(denied(half), 59_000)).toBe(
    `it only produces refusals: ${mostRefusalsInARow} within a minute and no order accepted, the last ORDER_PRICE_TICK`,
  );
});

it('lets an instance go on whose orders are accepted now and then, or that is refused seldom', () => {
  const watch = new RefusalWatch();
  for (let second = 0; second < 50; second++) expect(watch.problem([accepted, ...denied(half)], second * 1_000)).toBeNull();
  const seldom = new RefusalWatch();
  for (let minute = 0; minute < 50; minute++) expect(seldom.problem(denied(half), minute * 60_000)).toBeNull();
});

it('lets an instance wait for the end of what it is held to for a while', () => {
  const watch = new RefusalWatch();
  for (const code of ['LIMIT_HALTED', 'LIMIT_DAILY_LOSS', 'VENUE_UNAVAILABLE']) expect(watch.problem(denied(5_000, code), 0)).toBeNull();
});
