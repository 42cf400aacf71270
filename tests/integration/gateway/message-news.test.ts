import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MessageNewsView } from '../../../schemas/wire/user.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { apiOf, startKit, trade, untilStatus } from '../../kit/servers/strategy-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { strategyKit } from '../../kit/strategy-plugins.ts';

let server: TestServer;
let ann: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: [pluginSource('venue-house'), pluginSource('service-announcements'), strategyKit] });
  ann = await server.signIn('trader1');
}, 150_000);
afterAll(() => server?.close());

const probes: StreamProbe[] = [];
afterAll(() => {
  for (const probe of probes) probe.close();
});
async function page(client: HttpClient): Promise<StreamProbe> {
  const probe = await StreamProbe.open(server.url);
  probes.push(probe);
  await probe.request({ op: 'auth', token: client.token });
  await probe.request({ op: 'subscribe', topics: ['messages'] });
  return probe;
}
const news = (probe: StreamProbe) => probe.ofTopic('messages').map(({ k, d }) => ({ k, ...(d as MessageNewsView) }));
const unread = (probe: StreamProbe) => news(probe).at(-1)?.unread;
const tell = async (title: string, userName: string | null) => {
  const userId = userName === null ? null : ((await server.store.users.byUsername(userName))?.id ?? null);
  return String((await server.store.messages.append({ userId, type: 3, title, body: '', msgTimeMs: Date.now() })).id);
};

describe('the topic of messages', () => {
  it('tells the newest at first and what comes from then on, with the counts of each kind, to their reader alone', async () => {
    const before = await tell('Before', 'trader1');
    const [mine, others] = [await page(ann), await page(await server.signIn('trader2'))];
    const first = await mine.until(() => news(mine)[0]);
    expect(first).toMatchObject({ k: 's', pagination: { total: 1, results: [{ id: before, is_read: false }] } });
    expect(first.unread).toEqual({ deal: 0, announcement: 0, system: 1 });
    const [id, forAll] = [await tell('Now', 'trader1'), await tell('To all', null)];
    await mine.until(() => unread(mine)?.system === 3);
    const told = news(mine)
      .filter(({ k }) => k === 'e')
      .flatMap(({ pagination }) => pagination.results.map((one) => one.id));
    expect([...told].sort()).toEqual([id, forAll].sort());
    await others.until(() => unread(others)?.system === 1);
    expect(JSON.stringify(news(others))).not.toContain('Now');
  });

  it('tells each page of a user what another one has read, single messages and all up to one', async () => {
    const [one, two] = [await page(ann), await page(ann)];
    const [first, second] = [await tell('First', 'trader1'), await tell('Second', 'trader1')];
    await two.until(() => news(two).some(({ pagination }) => pagination.results.some(({ id }) => id === second)));
    const before = unread(two)?.system ?? 0;
    expect(await ann.call('messageRead', { body: { messages: [first] } })).toEqual({ messages: [first] });
    for (const probe of [one, two]) await probe.until(() => unread(probe)?.system === before - 1);
    expect(news(two).at(-1)?.pagination.results).toMatchObject([{ id: first, is_read: true }]);
    expect(await ann.call('messageRead', { body: { until: second } })).toEqual({ messages: [], until: second });
    for (const probe of [one, two]) await probe.until(() => unread(probe)?.system === 0);
    const third = await tell('Third', 'trader1');
    await one.until(() => unread(one)?.system === 1);
    await expect(ann.call('messageRead', { body: {} })).rejects.toThrow('REQUEST_INVALID');
    await ann.call('messageRead', { body: { messages: [third] } });
  });

  it('tells nothing of what is taken back', async () => {
    const probe = await page(ann);
    await probe.until(() => news(probe)[0]);
    const userId = (await server.store.users.byUsername('trader1'))?.id ?? '';
    const row = { userId, type: 3 as const, title: 'Never', body: '', msgTimeMs: 1 };
    await expect(
      server.store.transaction(async ({ messages }) => {
        await messages.append(row);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await tell('Yes', 'trader1');
    await probe.until(() => JSON.stringify(news(probe)).includes('Yes'));
    expect(news(probe).filter(({ k }) => k === 'e')).toHaveLength(1);
  });

  it('has a socket of its own path, for whoever names his token', async () => {
    const probe = await StreamProbe.open(server.url, `/msg/user/ws?token=${ann.token}`);
    probes.push(probe);
    expect((await probe.until(() => news(probe)[0])).pagination.results.length).toBeGreaterThan(0);
    const stranger = await StreamProbe.open(server.url, '/msg/user/ws?token=x');
    probes.push(stranger);
    await stranger.until(() => stranger.messages.some((message) => message.k === 'a' && message.code !== 200));
    expect(news(stranger)).toEqual([]);
    await expect(StreamProbe.open(server.url, '/msg/user/ws')).rejects.toThrow();
  });
});

describe('what the house writes of trading', () => {
  const deals = async (client: HttpClient) => client.call('messageList', { query: { type: 1 } });

  it('is one message for each order that has ended with deals, by whatever deals, and reaches open pages', async () => {
    const bob = await server.signIn('trader2');
    const probe = await page(bob);
    await trade(server, 'SELL', '50000', '0.01', 'trader3');
    await trade(server, 'SELL', '50001', '0.01', 'trader3');
    await trade(server, 'BUY', '50001', '0.02', 'trader2');
    await probe.until(() => unread(probe)?.deal === 1, 10_000);
    const [message] = await deals(bob);
    expect(message).toMatchObject({ title: 'Bought 0.02 BTC at 50,000.50', body: expect.stringContaining('BTCUSDT, ') });
    expect(message?.refers_to).toMatch(new RegExp(`^${await apiOf(bob)}/`));
    await expect.poll(async () => (await deals(await server.signIn('trader3'))).length, { timeout: 10_000 }).toBe(2);
  });

  it('is no deal of an instance but how that ended: by failing, and not by its owner’s hand', async () => {
    const before = (await deals(ann)).length;
    const broken = await startKit(ann, 'throws', { pauseMs: 300 });
    await untilStatus(ann, broken, 'INTERRUPTED');
    const ends = async () =>
      (await ann.call('messageList', { query: { type: 3 } })).filter(({ refers_to }) => refers_to?.startsWith('instance '));
    await expect.poll(async () => (await ends()).length, { timeout: 10_000 }).toBe(1);
    expect((await ends())[0]).toMatchObject({
      title: expect.stringContaining('failed and was ended'),
      refers_to: `instance ${broken.instance_id}`,
    });
    const stopped = await startKit(ann, 'busy', { pauseMs: 600_000 });
    await ann.call('strategyStop', { body: { instance_id: stopped.instance_id } });
    await untilStatus(ann, stopped, 'STOPPED');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await ends()).toHaveLength(1);
    expect(await deals(ann)).toHaveLength(before);
  });
});
