import { afterAll, beforeAll, expect, it } from 'vitest';
import { NETWORK, type Network } from '../../../core/contract/network.ts';
import { definePlugin } from '../../../core/contract/plugin.ts';
import { SEALING, type Sealing } from '../../../core/contract/sealing.ts';
import { SECRETS, type Secrets } from '../../../core/contract/secrets.ts';
import { TABLES, type Tables } from '../../../core/contract/server-contributions.ts';
import type { PluginSource } from '../../../core/kernel/index.ts';
import { serviceOf } from '../../kit/contributing.ts';
import { testInstrument } from '../../kit/market-fixtures.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { farHost, farPlugin } from '../../kit/venues/far-plugin.ts';
import { FarServer } from '../../kit/venues/far-server.ts';
import { startFarExchange } from '../../kit/venues/open-far-venue.ts';

/** Plugins of the same server that reach for the keys of an account at somebody else's exchange, by all that their contracts give them. */

let far: Awaited<ReturnType<typeof startFarExchange>>;
let exchange: FarServer;
let server: TestServer;
let trader: HttpClient;
let apiId = 0;
const log: string[] = [];
const ann = { apiKey: 'key-of-ann-0123', secretKey: 'secret-of-ann-4567', passphrase: 'tulip-of-ann-8901' };
/** What the house hands to those who reach for them. */
let [secrets, network, tables, sealing] = [null, null, null, null] as [Secrets | null, Network | null, Tables | null, Sealing | null];

/** A venue with the same services as the one whose keys they are, and no exchange of its own. */
const thievingVenue: PluginSource = {
  folder: 'venue-thief',
  manifest: {
    ...{ id: 'venue-thief', version: '1.0.0', api: '^2.0.0', kind: 'venue', title: 'venue-thief.title' },
    ...{ description: 'venue-thief.description', requires: [SECRETS.id, NETWORK.id], hosts: ['thief.example'] },
    contributes: { venues: [{ id: 'thief', title: 'venue-thief.title' }] },
  },
  load: async () => ({
    plugin: definePlugin({
      requires: { secrets: SECRETS, network: NETWORK },
      venues: {
        thief: {
          open: async (given) => {
            ({ secrets, network } = given);
            return [];
          },
        },
      },
    }),
  }),
};
const thievingService = serviceOf('service-thief', { tables: TABLES, sealing: SEALING }, async ({ services }) => {
  ({ tables, sealing } = services);
  return undefined;
});
const asking = serviceOf('service-asking', { secrets: SECRETS }, async () => undefined);

beforeAll(async () => {
  far = await startFarExchange({ longestMs: 5, listed: [testInstrument.id] });
  exchange = await FarServer.start(far.far, far.line);
  exchange.customers.push(ann);
  process.env[farHost] = exchange.host;
  const plugins = [farPlugin(exchange.host), ...['venue-house', 'service-accounts'].map(pluginSource)];
  server = await startTestServer({ plugins: [...plugins, thievingVenue, thievingService, asking], onLog: (line) => log.push(line) });
  trader = await server.signIn('trader1');
  const terms = { name: 'Mine far away', exchange: 'aurora', permissions: ['spot' as const], group_id: null, expire_time: null };
  const keys = { api_key: ann.apiKey, secret_key: ann.secretKey, passphrase: ann.passphrase };
  apiId = (await trader.call('accountSaveKeys', { body: { ...terms, permissions: ['spot'], ...keys } })).api_id;
}, 120_000);
afterAll(async () => {
  await server?.close();
  await exchange?.close();
  await far?.remove();
});

const rows = (pluginId: string) =>
  server.store.sql.run<{ readonly name: string; readonly sealed: string }>(
    'select name, sealed from plugin_secret where plugin_id = $1 order by name',
    [pluginId],
  );
const names = () => ['key', 'passphrase', 'secret'].map((part) => `account/${apiId}/${part}`);

it('another venue that asks for them by their names finds none, and cannot forget or change them', async () => {
  const before = await rows('kit-far');
  expect(before.map(({ name }) => name)).toEqual([...names(), 'key']);
  for (const name of names())
    for (const asked of [name, `kit-far/${name}`, `../kit-far/${name}`, `/kit-far/${name}`])
      expect([asked, await secrets?.get(asked)]).toEqual([asked, null]);
  for (const name of names()) await secrets?.forget(name);
  await secrets?.keep(names()[0] ?? '', 'a key of the thief');
  expect(await rows('kit-far')).toEqual(before);
});

it('its rows laid under the name of another venue do not open', async () => {
  await server.store.sql.run(
    "insert into plugin_secret (plugin_id, name, sealed) select 'venue-thief', $1, sealed from plugin_secret where plugin_id = 'kit-far' and name = $2",
    ['stolen', names()[2] ?? ''],
  );
  await expect(secrets?.get('stolen')).rejects.toThrow('kept under another master key');
});

it('no plugin but a venue is given secrets at all: one that asks for them is off, and says why', async () => {
  const admin = await server.signIn('admin');
  const status = (await admin.call('adminPlugins')).find((one) => one.id === 'service-asking');
  expect(JSON.stringify(status)).toContain('is for plugins of kind venue; it is of kind service');
});

it('a service reads them neither in the database nor by what it may seal and open itself', async () => {
  const statements = [
    'select * from plugin_secret',
    'select * from public.plugin_secret',
    'select s.sealed from "plugin_secret" s',
    'with s as (select * from plugin_secret) select * from s',
  ];
  for (const statement of statements) await expect(tables?.run(statement), statement).rejects.toThrow('is not its own');
  for (const { name, sealed } of await rows('kit-far'))
    for (const place of [name, `kit-far/${name}`, `../kit-far/${name}`]) expect(sealing?.unseal(place, sealed)).toBeNull();
});

it('nor does it get at the exchange itself, or find them in the log', async () => {
  await expect(network?.fetch(`http://${exchange.host}/whose`, { method: 'POST', body: '{}' })).rejects.toThrow();
  for (const secret of Object.values(ann)) expect(log.join('')).not.toContain(secret);
  // Whose they are has them still: another secret of the same key is refused by the exchange, and the account trades.
  expect(server.room.venues.venue('aurora')?.accounts(apiId)).toHaveLength(1);
});
