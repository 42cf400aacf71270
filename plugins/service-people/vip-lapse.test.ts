import { expect, it } from 'vitest';
import { accepted, refused } from '../../core/contract/app-error.ts';
import type { HousePeople, Person } from '../../core/contract/people.ts';
import { lapsing } from './vip-lapse.ts';

const person = (id: string, version: number) => ({ id, version }) as Person;

it('lowers each level whose time is over, by the house, and leaves one to the next run that somebody has changed meanwhile', async () => {
  const lowered: unknown[] = [];
  const people: Pick<HousePeople, 'vipEnded' | 'change'> = {
    vipEnded: async () => [person('ann', 3), person('bob', 0)],
    change: async (id, version, changes, note) => {
      lowered.push([id, version, changes, note]);
      return id === 'ann' ? refused('PERSON_CHANGED') : accepted(person(id, version + 1));
    },
  };
  await lapsing(people).run(new AbortController().signal as never);
  const note = { by: 'system', reason: null };
  expect(lowered).toEqual([
    ['ann', 3, { vipLevel: 0 }, note],
    ['bob', 0, { vipLevel: 0 }, note],
  ]);
});
