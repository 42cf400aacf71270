import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { StreamProbe } from '../../tests/kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';
import { mostAnnouncements } from './announcement-board.ts';

let server: TestServer;
let admin: HttpClient;
let trader: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ['venue-house', 'service-announcements'].map(pluginSource) });
  [admin, trader] = [await server.signIn('admin'), await server.signIn('trader1')];
}, 120_000);
afterAll(() => server?.close());

const inEnglish = (title: string) => ({ en: { title, text: `${title}, in full.` } });
const save = (body: object) => admin.call('adminAnnouncementSave', { body: { texts: inEnglish('News'), pinned: false, ...body } });
const shown = (language?: 'en' | 'zh-CN' | 'zh-TW') =>
  server.guest().call('announcementList', { query: language === undefined ? {} : { language } });
const titles = async (): Promise<readonly string[]> => (await shown()).map(({ title }) => title);
const told = async (): Promise<readonly string[]> =>
  (await trader.call('messageList', { query: { type: 2 } })).map(({ title, body }) => `${title}: ${body}`);

it('tells guests what was published, the pinned first, and each user once by a message of type 2', async () => {
  expect(await shown()).toEqual([]);
  await save({ texts: inEnglish('Fees are lower'), pinned: true });
  const { announcement_id } = await save({ texts: inEnglish('A new market') });
  expect(await titles()).toEqual(['Fees are lower', 'A new market']);
  expect(await told()).toEqual(['A new market: A new market, in full.', 'Fees are lower: Fees are lower, in full.']);
  await save({ announcement_id, texts: inEnglish('Two new markets'), pinned: true });
  expect(await titles()).toEqual(['Two new markets', 'Fees are lower']);
  expect(await told()).toHaveLength(2);
});

it('is written once under the id that its writer has given it, however often it is sent', async () => {
  const asked = { new_id: 'lost-answer', texts: inEnglish('Written once') };
  const [first, ...again] = [...(await Promise.all([save(asked), save(asked)])), await save({ ...asked, texts: inEnglish('Another') })];
  expect(again.map((one) => one.announcement_id)).toEqual(['lost-answer', 'lost-answer']);
  expect([first?.announcement_id, again.at(-1)?.texts.en.title]).toEqual(['lost-answer', 'Another']);
  expect((await titles()).filter((title) => ['Written once', 'Another'].includes(title))).toEqual(['Another']);
  expect((await told()).filter((message) => message.startsWith('Written once'))).toHaveLength(1);
  await admin.call('adminAnnouncementWithdraw', { body: { announcement_id: 'lost-answer' } });
});

it('is read in the language that was asked for, or in English, and says which', async () => {
  const markup = '<img src=x onerror=alert(1)>';
  await save({
    texts: { ...inEnglish('Maintenance'), 'zh-CN': { title: '系统维护', text: `${markup}\r\n周日` }, 'zh-TW': { title: ' ' } },
    pinned: true,
  });
  expect((await shown('zh-CN'))[0]).toMatchObject({ language: 'zh-CN', title: '系统维护', text: `${markup}\n周日` });
  expect((await shown('zh-TW'))[0]).toMatchObject({ language: 'en', title: 'Maintenance' });
});

it('is for those whom its writer has chosen: nobody else reads it, by no list and no message', async () => {
  const readers = { trader1: trader, trader2: await server.signIn('trader2'), risk: await server.signIn('risk') };
  const reads = async (title: string): Promise<readonly string[]> => {
    const has = async (by: HttpClient): Promise<string> => {
      const listed = (await by.call('announcementList', { query: {} })).some((one) => one.title === title);
      const got = (await by.call('messageList', { query: { type: 2, limit: 200 } })).some((one) => one.title === title);
      return `${listed ? 'list' : ''}${got ? ' message' : ''}`;
    };
    expect(await titles()).not.toContain(title);
    return Promise.all(Object.values(readers).map(has));
  };
  const levels = await Promise.all(Object.keys(readers).map(async (name) => (await server.store.users.byUsername(name))?.vipLevel ?? 0));
  await save({ texts: inEnglish('For risk'), audience: { kind: 'roles', roles: ['risk'] } });
  expect(await reads('For risk')).toEqual(['', '', 'list message']);
  await save({ texts: inEnglish('For Bob'), audience: { kind: 'users', usernames: ['TRADER2'] } });
  expect(await reads('For Bob')).toEqual(['', 'list message', '']);
  await save({ texts: inEnglish('For level 2 and 3'), audience: { kind: 'levels', from: 2, to: 3 } });
  expect(await reads('For level 2 and 3')).toEqual(levels.map((level) => (level >= 2 ? 'list message' : '')));
  const bob = await server.store.users.byUsername('trader2');
  await server.store.users.update(bob?.id ?? '', { productVersion: 'pro' });
  readers.trader2 = await server.signIn('trader2');
  await save({ texts: inEnglish('For pro'), audience: { kind: 'versions', versions: ['pro'] } });
  expect(await reads('For pro')).toEqual(['', 'list message', '']);
}, 60_000);

it('says before it is saved how many it is for, and names who is nobody', async () => {
  const reach = (audience: object) => admin.call('adminAnnouncementReach', { body: { audience } as never });
  const all = await server.store.users.matches({ state: 'ACTIVE' }, 1_000);
  expect(await reach({ kind: 'everybody' })).toEqual({ users: all, unknown: [] });
  expect(await reach({ kind: 'roles', roles: ['risk'] })).toEqual({ users: 1, unknown: [] });
  expect(await reach({ kind: 'users', usernames: ['trader1', 'nobody'] })).toEqual({ users: 1, unknown: ['nobody'] });
  await expect(save({ audience: { kind: 'users', usernames: ['trader1', 'nobody'] } })).rejects.toThrow('ANNOUNCEMENT_READER_UNKNOWN');
  await expect(save({ audience: { kind: 'levels', from: 3, to: 1 } })).rejects.toThrow('REQUEST_INVALID');
  await expect(save({ audience: { kind: 'roles', roles: [] } })).rejects.toThrow('REQUEST_INVALID');
  await expect(trader.call('adminAnnouncementReach', { body: { audience: { kind: 'everybody' } } })).rejects.toThrow('ACCESS_ROLE');
});

it('stays for those who have been told, and may be for others before', async () => {
  const audience = { kind: 'users', usernames: ['trader2'] };
  const planned = await save({ texts: inEnglish('Planned'), audience, publish_time: Date.now() + 3_600_000 });
  const { announcement_id } = planned;
  const moved = await save({ announcement_id, audience: { kind: 'everybody' }, publish_time: Date.now() + 3_600_000 });
  expect([planned.audience, moved.audience]).toEqual([audience, { kind: 'everybody' }]);
  const published = await save({ texts: inEnglish('Out'), audience });
  await expect(save({ announcement_id: published.announcement_id, audience: { kind: 'everybody' } })).rejects.toThrow(
    'ANNOUNCEMENT_PUBLISHED',
  );
  expect((await save({ announcement_id: published.announcement_id })).audience).toEqual(audience);
});

it('comes as a message in the language of its reader, or in English where nobody has written that', async () => {
  const bob = await server.signIn('trader2');
  await bob.call('configSave', { body: { config_json: JSON.stringify({ language: 'zh-CN' }) } });
  const texts = { ...inEnglish('Three'), 'zh-CN': { title: '三种语言', text: '全文' } };
  await save({ texts });
  await save({ texts, audience: { kind: 'roles', roles: ['user'] } });
  await save({ texts: inEnglish('Only English') });
  const newest = async (by: HttpClient) => (await by.call('messageList', { query: { type: 2, limit: 3 } })).map(({ title }) => title);
  expect(await newest(bob)).toEqual(['Only English', '三种语言', '三种语言']);
  expect(await newest(trader)).toEqual(['Only English', 'Three', 'Three']);
});

it('waits for its time, may be changed until then, and is told when it comes', async () => {
  const before = (await told()).length;
  const later = await save({ texts: inEnglish('Soon'), publish_time: Date.now() + 3_600_000 });
  expect([later.state, (await titles()).includes('Soon'), (await told()).length]).toEqual(['scheduled', false, before]);
  const { announcement_id } = later;
  await save({ announcement_id, texts: inEnglish('Very soon'), publish_time: Date.now() + 1_500 });
  expect(await titles()).not.toContain('Very soon');
  await expect.poll(titles, { timeout: 20_000, interval: 200 }).toContain('Very soon');
  await expect.poll(told, { timeout: 20_000, interval: 200 }).toContain('Very soon: Very soon, in full.');
  await expect(save({ announcement_id, publish_time: Date.now() + 60_000 })).rejects.toThrow('ANNOUNCEMENT_PUBLISHED');
}, 60_000);

it('is told to nobody before its time: by no list, no page of messages, no id and no socket', async () => {
  const secret = 'Listing of the secret coin';
  const probe = await StreamProbe.open(server.url);
  await probe.request({ op: 'auth', token: trader.token });
  const refused = await probe.request({ op: 'subscribe', topics: ['announcements'] });
  const { announcement_id: id } = await save({
    texts: { ...inEnglish(secret), 'zh-CN': { title: secret, text: secret } },
    pinned: true,
    publish_time: Date.now() + 3_600_000,
  });
  await expect(trader.call('adminAnnouncementList')).rejects.toThrow('ACCESS_ROLE');
  await expect(
    trader.call('adminAnnouncementSave', { body: { announcement_id: id, texts: inEnglish('Mine'), pinned: true } }),
  ).rejects.toThrow('ACCESS_ROLE');
  const newest = Number((await trader.call('messageList', { query: {} }))[0]?.id ?? 0);
  const read = await trader.call('messageRead', { body: { messages: [String(newest + 1), String(newest + 2)] } });
  expect(read).toEqual({ messages: [] });
  const heard = [
    ...[refused, await shown(), await shown('zh-CN'), await shown('zh-TW')],
    ...[await trader.call('messageList', { query: {} }), await trader.call('messageLoad', { query: { last_time: 0 } })],
    await trader.call('messageLoadBefore', { query: { before_id: '999999999' } }),
    probe.ofTopic('announcements'),
  ];
  expect(JSON.stringify(heard)).not.toContain(secret);
  expect(probe.ofTopic('announcements')).toEqual([]);
  probe.close();
});

it('is withdrawn for good, before its time and after it', async () => {
  const planned = await save({ texts: inEnglish('Never'), publish_time: Date.now() + 3_600_000 });
  const published = await save({ texts: inEnglish('A mistake') });
  for (const { announcement_id } of [planned, published]) {
    const body = { announcement_id };
    expect((await admin.call('adminAnnouncementWithdraw', { body })).state).toBe('withdrawn');
    await expect(admin.call('adminAnnouncementWithdraw', { body })).rejects.toThrow('ANNOUNCEMENT_WITHDRAWN');
    await expect(save(body)).rejects.toThrow('ANNOUNCEMENT_WITHDRAWN');
  }
  expect(await titles()).not.toContain('A mistake');
  const states = (await admin.call('adminAnnouncementList')).map(({ texts, state }) => [texts.en.title, state]);
  expect(states).toContainEqual(['Never', 'withdrawn']);
});

it('stands in the audit with who has written, changed and withdrawn it, and nothing that was refused does', async () => {
  const texts = { ...inEnglish('Audited'), 'zh-CN': { title: '审计', text: '全文' } };
  const { announcement_id } = await save({ texts, audience: { kind: 'roles', roles: ['user'] } });
  await save({ announcement_id, texts: inEnglish('Audited twice'), pinned: true });
  await admin.call('adminAnnouncementWithdraw', { body: { announcement_id } });
  await expect(save({ announcement_id })).rejects.toThrow('ANNOUNCEMENT_WITHDRAWN');
  await expect(admin.call('adminAnnouncementWithdraw', { body: { announcement_id } })).rejects.toThrow('ANNOUNCEMENT_WITHDRAWN');
  const { items } = await server.store.audit.page({ subject: `announcement/${announcement_id}`, limit: 10 });
  const actor = (await server.store.users.byUsername('admin'))?.id;
  const made = { texts, pinned: false, audience: { kind: 'roles', roles: ['user'] } };
  const changed = { ...made, texts: inEnglish('Audited twice'), pinned: true };
  expect(items.toReversed()).toMatchObject([
    { actor, action: 'announcement.made', before: null, after: made },
    { actor, action: 'announcement.changed', before: made, after: changed },
    { actor, action: 'announcement.withdrawn', before: changed, after: null },
  ]);
});

it('names the field that is missing or too long, and changes nothing', async () => {
  const before = await admin.call('adminAnnouncementList');
  const long = (length: number) => '字'.repeat(length);
  for (const [texts, code, field] of [
    [{}, 'FORM_FIELD_EMPTY', 'en.title'],
    [{ en: { title: 'News', text: ' \n' } }, 'FORM_FIELD_EMPTY', 'en.text'],
    [{ ...inEnglish('News'), 'zh-CN': { title: '新闻' } }, 'FORM_FIELD_EMPTY', 'zh-CN.text'],
    [{ ...inEnglish('News'), 'zh-TW': { title: long(121), text: '全文' } }, 'FORM_TEXT_TOO_LONG', 'zh-TW.title'],
    [{ en: { title: 'News', text: long(4_001) } }, 'FORM_TEXT_TOO_LONG', 'en.text'],
  ] as const)
    await expect(save({ texts }), field).rejects.toMatchObject({ message: expect.stringContaining(code), params: { field } });
  await expect(save({ announcement_id: 'nobody' })).rejects.toThrow('ANNOUNCEMENT_UNKNOWN');
  await expect(trader.call('adminAnnouncementSave', { body: { texts: inEnglish('Mine'), pinned: true } })).rejects.toThrow('ACCESS_ROLE');
  expect(await admin.call('adminAnnouncementList')).toEqual(before);
});

it('shows twenty and keeps five hundred: withdrawn ones give way, and then no more is taken', async () => {
  for (let at = 0; at < 20; at++) await save({ texts: inEnglish(`Filler ${at}`) });
  expect(await titles()).toHaveLength(20);
  const known = await admin.call('adminAnnouncementList');
  await server.store.tablesOf('service-announcements').run(
    `insert into service_announcements__announcement (announcement_id, texts, pinned, author, publish_ms, updated_ms, told)
      select 'f' || n, $1, false, 'admin', n, n, true from generate_series(1, $2::integer) as n`,
    [JSON.stringify(inEnglish('Old')), mostAnnouncements - known.length],
  );
  for (const _ of known.filter(({ state }) => state === 'withdrawn')) await save({});
  await expect(save({})).rejects.toThrow('ANNOUNCEMENT_TOO_MANY');
  expect((await admin.call('adminAnnouncementList')).filter(({ state }) => state === 'withdrawn')).toEqual([]);
});
