import { existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupOutcome, backupDeed, backupFolder } from '../../server/backup/backup-door.ts';
import type { Settings } from '../../server/settings.ts';
import { CopiedDatabase } from '../../server/store/copy/copied-database.ts';
import { openStore } from '../../server/store/open-store.ts';
import { copyTree } from '../../server/store/opening/copy-tree.ts';
import { lockData } from '../../server/store/opening/data-lock.ts';
import { ownFolder } from '../../server/store/opening/own-folder.ts';
import { BackupProblem } from './backup-problem.ts';
import { askForCopy, noteByServer } from './door-call.ts';

/** A database that can be read while the installation goes on. */
export interface DatabaseSource {
  readonly database: CopiedDatabase;
  /** When it is, or will be seen, as it is. */
  readonly timeMs: number;
  close(): Promise<void>;
}

/**
 * Of a PostgreSQL the database itself; of the embedded one a copy of its files: from the server, which alone can make one while it runs, or
 * made here while the lock of the data folder keeps a server from starting.
 */
export async function openSource({ dataFolder, databaseUrl }: Settings, to: string, signal: AbortSignal): Promise<DatabaseSource> {
  if (databaseUrl !== null) {
    const timeMs = Date.now();
    const store = await openStore({ dataDir: dataFolder, databaseUrl, leaveAsIs: true });
    await store.audit.append(backupDeed({ to }, timeMs));
    await store.close();
    const database = await CopiedDatabase.open({ dataDir: dataFolder, databaseUrl });
    return { database, timeMs, close: () => database.close() };
  }
  requireDatabase(dataFolder);
  const copy = await askForCopy(dataFolder, { to }, signal);
  if (copy !== null) {
    const database = await CopiedDatabase.open({ dataDir: copy.folder, databaseUrl: null }).catch((error: unknown) => {
      copy.release();
      throw error;
    });
    return {
      database,
      timeMs: copy.timeMs,
      close: async () => {
        await database.close();
        copy.release();
      },
    };
  }
  return copyOfStopped(dataFolder);
}

function requireDatabase(dataFolder: string): void {
  if (!existsSync(join(dataFolder, 'database'))) throw new BackupProblem(`TESSERA_DATA: there is no database in ${dataFolder}`);
}

async function copyOfStopped(dataFolder: string): Promise<DatabaseSource> {
  const lock = await lockData(dataFolder);
  ownFolder(join(dataFolder, backupFolder));
  const folder = mkdtempSync(join(dataFolder, backupFolder, 'copy-'));
  try {
    await copyTree(realpathSync(join(dataFolder, 'database')), join(folder, 'database'));
    const database = await CopiedDatabase.open({ dataDir: folder, databaseUrl: null });
    return {
      database,
      timeMs: Date.now(),
      close: async () => {
        await database.close();
        await rm(folder, { recursive: true, force: true });
        await lock.release();
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    await lock.release();
    throw error;
  }
}

/** Notes in the audit log how a backup ended: operators are told how old the last one is. A server that runs does it; else it is done here. */
export async function noteOutcome({ dataFolder, databaseUrl }: Settings, outcome: BackupOutcome, signal: AbortSignal): Promise<void> {
  if (databaseUrl === null) {
    requireDatabase(dataFolder);
    if (await noteByServer(dataFolder, outcome, signal)) return;
  }
  const store = await openStore({ dataDir: dataFolder, databaseUrl: databaseUrl ?? undefined, leaveAsIs: true });
  await store.audit.append(backupDeed(outcome, Date.now())).finally(() => store.close());
}
