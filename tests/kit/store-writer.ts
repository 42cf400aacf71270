import { openStore } from '../../server/store/open-store.ts';
import { userRecord } from './store-records.ts';

/**
 * A process to be killed: writes users as fast as it can and prints each id once its write is acknowledged.
 * Arguments: data folder, round (part of the ids).
 */
const [dataDir, round] = process.argv.slice(2);
if (dataDir === undefined || round === undefined) throw new Error('usage: store-writer <data folder> <round>');
const store = await openStore({ dataDir, checkpointMs: 40 });
for (let i = 0; ; i++) {
  const ids = Array.from({ length: 1 + (i % 5) }, (_, part) => `${round}-${i}-${part}`);
  await store.transaction(async (repositories) => {
    for (const id of ids) await repositories.users.create(userRecord(id));
  });
  process.stdout.write(`${ids.join('\n')}\n`);
}
