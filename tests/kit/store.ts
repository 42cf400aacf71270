import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe } from 'vitest';
import { openStore, type StoreOptions } from '../../server/store/open-store.ts';
import type { Store } from '../../server/store/store.ts';
import { bareDataDir } from './servers/data-folder.ts';
import { postgresUrl } from './servers/postgres.ts';

/** A fresh, empty store on an embedded database in the temp folder; `close` also removes its data. */
export async function openTestStore(options: Omit<StoreOptions, 'dataDir'> = {}): Promise<Store> {
  const dataDir = await bareDataDir();
  const store = await openStore({ ...options, dataDir });
  const close = async (): Promise<void> => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...store, close };
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
