import { createHash } from 'node:crypto';
import { constants, cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allMigrations } from '../../../server/store/migrations/all.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { checksumOf } from '../../../server/store/opening/migrate.ts';
import { durableStartParams } from '../../../server/store/pglite/durable-pglite.ts';
import { migratePlugins, pluginMigrations } from '../stored/plugin-tables.ts';

/** A folder in the temp folder that holds an empty database with the tables of the house and of its plugins; the caller removes it. */
export const freshDataDir = async (): Promise<string> => copyOf(await templateDir(await pluginMigrations()));

/** Without tables of plugins. */
export const bareDataDir = async (): Promise<string> => copyOf(await templateDir({}));

function copyOf(template: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-store-'));
  cpSync(template, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return dataDir;
}

/** Made once per schema: creating a database takes seconds, as do the tables of fifteen plugins, and copying one a fraction. */
async function templateDir(plugins: Awaited<ReturnType<typeof pluginMigrations>>): Promise<string> {
  const house = allMigrations.map((step) => [step.id, checksumOf(step)]);
  const key = createHash('sha256').update(JSON.stringify([house, plugins, durableStartParams]));
  const template = join(tmpdir(), `tessera-store-template-${key.digest('hex').slice(0, 16)}`);
  if (existsSync(template)) return template;
  const draft = mkdtempSync(join(tmpdir(), 'tessera-store-draft-'));
  const store = await openStore({ dataDir: draft });
  await migratePlugins(store, plugins);
  await store.close();
  try {
    renameSync(draft, template);
  } catch (error) {
    // Another test process was faster; its template is as good.
    if (!existsSync(template)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
  return template;
}
