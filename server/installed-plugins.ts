import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginSource } from '../core/kernel/index.ts';

/** Plugin folders with a manifest, in order of name. */
export function installedPlugins(folder: string): readonly PluginSource[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'plugin.json')))
    .sort()
    .map((name) => {
      const server = join(folder, name, 'server.ts');
      return {
        folder: name,
        manifest: JSON.parse(readFileSync(join(folder, name, 'plugin.json'), 'utf8')) as unknown,
        load: existsSync(server) ? () => import(pathToFileURL(server).href) : null,
      };
    });
}
