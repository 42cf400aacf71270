import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { postgresUrl } from '../../kit/servers/postgres.ts';
import { ServerProcess } from '../../kit/servers/server-process.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';

/** The house's exchange without the simulated ones. */
const houseAlone = { plugins: 'venue-house', logLevel: 'warn' };
const postgres = await postgresUrl();
const folders: string[] = [];
const running: ServerProcess[] = [];

afterAll(async () => {
  for (const server of running) await server.stop('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await freshDataDir();
  folders.push(folder);
  return folder;
}

async function start(dataFolder: string, databaseUrl: string | null = null): Promise<ServerProcess> {
  const server = await ServerProcess.start(dataFolder, { ...houseAlone, ...(databaseUrl === null ? {} : { databaseUrl }) });
  running.push(server);
  return server;
}

const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;

/** Places orders one after the other until the server no longer takes any; gives the ids that were acknowledged. */
async function placeUntilRefused(client: HttpClient, apiId: number, onFirst: () => void): Promise<readonly string[]> {
  const acknowledged: string[] = [];
  for (;;) {
    try {
      const [order] = await client.call('doOrder', {
        body: { api_id: apiId, ...market, side: 'BUY', type: 'LIMIT', price: '50000', qty: '0.001' },
      });
      acknowledged.push(order?.order_id ?? '');
      if (acknowledged.length === 20) onFirst();
    } catch {
      return acknowledged;
    }
  }
}

describe.each([
  ['the embedded database', null, false],
  ['PostgreSQL', postgres, postgres === null],
] as const)('on %s', (_, databaseUrl, isMissing) => {
  let folder: string | null = null;
  describe.skipIf(isMissing).each([
    ['SIGTERM', 0, 1001],
    ['SIGKILL', null, 1006],
  ] as const)('a server that gets %s under load', (signal, exitCode, closeCode) => {
    it('ends its sockets and has every acknowledged order and its history when it starts again', async () => {
      folder ??= await newFolder();
      const server = await start(folder, databaseUrl);
      const client = await server.signIn('trader1');
      const stream = await StreamProbe.open(server.url);
      const [account] = await client.call('apiList');
      const apiId = account?.api_id ?? 0;
      const before = new Set((await client.call('openOrders', { query: {} })).map((order) => order.order_id));
      let stopping: Promise<number | null> | null = null;
      const runs = Array.from({ length: 4 }, () =>
        placeUntilRefused(client, apiId, () => {
          // A second signal would end it at once.
          stopping ??= server.stop(signal);
        }),
      );
      const acknowledged = (await Promise.all(runs)).flat();
      expect(await stopping).toBe(exitCode);
      expect((await stream.until(() => stream.closed)).code).toBe(closeCode);
      expect(acknowledged.length).toBeGreaterThan(20);

      const again = await start(folder, databaseUrl);
      const later = await again.signIn('trader1');
      const open = new Set((await later.call('openOrders', { query: {} })).map((order) => order.order_id));
      expect(acknowledged.filter((id) => !open.has(id))).toEqual([]);
      expect([...before].filter((id) => !open.has(id))).toEqual([]);
      await later.call('cancelAll', { body: { api_id: apiId } });
      const history = await later.call('orderHistory', { query: { limit: 500 } });
      const canceled = new Set(history.results.map((order) => order.order_id));
      expect(acknowledged.filter((id) => !canceled.has(id)).length).toBe(Math.max(0, open.size - 500));
      expect(await again.stop('SIGTERM')).toBe(0);
    }, 120_000);
  });
});

describe('two servers on one data folder', () => {
  it('are refused: the second says why and leaves the first alone', async () => {
    const dataFolder = await newFolder();
    const first = await start(dataFolder);
    await expect(ServerProcess.start(dataFolder, houseAlone)).rejects.toThrow('another process is using the data folder');
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
    expect(await first.stop('SIGTERM')).toBe(0);
  }, 60_000);
});
