import { expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { AppError, denied } from '../../core/contract/app-error.ts';
import type { AnnouncementView } from '../../schemas/wire/announcement.ts';
import { AnnouncementsStore } from './announcements-store.ts';
import { emptyAudience } from './audience-draft.ts';

const scheduled: AnnouncementView = {
  ...{
    announcement_id: 'a',
    texts: { en: { title: 'News', text: 'In full' } },
    pinned: false,
    audience: { kind: 'everybody' },
    state: 'scheduled',
    author: 'admin',
  },
  ...{ publish_time: Date.UTC(2026, 10, 27, 9, 30), withdraw_time: null, updated_time: 0 },
};

/** A store at a server that answers each change with this announcement. */
function storeOf(answer: AnnouncementView, zone = 'UTC') {
  const sent: unknown[] = [];
  const api = new FakeApi({
    adminAnnouncementList: () => [answer],
    adminAnnouncementReach: () => ({ users: 1, unknown: ['nobody'] }),
    adminAnnouncementSave: ({ body }) => {
      sent.push(body);
      return answer;
    },
  });
  return {
    sent,
    store: new AnnouncementsStore(
      api,
      { error: ({ code }) => void sent.push(code) },
      () => zone,
      () => 'new',
    ),
  };
}

it('names the field that is missing, and sends nothing', async () => {
  const { store, sent } = storeOf(scheduled);
  store.begin();
  store.typeText('en', { title: 'News', text: 'In full' });
  store.typeText('zh-TW', { text: '全文' });
  expect(await store.save()).toBeNull();
  expect([store.fault, sent]).toEqual([{ field: 'zh-TW.title', code: 'FORM_FIELD_EMPTY' }, []]);
});

it.each([
  ['UTC', '2026-11-27T09:30'],
  ['Asia/Kolkata', '2026-11-27T15:00'],
  ['America/New_York', '2026-11-27T04:30'],
])('sends the languages in which something was typed, and the time by the clocks of the zone of the writer: %s', async (zone, time) => {
  const { store, sent } = storeOf(scheduled, zone);
  store.begin();
  store.typeText('en', { title: ' News ', text: 'In full' });
  store.type({ pinned: true, time });
  expect(await store.save()).toEqual(scheduled);
  expect(sent).toEqual([
    { new_id: 'new', texts: scheduled.texts, pinned: true, audience: { kind: 'everybody' }, publish_time: scheduled.publish_time },
  ]);
  expect([store.opened?.id, store.opened?.draft.time]).toEqual(['a', time]);
});

it('writes a new one under one id, however often it is sent, and another under another', async () => {
  const sent: { readonly new_id?: string }[] = [];
  const api = new FakeApi({
    adminAnnouncementList: () => [],
    adminAnnouncementSave: ({ body }) => {
      sent.push(body as { readonly new_id?: string });
      return denied(new AppError('CLIENT_TIMEOUT', { timeoutS: 20 }));
    },
  });
  let made = 0;
  const store = new AnnouncementsStore(
    api,
    { error: () => undefined },
    () => 'UTC',
    () => `new-${++made}`,
  );
  for (const times of [2, 1]) {
    store.begin();
    store.typeText('en', { title: 'News', text: 'In full' });
    for (let at = 0; at < times; at++) expect(await store.save()).toBeNull();
  }
  const [first, again, other] = sent.map(({ new_id }) => new_id);
  expect([first === again, first === other]).toEqual([true, false]);
});

it('keeps what is typed when the list is read again', async () => {
  const { store } = storeOf(scheduled);
  await store.load();
  store.open(scheduled);
  store.typeText('en', { title: 'Other' });
  await store.load();
  expect([store.opened?.draft.texts.en.title, store.stored?.state]).toEqual(['Other', 'scheduled']);
});

it('sends no time for one that is published', async () => {
  const published: AnnouncementView = { ...scheduled, state: 'published' };
  const { store, sent } = storeOf(published);
  await store.load();
  store.open(published);
  await store.save();
  expect(sent).toEqual([{ announcement_id: 'a', texts: scheduled.texts, pinned: false }]);
});

it('sends whom it is for, once somebody is chosen, and not again when they have been told', async () => {
  const { store, sent } = storeOf({ ...scheduled, audience: { kind: 'roles', roles: ['risk'] }, state: 'published' });
  store.begin();
  store.typeText('en', { title: 'News', text: 'In full' });
  store.type({ audience: { ...emptyAudience, kind: 'roles' } });
  expect(await store.save()).toBeNull();
  expect(store.fault).toEqual({ field: 'audience', code: 'FORM_FIELD_EMPTY' });
  store.type({ audience: { ...emptyAudience, kind: 'roles', roles: ['risk'] } });
  await store.save();
  expect(sent).toEqual([{ new_id: 'new', texts: scheduled.texts, pinned: false, audience: { kind: 'roles', roles: ['risk'] } }]);
  expect(store.opened?.draft.audience.roles).toEqual(['risk']);
  await store.save();
  expect(sent[1]).toEqual({ announcement_id: 'a', texts: scheduled.texts, pinned: false });
});

it('says how many get it, of what is chosen last', async () => {
  const { store } = storeOf(scheduled);
  store.begin();
  const [some, none] = [{ ...emptyAudience, kind: 'users', names: 'ann nobody' } as const, { ...emptyAudience, kind: 'roles' } as const];
  store.type({ audience: some });
  await store.count(some);
  expect(store.reach).toEqual({ users: 1, unknown: ['nobody'] });
  const counting = store.count(some);
  store.type({ audience: none });
  await store.count(none);
  await counting;
  expect(store.reach).toBeNull();
});
