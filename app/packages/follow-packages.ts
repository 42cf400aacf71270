import type { PluginView } from '../../schemas/wire/workspace.ts';
import type { PackageHost, PackageHostParts } from './package-host.ts';

/** Gives a function that follows the server's lists; nothing is loaded for it before the first package. */
export function followPackages(parts: PackageHostParts): (list: readonly PluginView[]) => Promise<void> {
  let host: Promise<PackageHost> | null = null;
  return async (list) => {
    if (host === null && list.every((plugin) => plugin.package === undefined)) return;
    host ??= import('./package-host.ts').then(({ PackageHost: Host }) => new Host(parts));
    await (await host).follow(list);
  };
}
