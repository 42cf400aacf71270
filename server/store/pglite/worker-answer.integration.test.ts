import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDataDir } from '../../../tests/kit/servers/data-folder.ts';
import { openDurablePglite, SyncCounter } from './durable-pglite.ts';
import { AnswerLine, answer } from './worker-answer.ts';
import type { DatabaseReply, DatabaseRequest } from './worker-protocol.ts';

/** A disk that stops working when told to. */
class FailingDisk extends SyncCounter {
  broken = false;

  override sync(...[fileSystem, stream]: Parameters<SyncCounter['sync']>): number {
    return super.sync(fileSystem, this.broken ? { nfd: 1_000_000, node: {} } : stream);
  }
}

const request = (sql: string, parameters: readonly unknown[] = []): DatabaseRequest => ({ id: 5, kind: 'query', sql, parameters });

describe('an answer of the database thread', () => {
  let dataDir: string;
  let pglite: PGlite;
  const disk = new FailingDisk();
  beforeAll(async () => {
    dataDir = await freshDataDir();
    pglite = await openDurablePglite(join(dataDir, 'database'), disk);
  }, 60_000);
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('carries big integers and exact decimals as text', async () => {
    const reply = await answer(pglite, disk, request('select $1::bigint as i, $2::numeric as n', ['9007199254740993', '0.10']));
    expect(reply).toMatchObject({ kind: 'done', id: 5, rows: [{ i: '9007199254740993', n: '0.10' }] });
  });

  it('syncs once per commit', async () => {
    await answer(pglite, disk, request('create table kept (i integer)'));
    const before = disk.count;
    for (let i = 0; i < 10; i++) await answer(pglite, disk, request('insert into kept values ($1)', [i]));
    expect(disk.count - before).toBe(10);
  });

  it('tells a refused statement by its PostgreSQL code', async () => {
    expect(await answer(pglite, disk, request('select * from nowhere'))).toMatchObject({
      kind: 'failed',
      id: 5,
      fields: { code: '42P01' },
    });
  });

  it('counts a read that the disk refused as the loss of the database', async () => {
    const refused = "do $$ begin raise 'could not read block 7: I/O error' using errcode = '58030'; end $$";
    expect(await answer(pglite, disk, request(refused))).toMatchObject({
      kind: 'lost',
      by: 'disk',
      message: expect.stringContaining('block 7'),
    });
  });

  // Last: the database is gone afterwards.
  it('never acknowledges a commit whose sync failed, and asks nothing more of the database, from which it may not come back', async () => {
    disk.broken = true;
    const replies: DatabaseReply[] = [];
    const line = new AnswerLine(pglite, disk, (reply) => replies.push(reply));
    await Promise.all([98, 99].map((i) => line.take(request('insert into kept values ($1)', [i]))));
    expect(replies).toEqual([{ kind: 'lost', by: 'disk', message: expect.stringContaining('EBADF') }]);
  });
});
