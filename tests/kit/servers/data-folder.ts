import { createHash } from 'node:crypto';
import { constants, cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allMigrations } from '../../../server/store/migrations/all.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { checksumOf } from '../../../server/store/opening/migrate.ts';
import { durableStartParams } from '../../../server/store/pglite/durable-pglite.ts';

/** A folder in the temp folder that holds a migrated, empty database; the caller removes it. */
export async function freshDataDir(): Promise<string> {
  const template = await templateDir();
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-store-'));
  cpSync(template, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return dataDir;
}

/** Made once per schema: creating a database takes seconds, copying one a fraction. */
async function templateDir(): Promise<string> {
  const key = createHash('sha256').update(JSON.stringify([allMigrations.map((step) => [step.id, checksumOf(step)]), durableStartParams]));
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
