import { createHash } from 'node:crypto';
import { constants, cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { durableStartParams } from '../../server/store/durable-pglite.ts';
import { checksumOf } from '../../server/store/migrate.ts';
import { allMigrations } from '../../server/store/migrations/all.ts';
import { openStore, type StoreOptions } from '../../server/store/open-store.ts';
import type { Store } from '../../server/store/store.ts';
import { postgresUrl } from './postgres.ts';

/** A fresh, empty store on an embedded database in the temp folder; `close` also removes its data. */
export async function openTestStore(options: Omit<StoreOptions, 'dataDir'> = {}): Promise<Store> {
  const dataDir = await freshDataDir();
  const store = await openStore({ ...options, dataDir });
  const close = async (): Promise<void> => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...store, close };
}

/** A folder in the temp folder that holds a migrated, empty database; the caller removes it. */
export async function freshDataDir(): Promise<string> {
  const template = await templateDir();
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-store-'));
  cpSync(template, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return dataDir;
}

/** Made once per schema: creating a database takes seconds, copying one a fraction. */
async function templateDir(): Promise<string> {
  const key = createHash('sha256').update(JSON.stringify([allMigrations.map(checksumOf), durableStartParams]));
  const template = join(tmpdir(), `tessera-store-template-${key.digest('hex').slice(0, 16)}`);
  if (existsSync(template)) return template;
  const draft = mkdtempSync(join(tmpdir(), 'tessera-store-draft-'));
  await (await openStore({ dataDir: draft })).close();
  try {
    renameSync(draft, template);
  } catch (error) {
    // Another test process was faster; its template is as good.
    if (!existsSync(template)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
  return template;
}

/** Runs the same tests against a fresh store on each engine; those on PostgreSQL are skipped where there is none. */
export async function describeStore(name: string, body: (store: () => Store) => void): Promise<void> {
  const databaseUrl = await postgresUrl();
  const define = (open: () => Promise<Store>) => () => {
    let store: Store;
    beforeAll(async () => {
      store = await open();
    }, 60_000);
    afterAll(() => store.close());
    body(() => store);
  };
  describe(`${name}, embedded`, define(openTestStore));
  describe.skipIf(databaseUrl === null)(
    `${name}, PostgreSQL`,
    define(() => openStore({ dataDir: '', databaseUrl: databaseUrl ?? '' })),
  );
}
