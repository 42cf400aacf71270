import { watch } from 'node:fs';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';

/** Editors write a file in several steps. */
const quietMs = 80;

/** Tells of folders below `root` in which something was saved, once it is quiet. Tests and texts of a plugin are no code. */
export function watchFolders(root: string, clock: Pick<Clock, 'after'>, onChange: (folder: string) => void): Disposer {
  const waiting = new Map<string, () => void>();
  const watcher = watch(root, { recursive: true }, (_event, path) => {
    const [folder, ...rest] = (path ?? '').split(/[/\\]/);
    const file = rest.join('/');
    if (folder === undefined || folder.startsWith('_') || !/^[^/]+\.(ts|json)$/.test(file) || /\.test\.ts$/.test(file)) return;
    waiting.get(folder)?.();
    waiting.set(
      folder,
      clock.after(quietMs, () => {
        waiting.delete(folder);
        onChange(folder);
      }) as () => void,
    );
  });
  return () => {
    watcher.close();
    for (const stop of waiting.values()) stop();
  };
}
