/** `npm run audit:verify`: says whether the audit log is as it was written, or which entry is the first that is not. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditProblem } from '../core/domain/audit/audit-problem.ts';
import { readSettings, SettingError } from '../server/settings.ts';
import { openStore } from '../server/store/open-store.ts';
import { StoreError } from '../server/store/store-error.ts';
import { readCommandLine, refuseCall } from './kit/command-line.mjs';

const usage = `npm run audit:verify

Reads the audit log of this installation from its first entry to its end: each must be what its hash was made of, and follow the one before.
Ends with 1 where one is not. Nothing is changed, and a database of an older version is refused. The settings are those of npm start; the server must be stopped, unless it keeps its data in a PostgreSQL.`;
const words: Readonly<Record<AuditProblem, string>> = {
  missing: 'it is missing',
  'not-following': 'it does not follow the entry before it',
  altered: 'it is not what its hash was made of',
  'other-end': 'it is not the end that the chain tells of',
  'earlier-altered': 'the entries from before the chain are not those that it began with',
  'orders-altered': 'the orders that it seals are not as they were',
  'end-gone': 'the row that holds the end of the chain is gone',
};
readCommandLine(usage, { options: {} });

try {
  process.exitCode = await verify();
} catch (error) {
  if (error instanceof SettingError) refuseCall(error.message, usage);
  console.error(error instanceof StoreError ? error.message : error);
  process.exitCode = 1;
}

async function verify(): Promise<number> {
  const { dataFolder, databaseUrl } = readSettings(process.env, []);
  if (databaseUrl === null && !existsSync(join(dataFolder, 'database'))) {
    console.error(`there is no database in ${dataFolder}: TESSERA_DATA names the data folder`);
    return 1;
  }
  const store = await openStore({ dataDir: dataFolder, databaseUrl: databaseUrl ?? undefined, leaveAsIs: true });
  try {
    const found = await store.audit.verify();
    if (found.outcome === 'broken') {
      const why = words[found.problem];
      console.error(found.entryId === null ? `The audit log is broken: ${why}` : `Entry ${found.entryId} is the first broken one: ${why}`);
      if (found.entryId !== null && found.problem === 'orders-altered') {
        const [entry] = (await store.audit.page({ beforeId: found.entryId + 1, limit: 1 })).items;
        console.error(`It seals ${JSON.stringify(entry?.after)} of ${entry?.subject}`);
      }
      return 1;
    }
    const earlier = found.earlier === 0 ? '' : `, after ${found.earlier} from before the chain`;
    console.log(`${found.entries} entries${earlier}, unbroken to ${found.hash}`);
    return 0;
  } finally {
    await store.close();
  }
}
