import { expect, it } from 'vitest';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import { FakeTimers } from '../../../core/client/testing/fake-timers.ts';
import { refused } from '../../../core/contract/app-error.ts';
import type { PeopleFilter } from './people-filter.ts';
import { PeopleStore } from './people-store.ts';

const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

/** A server with these people, whose answers may be held back. */
function houseOf(names: string[], filter: PeopleFilter = {}) {
  const asked: unknown[] = [];
  const held: Array<() => void> = [];
  const state = { holds: false, fails: false };
  const api = new FakeApi({
    adminPluginMatrix: () => [{ role: 'user' }, { role: 'role-auditor/auditor' }],
    personGet: ({ query }) => ({
      ...(query as object),
      username: 'x',
      role: 'user',
      vip_level: 0,
      vip_until: null,
      state: 'ACTIVE',
      email: null,
      phone: null,
    }),
    peopleList: async ({ query }) => {
      asked.push(query);
      const { search = '', after } = query as { readonly search?: string; readonly after?: string };
      const found = names.filter((name) => name.includes(search));
      if (state.holds) await new Promise<void>((resolve) => held.push(resolve));
      if (state.fails) return refused('CLIENT_OFFLINE');
      const from = after === undefined ? 0 : found.indexOf(after) + 1;
      const results = found.slice(from, from + 2).map((username) => ({ user_id: `id-${username}`, username }));
      return { results, next: from + 2 < found.length ? results.at(-1)?.username : null, total: found.length };
    },
  });
  const timers = new FakeTimers();
  const store = new PeopleStore(api, timers, { filter, timeZone: () => 'UTC' });
  return { store, names, asked, held, state, timers, shown: () => store.list.items.map(({ username }) => username) };
}

it('shows the first page with the number of all, and the next one on demand', async () => {
  const { store, shown } = houseOf(['ann', 'bob', 'cid']);
  await store.load();
  expect([shown(), store.total, store.reading]).toEqual([['ann', 'bob'], 3, false]);
  await store.list.more();
  expect(shown()).toEqual(['ann', 'bob', 'cid']);
  expect(store.roles).toContain('role-auditor/auditor');
});

it('asks once for a word, when its typing has paused, and shows the list of before until the answer is here', async () => {
  const { store, asked, timers, shown, state, held } = houseOf(['ann', 'bob']);
  await store.load();
  store.narrow({ role: 'user' });
  await settle();
  state.holds = true;
  for (const search of ['a', 'an', 'ann']) store.narrow({ search });
  timers.advance(1_000);
  expect([shown(), store.reading]).toEqual([['ann', 'bob'], true]);
  for (const release of held) release();
  await settle();
  expect([shown(), store.total, store.reading]).toEqual([['ann'], 1, false]);
  expect(asked.slice(2)).toEqual([{ role: 'user', search: 'ann', limit: 100 }]);
});

it('never lets the answer to an older question take the place of a newer one', async () => {
  const { store, timers, shown, state, held } = houseOf(['ann', 'bob']);
  await store.load();
  state.holds = true;
  store.narrow({ search: 'ann' });
  timers.advance(1_000);
  store.narrow({ search: 'bob' });
  timers.advance(1_000);
  held[1]?.();
  await settle();
  held[0]?.();
  await settle();
  expect([shown(), store.total]).toEqual([['bob'], 1]);
});

it('says that a list could not be read, and reads it again', async () => {
  const { store, state, shown } = houseOf(['ann']);
  state.fails = true;
  await store.load();
  expect(store.list.state).toBe('failed');
  state.fails = false;
  await store.refresh();
  expect(shown()).toEqual(['ann']);
});

it('reads as far as it was read when somebody was changed', async () => {
  const { store, names, shown } = houseOf(['ann', 'bob', 'cid'], {});
  await store.load();
  await store.list.more();
  names.push('dan');
  await store.refresh();
  expect(shown()).toEqual(['ann', 'bob', 'cid', 'dan']);
});

it('keeps what was typed about somebody while another one is looked at', async () => {
  const { store } = houseOf(['ann', 'bob']);
  await store.load();
  store.show('id-ann');
  await settle();
  store.open?.edit({ email: 'ann@firm.example' });
  store.show('id-bob');
  expect(store.open?.draft.email).toBe('');
  store.close();
  store.show('id-ann');
  expect(store.open?.draft.email).toBe('ann@firm.example');
});
