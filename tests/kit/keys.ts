import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeyRing } from '../../server/secrets/key-ring.ts';
import type { MasterKeys } from '../../server/secrets/master-key.ts';
import type { KeyRow } from '../../server/store/plugins/key-rows.ts';
import type { Repositories } from '../../server/store/store.ts';

/** A master key that somebody else keeps. */
export const masterOf = (key: Buffer): MasterKeys => ({
  ...{ current: key, origin: 'TESSERA_MASTER_KEY', file: null },
  open: async (attempt) => attempt(key),
  readAgain: async () => key,
});

/** The keys of an installation without a database, for whoever only seals. */
export function ringInMemory(master = Buffer.alloc(32, 7)): Promise<KeyRing> {
  let rows: readonly KeyRow[] = [];
  const replace = async (others: readonly KeyRow[]): Promise<void> => {
    rows = others;
  };
  const sealingKeys = { hold: async () => undefined, all: async () => rows, replace };
  const repositories = { sealingKeys } as unknown as Repositories;
  const store = { sealingKeys, transaction: <T>(work: (within: Repositories) => Promise<T>) => work(repositories) };
  return KeyRing.open({ store, master: masterOf(master), clock: { nowMs: () => 1_000_000_000_000 } });
}

/** The key that an installation has made for itself. */
export const masterKeyIn = (dataFolder: string): Buffer => Buffer.from(readFileSync(join(dataFolder, 'master.key'), 'utf8').trim(), 'hex');
