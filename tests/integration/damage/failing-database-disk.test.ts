import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { FailingDisk, noFailingDisk } from '../../kit/disks/failing-disk.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { ServerProcess } from '../../kit/servers/server-process.ts';

const disk = FailingDisk.mount(300);
if (disk === null) console.warn(noFailingDisk);
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const settings = { plugins: 'venue-house', logLevel: 'error' } as const;
let server: ServerProcess | null = null;
let folder = '';

afterEach(async () => {
  await server?.kill();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => disk?.unmount());

it.skipIf(disk === null)(
  'ends with a sentence when the disk fails under the embedded database, never hangs, and has every acknowledged order at the next start',
  async () => {
    const failing = disk as FailingDisk;
    folder = await freshDataDir();
    // The database alone lies there; the journals have a disk that is well.
    await cp(join(folder, 'database'), join(failing.path, 'database'), { recursive: true });
    renameSync(join(folder, 'database'), join(folder, 'database.template'));
    symlinkSync(join(failing.path, 'database'), join(folder, 'database'));
    server = await ServerProcess.start(folder, settings);
    const { ended } = server;
    const client = await server.signIn('trader1');
    const api_id = (await client.call('apiList'))[0]?.api_id ?? 0;
    const acknowledged: string[] = [];
    const place = async (): Promise<void> => {
      const price = `${40_000 + acknowledged.length}`;
      const [order] = await client.call('doOrder', { body: { api_id, ...market, side: 'BUY', type: 'LIMIT', price, qty: '0.001' } });
      acknowledged.push(order?.order_id ?? '');
    };
    for (let count = 0; count < 5; count++) await place();

    failing.fail();
    let longestMs = 0;
    let isOver = false;
    const over = ended.then((code) => {
      isOver = true;
      return code;
    });
    while (!isOver) {
      const asked = performance.now();
      await fetch(`${server.url}/healthz`).catch(() => null);
      longestMs = Math.max(longestMs, performance.now() - asked);
      await place().catch(() => null);
    }
    expect(await over).toBe(1);
    expect(longestMs).toBeLessThan(4_000);
    expect(server.lastWords).toMatch(/the disk failed under the database in .*: EIO: i\/o error.*look at the disk before the next start/);

    failing.replace();
    server = await ServerProcess.start(folder, settings);
    const open = await (await server.signIn('trader1')).call('openOrders', { query: {} });
    expect(open.map(({ order_id }) => order_id)).toEqual(expect.arrayContaining(acknowledged));
  },
  120_000,
);
