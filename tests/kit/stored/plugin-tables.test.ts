import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TABLES } from '../../../core/contract/server-contributions.ts';
import { pluginMigrations } from './plugin-tables.ts';

it('has the tables of every plugin of the repository that asks for some', async () => {
  const withTables = readdirSync('plugins').filter((folder) => {
    const manifest = join('plugins', folder, 'plugin.json');
    if (folder.startsWith('_') || !existsSync(manifest)) return false;
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly requires?: readonly string[] }).requires?.includes(TABLES.id) === true;
  });
  expect(Object.keys(await pluginMigrations()).sort()).toEqual(withTables.sort());
});
