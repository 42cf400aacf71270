import { describe, expect, it } from 'vitest';
import { RunQueue } from './run-queue.ts';

describe('the queue of backtests', () => {
  it('lets so many run at once, in order of arrival', () => {
    const queue = new RunQueue(2);
    for (const user of ['a', 'b', 'c']) queue.add(`${user}1`, user);
    expect([queue.next(), queue.next(), queue.next()]).toEqual(['a1', 'b1', null]);
    expect([queue.position('a1'), queue.position('c1')]).toEqual([null, 1]);
    queue.remove('a1');
    expect(queue.next()).toBe('c1');
  });

  it('lets each user run one at a time, and others pass those who wait for themselves', () => {
    const queue = new RunQueue(2);
    queue.add('a1', 'a');
    queue.add('a2', 'a');
    queue.add('b1', 'b');
    expect([queue.next(), queue.next(), queue.next()]).toEqual(['a1', 'b1', null]);
    expect([queue.position('a2'), queue.countOf('a')]).toEqual([1, 2]);
    queue.remove('a1');
    expect(queue.next()).toBe('a2');
  });

  it('forgets a run that was called off while it waited', () => {
    const queue = new RunQueue(1);
    queue.add('a1', 'a');
    queue.add('b1', 'b');
    queue.remove('a1');
    expect([queue.position('b1'), queue.countOf('a'), queue.next()]).toEqual([1, 0, 'b1']);
  });
});
