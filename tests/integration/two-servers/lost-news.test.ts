import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../server/store/open-store.ts';
import { DeafNats } from '../../kit/servers/deaf-nats.ts';
import { HttpClient } from '../../kit/servers/http-client.ts';
import { LineProxy } from '../../kit/servers/line-proxy.ts';
import { postgresUrl } from '../../kit/servers/postgres.ts';
import { freePort, ServerPair } from '../../kit/servers/server-pair.ts';
import { apiOf, infoOf, startKit } from '../../kit/servers/strategy-client.ts';

const databaseUrl = await postgresUrl();

interface Bus {
  readonly url: string;
  /** From now on nothing arrives any more. */
  fallSilent(): Promise<void>;
  close(): Promise<void>;
}

const buses: readonly (readonly [how: string, open: () => Promise<Bus>])[] = [
  [
    'there is none',
    async () => ({ url: `nats://127.0.0.1:${await freePort()}`, fallSilent: async () => undefined, close: async () => undefined }),
  ],
  [
    'it drops every message',
    async () => {
      const deaf = await DeafNats.start();
      return { url: deaf.url, fallSilent: async () => undefined, close: () => deaf.close() };
    },
  ],
  [
    'it is lost midway',
    async () => {
      const proxy = await LineProxy.open(process.env.TESSERA_TEST_NATS ?? 'nats://127.0.0.1:4222');
      return { url: proxy.url, fallSilent: () => proxy.takeAway(), close: () => proxy.takeAway() };
    },
  ],
];

describe.skipIf(databaseUrl === null)('two servers that hear nothing of each other over the bus', () => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  it.each(buses)(
    'obey what is ended, halted or taken at the other, at once or from the next reading on, and go on as one when one dies: %s',
    {
      timeout: 400_000,
    },
    async (_, open) => {
      const bus = await open();
      const pair = new ServerPair(databaseUrl ?? '', { TESSERA_BUS: bus.url });
      ends.push(
        () => bus.close(),
        () => pair.end(),
      );
      const holder = await pair.start(await freePort());
      const second = await pair.standBy(await freePort());
      second.trading.catch(() => undefined);
      const signIn = async (url: string, name: string): Promise<HttpClient> => {
        const client = new HttpClient(url);
        await client.signIn(name, holder.account(name).password);
        return client;
      };
      const at = (url: string, { token }: HttpClient): HttpClient => Object.assign(new HttpClient(url), { token });
      /** False: refused or not answered. */
      const isIn = (client: HttpClient): Promise<boolean> =>
        client.call('checkToken').then(
          (answer) => answer === 1,
          () => false,
        );
      const soon = { timeout: 60_000, interval: 100 };

      const trader = await signIn(holder.url, 'trader3');
      const here = at(second.url, trader);
      const instance = await startKit(trader, 'throws', { pauseMs: 600_000, qty: '0.001' });
      const resting = async (): Promise<readonly string[]> =>
        (await trader.call('openOrders', { query: {} })).map(({ client_order_id }) => client_order_id);
      await expect.poll(async () => (await resting()).length, soon).toBe(1);
      const order = { api_id: await apiOf(trader), exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
      const mine = {
        ...order,
        side: 'BUY',
        type: 'LIMIT',
        qty: '0.001',
        price: '40000',
        client_order_id: `mine-${new URL(bus.url).port}`,
      } as const;
      await here.call('doOrder', { body: mine });
      const [known, knownThere] = [await signIn(second.url, 'trader2'), await signIn(holder.url, 'trader2')];
      expect([await isIn(at(holder.url, known)), await isIn(at(second.url, knownThere))]).toEqual([true, true]);
      const password = holder.account('trader3').password;
      const key = { name: 'bot', permission: 'read' as const, addresses: [], days: 1, password };
      const made = await here.call('apiKeyCreate', { body: key });
      const bot = Object.assign(new HttpClient(holder.url), { token: made.token });
      expect(await bot.call('apiList')).toHaveLength(1);
      await bus.fallSilent();

      // What only the database can answer is obeyed at once.
      const unseen = await signIn(second.url, 'trader1');
      await unseen.call('outLogin');
      expect(await isIn(at(holder.url, unseen))).toBe(false);

      // What is kept is obeyed from the next reading on.
      await here.call('strategyHalt', { body: { halted: true } });
      await known.call('outLogin');
      await knownThere.call('outLogin');
      await here.call('apiKeyRevoke', { body: { key_id: made.key.key_id } });
      const store = await openStore({ dataDir: '', databaseUrl: databaseUrl ?? '' });
      const set = (await store.pluginSets.all()).find(({ role }) => role === 'user');
      if (set === undefined) throw new Error('traders have no set');
      await store.pluginSets.save({ ...set, excluded: [...set.excluded, 'strategy-kit'] });
      await expect.poll(resting, soon).toEqual([mine.client_order_id]);
      await expect
        .poll(
          () =>
            bot.call('apiList').then(
              () => 'in',
              () => 'out',
            ),
          soon,
        )
        .toBe('out');
      await expect.poll(async () => JSON.stringify(await trader.call('pluginList')).includes('"strategy-kit"'), soon).toBe(false);
      await expect.poll(() => isIn(at(holder.url, known)), soon).toBe(false);
      await expect.poll(() => isIn(at(second.url, knownThere)), soon).toBe(false);
      await store.pluginSets.save(set);
      await store.close();

      await holder.kill();
      await second.trading;
      expect((await here.call('openOrders', { query: {} })).map(({ client_order_id }) => client_order_id)).toEqual([mine.client_order_id]);
      expect((await here.call('strategyLimits', { query: {} })).halted).toBe(true);
      expect((await infoOf(here, instance)).instance.status).toBe('TRADING');
      await here.call('cancelAll', { body: { api_id: order.api_id } });
      await here.call('strategyHalt', { body: { halted: false } });
      await here.call('strategyStop', { body: { instance_id: instance.instance_id } });
    },
  );
});
