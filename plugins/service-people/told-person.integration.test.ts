import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../tests/kit/market-fixtures.ts';
import { AheadClock } from '../../tests/kit/servers/ahead-clock.ts';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { apiOf } from '../../tests/kit/servers/strategy-client.ts';
import { StreamProbe } from '../../tests/kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

/** What a person hears of it, in a real server, when an administrator changes his ways in, and what becomes of his keys. */
const clock = new AheadClock(silentLogger);
let server: TestServer;
let admin: HttpClient;
beforeAll(async () => {
  const plugins = ['venue-house', 'service-people', 'service-security', 'service-spreads'].map(pluginSource);
  server = await startTestServer({ plugins, clock });
  admin = await server.signIn('admin');
}, 120_000);
afterAll(() => server?.close());

const reason = 'an inner matter';
async function enter(username: string, given: string) {
  const client = new HttpClient(server.url);
  return { password: await client.enter(username, given), client };
}
async function made(username: string, addresses: { readonly email?: string; readonly phone?: string }, language = 'en') {
  const terms = { username, email: null, phone: null, role: 'user', vip_level: 0, vip_until: null, reason, ...addresses } as const;
  const { person, password: given } = await admin.call('personCreate', { body: terms });
  const { password, client } = await enter(username, given);
  await client.call('configSave', { body: { config_json: JSON.stringify({ language }) } });
  return { userId: person.user_id, password, client };
}
const change = (user_id: string, version: number, changes: object) =>
  admin.call('personChange', { body: { user_id, version, reason, ...changes } });
const lettersTo = async (address: string): Promise<readonly string[]> =>
  (await server.store.deliveries.page({ search: address }, { limit: 20 })).items.map(({ subject }) => subject);
const messagesOf = async (client: HttpClient) =>
  (await client.call('messageList', { query: { type: 3 } })).map(({ title, body }) => [title, body] as const);

describe('a person whose ways in an administrator changes', () => {
  it('is told of a new password by letter and message, in his language and without the reason', async () => {
    const { userId } = await made('told_ann', { email: 'told_ann@firm.example' }, 'zh-CN');
    const { password } = await admin.call('personPassword', { body: { user_id: userId, reason } });
    expect(await lettersTo('told_ann@')).toEqual([expect.stringMatching(/管理员为您设置了新密码$/)]);
    const [told, ...rest] = await messagesOf((await enter('told_ann', password)).client);
    expect(rest).toEqual([]);
    expect(told?.[0]).toBe('管理员为您设置了新密码');
    expect(told?.[1]).toContain('told_ann');
    expect(told?.[1]).not.toContain(reason);
  });

  it('is told of other addresses where he read before and where he reads now, and of nothing else that changes', async () => {
    const { userId, client } = await made('told_bob', { email: 'old_bob@firm.example' });
    await change(userId, 1, { email: 'new_bob@firm.example' });
    const subject = expect.stringMatching(/an administrator changed your addresses$/);
    expect([await lettersTo('old_bob@'), await lettersTo('new_bob@')]).toEqual([[subject], [subject]]);
    expect((await messagesOf(client)).map(([title]) => title)).toEqual(['An administrator changed your addresses']);
    await change(userId, 2, { phone: '+85255550177' });
    expect([await lettersTo('old_bob@'), await lettersTo('new_bob@'), await lettersTo('55550177')]).toEqual([
      [subject],
      [subject, subject],
      [],
    ]);
    await expect(change(userId, 2, { email: 'third_bob@firm.example' })).rejects.toThrow('PERSON_CHANGED');
    expect(await lettersTo('_bob@'), 'what was refused is told to nobody').toHaveLength(3);
    await change(userId, 3, { vip_level: 1 });
    expect(await lettersTo('_bob@')).toHaveLength(3);
  });
});

describe('API keys', () => {
  const own = async (client: HttpClient) => (await client.call('apiKeyList')).map(({ name }) => name);
  async function keyed(username: string) {
    const person = await made(username, {});
    const body = { name: 'Bot', permission: 'read' as const, addresses: [], password: person.password };
    const { token } = await person.client.call('apiKeyCreate', { body });
    const bot = new HttpClient(server.url);
    bot.token = token;
    return { ...person, bot };
  }
  const isLive = (bot: HttpClient): Promise<boolean> =>
    bot.call('apiList').then(
      () => true,
      () => false,
    );

  it('end with the password when an administrator gives another one, and stand in the audit with who did it', async () => {
    const { userId, bot } = await keyed('key_ann');
    expect(await isLive(bot)).toBe(true);
    const { password } = await admin.call('personPassword', { body: { user_id: userId, reason } });
    await expect(bot.call('apiList')).rejects.toThrow('KEY_INVALID');
    expect(await own((await enter('key_ann', password)).client)).toEqual([]);
    const { items } = await server.store.audit.page({ action: 'api-key.revoked', limit: 5 });
    expect(items).toMatchObject([{ reason, before: { name: 'Bot', permission: 'read' }, after: null }]);
    expect(items[0]?.actor).not.toBe(userId);
  });

  it('go on when their owner changes his password, who still lists them', async () => {
    const { client, password, bot } = await keyed('key_bob');
    await client.call('securityPassword', { body: { old_password: password, new_password: 'Blue-Whale-Song 7' } });
    expect([await isLive(bot), await own(client)]).toEqual([true, ['Bot']]);
  });
});

describe('a VIP level with an end', () => {
  it('is there until then, and falls to the lowest by the house itself, with sessions, orders and plugins, and stands so in the history', async () => {
    const set = (await admin.call('adminPluginSets')).find(({ role }) => role === 'user');
    if (set === undefined) throw new Error('traders have no set');
    await admin.call('adminPluginSetSave', { body: { ...set, vip_overrides: { ...set.vip_overrides, 'service-spreads': 2 }, reason } });
    const listed = async () => (await admin.call('peopleList', { query: { search: 'trader1' } })).results[0];
    const [was, hourMs] = [await listed(), 3_600_000];
    const [user_id, until] = [was?.user_id ?? '', clock.nowMs() + hourMs];
    const { version } = await admin.call('personGet', { query: { user_id } });
    await change(user_id, version, { vip_level: 2, vip_until: until });
    expect(await listed()).toMatchObject({ role: 'user', vip_level: 2, vip_until: until });

    const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
    const order = async (by: HttpClient) =>
      by.call('doOrder', { body: { api_id: await apiOf(by), ...market, side: 'BUY', type: 'LIMIT', price: '100', qty: '0.1' } });
    const before = await server.signIn('trader1');
    expect([await before.call('spreads'), await order(before)]).toEqual([expect.anything(), [expect.anything()]]);
    const stream = await StreamProbe.open(server.url);
    await stream.request({ op: 'auth', token: before.token });

    clock.ahead(hourMs + 1);
    // The job's first turn after a start, and those that follow.
    for (const turnMs of [10_000, 60_000]) clock.ring(turnMs);
    await expect.poll(listed, { timeout: 20_000 }).toMatchObject({ role: 'user', vip_level: 0, vip_until: null });
    await stream.until(() => stream.closed, 5_000);
    await expect(before.call('apiList')).rejects.toThrow('SESSION_INVALID');
    const after = await server.signIn('trader1');
    expect(await after.call('currentUser')).toMatchObject({ vip_level: 0 });
    await expect(order(after)).rejects.toThrow('ACCESS_VIP {"minVip":1}');
    await expect(after.call('spreads')).rejects.toThrow('ACCESS_VIP {"minVip":2}');
    const { results } = await admin.call('personHistory', { query: { user_id } });
    expect(results.map(({ action, actor, before: from, after: to }) => [action, actor, from, to]).slice(0, 2)).toEqual([
      ['person.changed', 'system', { vip_level: 2, vip_until: until }, { vip_level: 0, vip_until: null }],
      ['person.changed', 'admin', { vip_level: 1, vip_until: null }, { vip_level: 2, vip_until: until }],
    ]);
    stream.close();
  }, 60_000);
});
