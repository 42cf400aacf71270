import type { Clock } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { PluginReload, type PluginReloadParts } from './plugin-reload.ts';
import { watchFolders } from './watch-folders.ts';

interface ReloadParts extends Omit<PluginReloadParts, 'read' | 'elapsedMs'> {
  readonly clock: Clock;
}

/** Takes plugins into the running server as their files are saved; without a `root` those of the repository. */
export async function reloadSavedPlugins(root: string | undefined, parts: ReloadParts, started: Disposer[]): Promise<PluginReload> {
  const { pluginsRoot, readPluginFolder } = await import('./source.ts');
  const watched = root ?? pluginsRoot;
  const reloads = new PluginReload({ ...parts, read: (id) => readPluginFolder(watched, id), elapsedMs: () => parts.clock.elapsedMs() });
  started.push(watchFolders(watched, parts.clock, (id) => void reloads.reload(id)));
  return reloads;
}
