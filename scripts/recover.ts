/** `npm run recover [-- --accept --exchange tessera]`: says how journals and database agree, and lets an operator give up what is missing. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { acceptLoss, LossNotAcceptable } from '../server/recovery/accept-loss.ts';
import { findingLines, lossLines } from '../server/recovery/finding-text.ts';
import { findVenue, isWhole } from '../server/recovery/venue-finding.ts';
import { readSettings, SettingError } from '../server/settings.ts';
import { openStore } from '../server/store/open-store.ts';
import type { Store } from '../server/store/store.ts';
import { StoreError } from '../server/store/store-error.ts';
import { readCommandLine, refuseCall } from './kit/command-line.mjs';

const usage = `npm run recover [-- options]

Says for each exchange of this installation whether its journal and the database agree, and what is missing where they do not.
The server must be stopped; the settings are those of npm start.

  --exchange tessera   only this one
  --accept             takes the journals for the truth: writes what the database has beyond them to a file in the data folder, has it made
                       again from the journals at the next start, and notes it in the audit log. Restore a backup instead where there is one.`;
const { values } = readCommandLine(usage, { options: { exchange: { type: 'string' }, accept: { type: 'boolean', default: false } } });

try {
  process.exitCode = await recover();
} catch (error) {
  if (error instanceof SettingError) refuseCall(error.message, usage);
  const isPlain = error instanceof StoreError || error instanceof LossNotAcceptable;
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}

async function recover(): Promise<number> {
  const { dataFolder, databaseUrl } = readSettings(process.env, []);
  const logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  const store = await openStore({ dataDir: dataFolder, databaseUrl: databaseUrl ?? undefined });
  const parts = { store, dataFolder, logger };
  let open = 0;
  let unreadable = 0;
  try {
    for (const exchange of await chosenExchanges(store, dataFolder)) {
      const finding = await findVenue(exchange, parts).catch((error: Error) => error);
      if (finding instanceof Error) {
        unreadable += 1;
        console.log(`${exchange}: ${finding.message}`);
        continue;
      }
      for (const line of findingLines(finding)) console.log(line);
      if (isWhole(finding)) continue;
      const file = values.accept ? await acceptLoss(finding, { ...parts, nowMs: Date.now() }) : null;
      for (const line of lossLines(finding, values.accept)) console.log(line);
      if (!values.accept) open += 1;
      else
        console.log(
          `  accepted: the next start takes the journal for the truth${file === null ? '' : `; what the database had beyond it is kept in ${file}`}`,
        );
    }
  } finally {
    await store.close();
  }
  if (open > 0) console.log('\nRestore a backup of the data folder, or go on without what is missing: npm run recover -- --accept');
  if (unreadable > 0)
    console.log('\nA journal that cannot be read cannot be accepted: restore a backup of the data folder (docs/operations.md)');
  return open + unreadable === 0 ? 0 : 1;
}

/** Those with a journal, and those of which the database knows accounts: their journal may be gone. */
async function chosenExchanges(store: Store, dataFolder: string): Promise<readonly string[]> {
  const known = [...new Set((await store.apiAccounts.all()).map(({ exchange }) => exchange))];
  const stored = await Promise.all(known.map((exchange) => store.projections.position(exchange)));
  const exchanges = [...new Set([...exchangesIn(dataFolder), ...known.filter((_, at) => (stored[at] ?? 0) > 0)])].toSorted();
  if (values.exchange === undefined) return exchanges;
  if (exchanges.includes(values.exchange)) return [values.exchange];
  throw new LossNotAcceptable(`--exchange: ${values.exchange} has no journal here; there are: ${exchanges.join(', ') || 'none'}`);
}

function exchangesIn(dataFolder: string): string[] {
  try {
    return readdirSync(join(dataFolder, 'venues')).toSorted();
  } catch {
    return [];
  }
}
