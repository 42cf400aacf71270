import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deviceName } from '../../../core/domain/device.ts';
import { httpBase, routes } from '../../../schemas/wire/index.ts';
import type { Envelope } from '../../../schemas/wire/route.ts';
import type { SessionUser } from '../../../schemas/wire/user.ts';
import { writePlaces } from '../../kit/places/places-file.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { HttpClient, solved } from '../../kit/servers/http-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** Where sessions were opened, and with what: of a server that knows places and stands behind a proxy, and whose people come from two of them. */

const laptop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const zurich = { country: 'CH', city: 'Zurich' };
const osaka = { country: 'JP', city: 'Osaka' };
let folder: string;
let server: TestServer;

beforeAll(async () => {
  folder = await freshDataDir();
  const places = join(folder, 'places.mmdb');
  writePlaces(places, { '203.0.113.7': zurich, '198.51.100.4': osaka });
  server = await startTestServer({
    plugins: ['venue-house', 'service-outbox', 'service-people', 'service-security'].map(pluginSource),
    environment: { TESSERA_PLACES: places, TESSERA_TRUSTED_PROXIES: '127.0.0.1' },
  });
}, 120_000);
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Comes by the proxy from an address with a browser, as the proxy says it. */
async function comeFrom(ip: string, agent: string, who = 'trader1'): Promise<HttpClient> {
  const client = new HttpClient(server.url);
  const query = new URLSearchParams(Object.entries(await solved(await client.call('captchaGenerate'))));
  const password = server.demoAccounts.find(({ username }) => username === who)?.password;
  const response = await fetch(`${server.url}${httpBase}${routes.login.path}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, 'user-agent': agent },
    body: JSON.stringify({ account: who, password }),
  });
  client.token = ((await response.json()) as Envelope<SessionUser>).data?.token ?? null;
  return client;
}

it('each session says where and with what it was opened, to its owner and to administrators, and the one that is ended takes its sockets and calls with it', async () => {
  const there = await comeFrom('198.51.100.4', phone);
  const here = await comeFrom('203.0.113.7', laptop);
  const listed = await here.call('securitySessions');
  expect(listed).toMatchObject([
    { ip: '203.0.113.7', place: zurich, user_agent: laptop, current: true },
    { ip: '198.51.100.4', place: osaka, user_agent: phone, current: false },
  ]);
  expect(listed.map(({ user_agent }) => deviceName(user_agent))).toEqual(['Chrome, Windows', 'Safari, iPhone']);
  const admin = await server.signIn('admin');
  const [person] = (await admin.call('peopleList', { query: { search: 'trader1' } })).results;
  const { sessions, sign_ins } = await admin.call('personGet', { query: { user_id: person?.user_id ?? '' } });
  for (const list of [sessions, sign_ins])
    expect(list.map(({ ip, place }) => [ip, place])).toEqual([
      ['203.0.113.7', zurich],
      ['198.51.100.4', osaka],
    ]);
  expect((await here.call('loginLogList', { query: {} })).map(({ place }) => place)).toEqual([zurich, osaka]);

  const [own, lost] = [await StreamProbe.open(server.url), await StreamProbe.open(server.url)];
  expect(await own.request({ op: 'auth', token: here.token })).toMatchObject({ code: 200 });
  expect(await lost.request({ op: 'auth', token: there.token })).toMatchObject({ code: 200 });
  expect(await here.call('securitySessionsEnd', { body: { session_id: listed[1]?.session_id ?? '' } })).toEqual({ ended: 1 });
  await lost.until(() => lost.closed);
  await expect(there.call('apiList')).rejects.toThrow('SESSION_INVALID');
  await expect(there.call('securitySessions')).rejects.toThrow('SESSION_INVALID');
  const again = await StreamProbe.open(server.url);
  expect(await again.request({ op: 'auth', token: there.token })).not.toMatchObject({ code: 200 });
  again.close();
  expect(own.closed).toBeNull();
  expect(await here.call('securitySessions')).toMatchObject([{ place: zurich, current: true }]);
  own.close();
});

it('an address that the database does not know has no place, and none is made up', async () => {
  const client = await comeFrom('192.0.2.99', laptop);
  expect((await client.call('securitySessions'))[0]).toMatchObject({ ip: '192.0.2.99', place: null });
});

it('a device that is new to the account is told to its owner by a letter and a message, once, and neither his first nor one that is his', async () => {
  const admin = await server.signIn('admin');
  const address = (await server.store.users.byLogin('trader2'))?.email ?? '';
  const letters = async () => (await admin.call('outboxList', { query: { search: address, kind: 'sign-in' } })).results;
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
  for (const agent of [laptop, laptop, laptop.replace('140.0', '141.0')]) await comeFrom('203.0.113.7', agent, 'trader2');
  expect(await letters()).toEqual([]);
  await comeFrom('203.0.113.7', firefox, 'trader2');
  const owner = await comeFrom('203.0.113.7', firefox, 'trader2');
  const [letter, ...more] = await letters();
  expect([letter, more]).toMatchObject([{ username: 'trader2', address, channel: 'mail', subject: 'New sign-in to Tessera' }, []]);
  const { body } = await admin.call('outboxBody', { query: { delivery_id: letter?.delivery_id ?? '' } });
  expect(body).toMatch(/From: 203\.0\.113\.7 \(.*Switzerland.*\)\nWith: Firefox, Linux\n/);
  const messages = (await owner.call('messageList', { query: { type: 3 } })).filter(({ title }) => title === 'New sign-in to Tessera');
  expect(messages).toMatchObject([{ body: expect.stringContaining('Firefox, Linux') }]);
});
