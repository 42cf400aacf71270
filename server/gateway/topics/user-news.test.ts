import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { UserNews } from './user-news.ts';

const quietMs = (snapshot: string): number => (JSON.parse(snapshot) as { d: number }).d;

describe('news of a user', () => {
  it('go to his topic alone, and whoever subscribes later hears how long there were none', async () => {
    const clock = new ManualClock(0);
    const published: unknown[] = [];
    const news = new UserNews({ publish: (...message) => void published.push(message) }, clock);
    await clock.advance(5_000);
    news.tell('layouts', 'ann', { id: 'a', revision: 2 });
    expect(published).toEqual([['layouts#ann', 'event', { id: 'a', revision: 2 }]]);
    await clock.advance(300);
    expect(JSON.parse(news.snapshot('layouts', 'ann'))).toEqual({ k: 's', t: 'layouts', d: 300 });
    // Of others, and of what this server cannot know of before its start, it says no more than it knows.
    expect([quietMs(news.snapshot('accounts', 'ann')), quietMs(news.snapshot('layouts', 'bob'))]).toEqual([5_300, 5_300]);
  });

  it('are never forgotten in a way that calls somebody quiet who was not', async () => {
    const clock = new ManualClock(0);
    const news = new UserNews({ publish: () => undefined }, clock);
    news.tell('accounts', 'first', {});
    await clock.advance(1_000);
    for (let at = 0; at < 10_000; at++) news.tell('accounts', `u${at}`, {});
    await clock.advance(1_000);
    expect(quietMs(news.snapshot('accounts', 'first'))).toBe(2_000);
    expect(quietMs(news.snapshot('accounts', 'stranger'))).toBe(2_000);
    news.tell('accounts', 'one more', {});
    expect(quietMs(news.snapshot('accounts', 'u0'))).toBe(1_000);
    expect(quietMs(news.snapshot('accounts', 'first'))).toBe(1_000);
  });
});
