import { accepted } from '../../core/contract/app-error.ts';
import type { packageRoutes } from '../../schemas/wire/package.ts';
import type { PackageDesk } from '../packages/package-desk.ts';
import type { HandlersOf } from './handlers.ts';

/** Plugins from outside the build. */
export function createPackageHandlers(packages: PackageDesk): HandlersOf<typeof packageRoutes> {
  return {
    adminPackages: async () => accepted([...packages.list()]),
    adminPackageInstall: ({ principal, body }) => packages.install(principal, body),
    adminPackageUpdate: ({ principal, body }) => packages.update(principal, body),
    adminPackageSwitch: ({ principal, body }) => packages.switch(principal, body.plugin, body.enabled),
    adminPackageRemove: ({ principal, body }) => packages.remove(principal, body.plugin),
  };
}
