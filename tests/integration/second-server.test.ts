import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { postgresUrl } from '../kit/postgres.ts';
import { startTestServer } from '../kit/test-server.ts';

const url = await postgresUrl();
const place = mkdtempSync(join(tmpdir(), 'tessera-second-server-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

it.skipIf(url === null)(
  'refuses a second server on one PostgreSQL, from the same data folder or another, so that no other process changes whom this one knows',
  async () => {
    const start = (folder: string) =>
      startTestServer({ dataFolder: join(place, folder), environment: { TESSERA_DATABASE_URL: url ?? '' }, demo: false });
    const first = await start('first');
    const before = await first.store.users.count();
    await expect.poll(() => first.store.projections.position('tessera')).toBeGreaterThan(0);
    await expect(start('first')).rejects.toThrow(/journal.*(in use|locked|another process)/i);
    await expect(start('second')).rejects.toThrow(/the database has stored command \d+, but the journal ends with 0/);
    expect(await first.store.users.count()).toBe(before);
    await first.close();
  },
  120_000,
);
