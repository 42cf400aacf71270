import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, describe, expect, it } from 'vitest';
import { freshDataDir } from '../../tests/kit/servers/data-folder.ts';
import { openTestStore } from '../../tests/kit/store.ts';
import { userRecord } from '../../tests/kit/store-records.ts';
import { openStore } from './open-store.ts';
import { openDurablePglite, SyncCounter } from './pglite/durable-pglite.ts';

const folders: string[] = [];
const dataDir = async (): Promise<string> => {
  const folder = await freshDataDir();
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Killed {
  readonly acknowledged: readonly string[];
  readonly errors: string;
}

/** Runs the writer of tests/kit/store-writer.ts and kills it without warning after some acknowledged rows. */
function killWriter(folder: string, round: number, killAfter: number): Promise<Killed> {
  const writer = join(import.meta.dirname, '../../tests/kit/store-writer.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', writer, folder, String(round)], { stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve) => {
    let output = '';
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.split('\n').length > killAfter) child.kill('SIGKILL');
    });
    // The text after the last line break may be half an id.
    child.once('close', () => resolve({ acknowledged: output.split('\n').slice(0, -1), errors }));
  });
}

describe('durability of the embedded database', () => {
  it('loses no acknowledged row when the writer is killed, round after round', async () => {
    const folder = await dataDir();
    const acknowledged: string[] = [];
    for (const [round, killAfter] of [3, 60, 250].entries()) {
      const killed = await killWriter(folder, round, killAfter);
      expect(killed.errors).toBe('');
      expect(killed.acknowledged.length).toBeGreaterThanOrEqual(killAfter);
      acknowledged.push(...killed.acknowledged);
      const store = await openStore({ dataDir: folder });
      const lost: string[] = [];
      for (const id of acknowledged) if ((await store.users.get(id)) === null) lost.push(id);
      await store.close();
      expect(lost).toEqual([]);
    }
  }, 120_000);

  it('refuses a second store on the same folder by name, and lets it in after the first has closed', async () => {
    const folder = await dataDir();
    const first = await openStore({ dataDir: folder });
    await expect(openStore({ dataDir: folder })).rejects.toMatchObject({ code: 'STORE_LOCKED', message: expect.stringContaining(folder) });
    const other = await killWriter(folder, 0, 1);
    expect(other.errors).toContain('STORE_LOCKED');
    expect(other.acknowledged).toEqual([]);
    await first.users.create(userRecord('still-works'));
    await first.close();
    await first.close();
    const second = await openStore({ dataDir: folder });
    expect(await second.users.count()).toBe(1);
    await second.close();
  }, 60_000);

  it('refuses to start when a commit reaches no disk', async () => {
    const directory = join(await dataDir(), 'database');
    await expect(openDurablePglite(directory, new SyncCounter(), PGlite.defaultStartParams)).rejects.toMatchObject({
      code: 'STORE_NOT_DURABLE',
    });
  }, 60_000);

  it('creates its folder and database at the first start', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'tessera-first-'));
    folders.push(parent);
    const store = await openStore({ dataDir: join(parent, 'a', 'b') });
    expect(await store.ready()).toBe(true);
    await store.close();
    expect(await store.ready()).toBe(false);
    await expect(store.users.count()).rejects.toThrow();
  }, 60_000);

  it('checkpoints and vacuums by itself while in use', async () => {
    const problems: unknown[] = [];
    const logger = { info: () => undefined, warn: (fields: object) => problems.push(fields) };
    const store = await openTestStore({ checkpointMs: 20, vacuumMs: 30, logger });
    await store.users.create(userRecord('worker'));
    for (let i = 0; i < 100; i++) await store.transaction((repositories) => repositories.settings.set('worker', 'count', i));
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await store.settings.get('worker', 'count')).toBe(99);
    await store.close();
    expect(problems).toEqual([]);
  }, 60_000);
});
