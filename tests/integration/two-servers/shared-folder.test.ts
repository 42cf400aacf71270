import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../../core/contract/error-catalogue.ts';
import { patienceMs } from '../../../server/leases/held-lease.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { HttpClient, refusalOf } from '../../kit/servers/http-client.ts';
import { postgresUrl } from '../../kit/servers/postgres.ts';
import { freePort, standing } from '../../kit/servers/server-pair.ts';
import { ServerProcess } from '../../kit/servers/server-process.ts';
import { apiOf } from '../../kit/servers/strategy-client.ts';

const databaseUrl = await postgresUrl();
let folder = '';
const servers: ServerProcess[] = [];
beforeEach(async () => {
  folder = await freshDataDir();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

const start = async (options: Parameters<typeof ServerProcess.start>[1] = {}): Promise<ServerProcess> => {
  const server = await ServerProcess.start(folder, { plugins: 'venue-house', ...options });
  servers.push(server);
  return server;
};
const order = async (client: HttpClient, id: string) => ({
  ...{ api_id: await apiOf(client), exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' as const },
  ...{ side: 'BUY' as const, type: 'LIMIT' as const, qty: '0.001', price: '41000', client_order_id: id },
});

describe.skipIf(databaseUrl === null)('two servers on one PostgreSQL with the journals in one folder', () => {
  const onPostgres = async () => {
    const port = await freePort();
    const options = { port, databaseUrl: databaseUrl ?? '', environment: { TESSERA_ADDRESS: `http://127.0.0.1:${port}` } };
    return { url: `http://127.0.0.1:${port}`, options };
  };

  it('open them one after the other: a holder that stands still keeps them and goes on, and the other takes over when it dies', {
    timeout: 120_000,
  }, async () => {
    const holder = await start((await onPostgres()).options);
    const { url, options } = await onPostgres();
    const taking = start({ ...options, standsBy: true });
    await expect.poll(async () => (await standing(url))?.status, { timeout: 30_000 }).toBe('standby');
    const here = await holder.signIn('trader1');
    const there = Object.assign(new HttpClient(url), { token: here.token });
    const acknowledged: string[] = [];
    const trade = async (): Promise<void> => {
      for (const client of [here, there]) {
        const id = `mine-${acknowledged.length}`;
        await client.call('doOrder', { body: await order(client, id) });
        acknowledged.push(id);
      }
    };
    await trade();

    holder.pause();
    await expect.poll(async () => (await standing(url))?.at, { timeout: 10_000 }).toBe('');
    expect(await refusalOf(there.call('openOrders', { query: {} }))).toMatchObject({ number: errorCatalogue.SERVER_STANDBY.number });
    await new Promise((resolve) => setTimeout(resolve, patienceMs));
    holder.resume();
    await expect.poll(async () => (await standing(url))?.at, { timeout: 10_000 }).toBe(holder.url);
    await trade();

    await holder.kill();
    const next = await taking;
    const client = await next.signIn('trader1');
    const open = async () => (await client.call('openOrders', { query: {} })).map(({ client_order_id }) => client_order_id).toSorted();
    await expect.poll(open, { timeout: 15_000 }).toEqual(acknowledged.toSorted());
    expect((await standing(next.url))?.healthy).toBe(true);
  });
});

it('the second of two servers on one folder with the embedded database refuses its start with a sentence, and the first goes on', {
  timeout: 60_000,
}, async () => {
  const first = await start();
  await expect(start()).rejects.toThrow(/another process is using the data folder .*; stop it or choose another folder/);
  const client = await first.signIn('trader1');
  expect(await client.call('doOrder', { body: await order(client, 'mine') })).toHaveLength(1);
});
