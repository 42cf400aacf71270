import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PluginFolder, PluginFolders } from './plugin-folders.ts';

export const pluginsRoot: string = fileURLToPath(new URL('../../plugins/', import.meta.url));

/** Reads every folder with a `plugin.json`. A manifest that is no JSON becomes null, which fails validation with its folder's name. */
export async function scanPluginFolders(root: string): Promise<PluginFolders> {
  const entries = await readdir(root, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory() && existsSync(join(root, entry.name, 'plugin.json'))).map(({ name }) => name);
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFolder(join(root, name))] as const)));
}

/** One folder; null when it holds no plugin. */
export async function readPluginFolder(root: string, name: string): Promise<PluginFolder | null> {
  return existsSync(join(root, name, 'plugin.json')) ? readFolder(join(root, name)) : null;
}

async function readFolder(folder: string): Promise<PluginFolder> {
  const server = join(folder, 'server.ts');
  const moduleUrl = existsSync(server) ? pathToFileURL(server).href : null;
  return {
    manifest: parsed(await readFile(join(folder, 'plugin.json'), 'utf8')),
    loadServer: moduleUrl === null ? null : () => import(/* @vite-ignore */ moduleUrl),
    moduleUrl,
    hasClient: existsSync(join(folder, 'client.tsx')),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
