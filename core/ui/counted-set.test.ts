import { autorun } from 'mobx';
import { expect, it } from 'vitest';
import { CountedSet } from './counted-set.ts';

it('has a value until its last holder lets go, and tells those who watch', () => {
  const set = new CountedSet();
  const seen: boolean[] = [];
  const stop = autorun(() => seen.push(set.has('a')));
  const ends = [set.hold('a'), set.hold('a')];
  void ends[0]?.();
  expect(set.has('a')).toBe(true);
  void ends[1]?.();
  expect(seen).toEqual([false, true, false]);
  stop();
});
