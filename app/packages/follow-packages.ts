import type { OwnPlugin } from '../../core/contract/plugin-sets.ts';
import type { PackageHostParts } from './package-host.ts';

type Follow = (list: readonly OwnPlugin[]) => Promise<void>;

async function openHost(parts: PackageHostParts): Promise<Follow> {
  const { PackageHost } = await import('./package-host.ts');
  const host = new PackageHost(parts);
  return (list) => host.follow(list);
}

/** Gives a function that follows the server's lists; nothing is loaded for it before the first package. */
export function followPackages(parts: PackageHostParts, open: (parts: PackageHostParts) => Promise<Follow> = openHost): Follow {
  let host: Promise<Follow> | null = null;
  return async (list) => {
    const ids = list.flatMap((plugin) => (plugin.package === undefined ? [] : [plugin.id]));
    if (host === null && ids.length === 0) return;
    host ??= open(parts);
    let follow: Follow;
    try {
      follow = await host;
    } catch (error) {
      // The workbench goes on without packages; the next list tries again.
      host = null;
      for (const id of ids) parts.onProblem(id, [error instanceof Error ? error.message : String(error)]);
      return;
    }
    await follow(list);
  };
}
