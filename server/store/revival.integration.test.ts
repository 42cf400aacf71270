import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { noSmallDisk, SmallDisk } from '../../tests/kit/disks/small-disk.ts';
import { freshDataDir } from '../../tests/kit/servers/data-folder.ts';
import { startThread } from '../threads/start-thread.ts';
import { connectPglite } from './opening/dialect.ts';
import { PgliteClient } from './pglite/pglite-client.ts';
import { OpenTransaction } from './sql/open-transaction.ts';
import { StoreError } from './store-error.ts';

const disk = SmallDisk.mount(120);
if (disk === null) console.warn(noSmallDisk);
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  disk?.unmount();
});

it('starts the database again after its thread died, with what was acknowledged, and lets no transaction go on across that', async () => {
  const dataDir = await freshDataDir();
  folders.push(dataDir);
  const lost: StoreError[] = [];
  let worker: Worker | null = null;
  const client = await PgliteClient.start(join(dataDir, 'database'), {
    onLost: (error) => lost.push(error),
    startWorker: (...terms) => {
      worker = startThread(...terms);
      return worker;
    },
  });
  const database = connectPglite(client, new OpenTransaction());
  await sql`create table kept (i integer)`.execute(database);
  await sql`insert into kept values (1)`.execute(database);
  const torn = database.transaction().execute(async (transaction) => {
    await sql`insert into kept values (2)`.execute(transaction);
    await worker?.terminate();
    await expect
      .poll(
        () =>
          client.query('select 1', []).then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true);
    await sql`insert into kept values (3)`.execute(transaction);
  });
  await expect(torn).rejects.toMatchObject({ code: 'STORE_AWAY' });
  expect((await sql<{ i: number }>`select i from kept order by i`.execute(database)).rows).toEqual([{ i: 1 }]);
  expect(lost).toEqual([]);
  await database.destroy();
}, 60_000);

it('is closed at once, also while its thread is being started again', async () => {
  const dataDir = await freshDataDir();
  folders.push(dataDir);
  const workers: Worker[] = [];
  const client = await PgliteClient.start(join(dataDir, 'database'), {
    startWorker: (...terms) => {
      const worker = startThread(...terms);
      workers.push(worker);
      return worker;
    },
  });
  await workers[0]?.terminate();
  await expect.poll(() => workers.length, { timeout: 10_000 }).toBe(2);
  const closed = client.close().then(() => 'closed');
  const late = new Promise((resolve) => setTimeout(resolve, 15_000, 'late'));
  const outcome = await Promise.race([closed, late]);
  await workers[1]?.terminate();
  expect(outcome).toBe('closed');
}, 60_000);

it.skipIf(disk === null)(
  'comes back by itself from a full disk on which even a checkpoint found no room',
  async () => {
    const small = disk as SmallDisk;
    const template = await freshDataDir();
    cpSync(template, join(small.path, 'data'), { recursive: true });
    rmSync(template, { recursive: true });
    const lost: StoreError[] = [];
    const client = await PgliteClient.start(join(small.path, 'data', 'database'), {
      onLost: (error) => lost.push(error),
      hasRoom: () => small.freeBytes > 2 ** 20,
    });
    await client.query('create table kept (i integer, text text)', []);
    await client.query('insert into kept values (1, $1)', ['first']);
    small.fill();
    const insert = (): Promise<unknown> => client.query("insert into kept select 2, repeat('x', 2000) from generate_series(1, 200)", []);
    await expect(insert()).rejects.toMatchObject({ code: '53100' });
    await expect(client.query('checkpoint', [])).rejects.toMatchObject({ code: 'STORE_AWAY' });
    await expect(client.query('select 1', [])).rejects.toBeInstanceOf(StoreError);
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    expect(lost).toEqual([]);
    small.free();
    await expect
      .poll(
        () =>
          insert().then(
            () => 'done',
            () => 'away',
          ),
        { timeout: 20_000, interval: 200 },
      )
      .toBe('done');
    expect((await client.query('select i, count(*)::integer as n from kept group by i order by i', [])).rows).toEqual([
      { i: 1, n: 1 },
      { i: 2, n: 200 },
    ]);
    await client.close();
  },
  90_000,
);
