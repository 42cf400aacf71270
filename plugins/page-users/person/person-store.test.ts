import { expect, it } from 'vitest';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import { refused } from '../../../core/contract/app-error.ts';
import type { PersonView } from '../../../schemas/wire/people.ts';
import { PersonStore } from './person-store.ts';

/** One person at a server that other administrators change as well. */
function personOf(more: Partial<PersonView> = {}) {
  let person = {
    ...{
      user_id: 'u-1',
      username: 'ann',
      role: 'user',
      vip_level: 0,
      vip_until: null,
      product: null,
      state: 'ACTIVE',
      email: null,
      phone: null,
    },
    ...{ version: 1, sessions: [], sign_ins: [], notes: [], ...more },
  } as unknown as PersonView;
  const sent: unknown[] = [];
  const changeElsewhere = (change: Partial<PersonView>): void => {
    person = { ...person, ...change, version: person.version + 1 };
  };
  const api = new FakeApi({
    personGet: () => person,
    personChange: ({ body }) => {
      const { version, user_id, reason, ...change } = body as { version: number; user_id: string; reason: string; email?: string };
      sent.push({ ...change, reason });
      if (version !== person.version) return refused('PERSON_CHANGED');
      if (change.email === 'taken@firm.example') return refused('PERSON_TAKEN', { field: 'email' });
      changeElsewhere(change as Partial<PersonView>);
      return person;
    },
    personPassword: () => ({ password: 'brave-new-word' }),
    personHistory: () => ({ results: [{ line_id: sent.length }], next: null }),
    personSessionsEnd: ({ body }) => {
      sent.push(body);
      return { ended: 1 };
    },
  });
  let changes = 0;
  const store = new PersonStore('u-1', api, { nowMs: () => 0, timeZone: () => 'UTC', onChange: () => changes++ });
  return { store, api, sent, changeElsewhere, changes: () => changes };
}

it('saves what was changed, with its reason, and tells the list', async () => {
  const { store, sent, changes } = personOf();
  await store.load();
  store.edit({ role: 'risk' });
  expect([await store.save(), store.tried, store.problems]).toEqual([false, true, { reason: 'reason' }]);
  store.setReason(' new in the team ');
  expect(await store.save()).toBe(true);
  expect([sent, changes(), store.isEdited, store.saved, store.reason]).toEqual([
    [{ role: 'risk', reason: 'new in the team' }],
    1,
    false,
    true,
    '',
  ]);
});

it('keeps what was typed when a field is refused', async () => {
  const { store } = personOf();
  await store.load();
  store.edit({ email: 'taken@firm.example' });
  store.setReason('as he asked');
  await store.save();
  expect([store.refusal?.params.field, store.draft.email, store.reason]).toEqual(['email', 'taken@firm.example', 'as he asked']);
});

it('reads somebody anew whom another administrator has changed, and lays over it what was typed', async () => {
  const { store, changeElsewhere, sent } = personOf();
  await store.load();
  store.edit({ phone: '+85212345678' });
  store.setReason('as he asked');
  changeElsewhere({ role: 'finance' });
  await store.save();
  expect(store.isOutdated).toBe(true);
  await store.loadAnew();
  expect([store.isOutdated, store.draft.role, store.draft.phone]).toEqual([false, 'finance', '+85212345678']);
  await store.save();
  expect(sent.at(-1)).toEqual({ phone: '+85212345678', reason: 'as he asked' });
});

it('leaves what is typed in the form alone when somebody is suspended between', async () => {
  const { store } = personOf();
  await store.load();
  store.edit({ email: 'ann@firm.example' });
  expect(await store.setState('DISABLED', 'left the firm')).toBeNull();
  expect([store.person?.state, store.draft.email, store.isEdited]).toEqual(['DISABLED', 'ann@firm.example', true]);
});

it('hands a new password to whoever asked, and keeps it nowhere', async () => {
  const { store } = personOf();
  await store.load();
  expect(await store.newPassword('forgot it')).toEqual({ ok: true, value: 'brave-new-word' });
  expect(JSON.stringify(store)).not.toContain('brave-new-word');
});

it('ends one session by its id, and all without', async () => {
  const { store, sent } = personOf();
  await store.load();
  await store.endSessions('lost phone', 's-1');
  await store.endSessions('lost all');
  expect(sent).toEqual([
    { user_id: 'u-1', session_id: 's-1', reason: 'lost phone' },
    { user_id: 'u-1', reason: 'lost all' },
  ]);
});

it('reads the history again after a change only for whoever has opened it', async () => {
  const { store, api } = personOf();
  await store.load();
  await store.setState('DISABLED', 'left the firm');
  expect(api.names()).not.toContain('personHistory');
  await store.history.more();
  await store.setState('ACTIVE', 'is back');
  expect(api.names().filter((name) => name === 'personHistory')).toHaveLength(2);
});

it('knows that somebody leaves, and takes it back with a reason', async () => {
  let leaving: object | null = { asked_time: 1, due_time: 2 };
  const kept: unknown[] = [];
  const api = new FakeApi({
    personGet: () => ({ user_id: 'u-1' }),
    personLeaving: () => ({ leaving }),
    personKeep: ({ body }) => {
      kept.push(body);
      leaving = null;
      return null;
    },
  });
  const store = new PersonStore('u-1', api, { nowMs: () => 0, timeZone: () => 'UTC', onChange: () => undefined });
  await store.loadLeaving();
  expect(store.leaving).toEqual({ asked_time: 1, due_time: 2 });
  expect(await store.keep(' has called ')).toBeNull();
  expect([kept, store.leaving]).toEqual([[{ user_id: 'u-1', reason: 'has called' }], null]);
});
