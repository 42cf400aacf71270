import { expect, it } from 'vitest';
import { FakeStream } from '../testing/fake-stream.ts';
import { FakeTimers } from '../testing/fake-timers.ts';
import { followNews } from './follow-news.ts';

const timers = new FakeTimers();

function reader(askedMs: number | null) {
  const told: unknown[] = [];
  const stream = new FakeStream();
  followNews(stream, 'accounts', timers, {
    askedMs: () => askedMs,
    heard: (news) => void told.push(news),
    missed: () => void told.push('missed'),
  });
  const begin = (quietMs: number): void => stream.say('accounts', { k: 's', t: 'accounts', d: quietMs });
  return { told, stream, begin };
}

it('looks again where something has changed between the call and the subscription, and not where nothing has', () => {
  const askedMs = timers.steadyMs();
  timers.advance(800);
  const { told, begin } = reader(askedMs);
  begin(801);
  expect(told).toEqual([]);
  begin(800);
  begin(20);
  expect(told).toEqual(['missed', 'missed']);
});

it('has missed nothing while nothing has been asked for, and hears of every event', () => {
  const { told, begin, stream } = reader(null);
  begin(0);
  stream.say('accounts', { k: 'e', t: 'accounts', d: { id: 'a' } });
  expect(told).toEqual([{ id: 'a' }]);
});

it('asks again after a load that has failed', () => {
  const { told, begin } = reader(Number.NEGATIVE_INFINITY);
  begin(9_000_000);
  expect(told).toEqual(['missed']);
});
