import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { noSmallDisk, SmallDisk } from '../../kit/disks/small-disk.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { ServerProcess } from '../../kit/servers/server-process.ts';

const disk = SmallDisk.mount(160);
if (disk === null) console.warn(noSmallDisk);
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const megabyte = 2 ** 20;
let server: ServerProcess | null = null;
const folders: string[] = [];

afterAll(() => disk?.unmount());
afterEach(async () => {
  await server?.kill();
  server = null;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

it.skipIf(disk === null)(
  'refuses new orders by name while the disk is full, cancels to the last byte, and goes on by itself with all that was acknowledged',
  async () => {
    const small = disk as SmallDisk;
    const settings = { plugins: 'venue-house', logLevel: 'error', environment: { TESSERA_DISK_FLOOR: '16' } };
    server = await ServerProcess.start(join(small.path, 'data'), settings);
    const client = await server.signIn('trader1');
    const place = placing(client, await accountOf(client));
    const cancel = async (orderId: string): Promise<string> => {
      const body = { api_id: await accountOf(client), ...market, order_id: orderId };
      return (await client.call('cancelOrder', { body })).status;
    };
    const orders: string[] = [];
    for (let count = 0; count < 6; count++) orders.push(await place());

    small.fill(8 * megabyte);
    await expect.poll(() => said(server), { timeout: 5_000 }).toEqual([503, { healthy: false, problems: ['disk-full'] }]);
    await expect(place()).rejects.toThrow('DISK_FULL');
    expect(await healthOf(client)).toBe('CANCEL_ONLY');
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('tessera_disk_full 1');
    expect(await cancel(orders.shift() as string)).toBe('CANCELED');

    small.fill();
    expect(small.freeBytes).toBe(0);
    expect(await cancel(orders.shift() as string)).toBe('CANCELED');
    await expect(place()).rejects.toThrow('DISK_FULL');
    // What the database cannot take is refused by the same name, and it lives on.
    let refusal = '';
    for (let attempt = 0; attempt < 40 && refusal === ''; attempt++) {
      const config_json = JSON.stringify({ attempt, text: randomBytes(60_000).toString('hex') });
      refusal = await client.call('configSave', { body: { config_json } }).then(() => '', String);
    }
    expect(refusal).toContain('DISK_FULL');

    small.free();
    await expect.poll(() => place().catch(() => null), { timeout: 10_000 }).toEqual(expect.any(String));
    expect(await said(server)).toEqual([200, { healthy: true, problems: [] }]);
    expect(await healthOf(client)).toBe('LIVE');
    const open = (await client.call('openOrders', { query: {} })).map(({ order_id }) => order_id);
    expect(open).toEqual(expect.arrayContaining(orders));
    expect(open).toHaveLength(orders.length + 1);
    const history = await client.call('orderHistory', { query: {} });
    expect(history.results.map(({ status }) => status)).toEqual(['CANCELED', 'CANCELED']);
    expect(await server.stop()).toBe(0);
  },
  120_000,
);

it('ends with a sentence when the disk fails under the journal, and has every acknowledged order at the next start', async () => {
  const folder = await freshDataDir();
  folders.push(folder);
  const fault = join(folder, 'fault');
  server = await ServerProcess.start(folder, { plugins: 'venue-house', environment: { TESSERA_KIT_FAULT: fault } });
  const client = await server.signIn('trader1');
  const place = placing(client, await accountOf(client));
  const orders = [await place(), await place()];
  writeFileSync(fault, 'EIO');
  // Nobody hears what became of it.
  await expect(place()).rejects.toThrow();
  expect(await server.ended).toBe(1);
  expect(server.lastWords).toMatch(/the disk failed at .*journal: EIO.*look at the disk/);

  rmSync(fault);
  server = await ServerProcess.start(folder, { plugins: 'venue-house' });
  const open = await (await server.signIn('trader1')).call('openOrders', { query: {} });
  expect(open.map(({ order_id }) => order_id)).toEqual(expect.arrayContaining(orders));
}, 120_000);

const accountOf = async (client: HttpClient): Promise<number> => (await client.call('apiList'))[0]?.api_id ?? 0;

const healthOf = async (client: HttpClient): Promise<string | undefined> =>
  (await client.call('exchangeInfo')).find(({ exchange }) => exchange === market.exchange)?.health;

const said = async (running: ServerProcess | null): Promise<unknown> => {
  const response = await fetch(`${running?.url}/healthz`);
  return [response.status, await response.json()];
};

/** Orders at prices of their own, each a rest in the book; gives their ids. */
const placing = (client: HttpClient, apiId: number): (() => Promise<string>) => {
  let price = 40_000;
  return async () => {
    const body = { api_id: apiId, ...market, side: 'BUY', type: 'LIMIT', price: `${price++}`, qty: '0.001' } as const;
    return (await client.call('doOrder', { body }))[0]?.order_id ?? '';
  };
};
