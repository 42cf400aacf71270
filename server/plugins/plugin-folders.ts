import type { PluginSource } from '../../core/kernel/index.ts';

/** One folder under `plugins/`, however it was found. */
export interface PluginFolder {
  readonly manifest: unknown;
  /** Imports `server.ts`; null when the folder has none. */
  readonly loadServer: (() => Promise<unknown>) | null;
  /** Its address on disk; null when there is none, or in a bundle. */
  readonly moduleUrl: string | null;
  readonly hasClient: boolean;
}

/** Folder name → folder. */
export type PluginFolders = Readonly<Record<string, PluginFolder>>;

/** The folders as the server's kernel takes them, in order of name. `_templates` and its like are no plugins. */
export const serverSources = (folders: PluginFolders): readonly PluginSource[] =>
  Object.entries(folders)
    .filter(([folder]) => !folder.startsWith('_'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, { manifest, loadServer, moduleUrl, hasClient }]) => ({
      folder,
      manifest,
      load: loadServer,
      otherSide: hasClient,
      ...(moduleUrl === null ? {} : { moduleUrl }),
    }));

/**
 * Every installed plugin. The built server carries them in its bundle; from source (tsx) they are read from the folders,
 * so that a new folder needs no list to be changed.
 */
export async function installedPlugins(): Promise<readonly PluginSource[]> {
  if (import.meta.env === undefined) {
    const { scanPluginFolders, pluginsRoot } = await import('./source.ts');
    return serverSources(await scanPluginFolders(pluginsRoot));
  }
  const { bundledFolders } = await import('./bundled.ts');
  return serverSources(bundledFolders());
}
