import { accepted } from '../../../core/contract/app-error.ts';
import type { packageRoutes } from '../../../schemas/wire/package.ts';
import type { PackageKeyService } from '../../packages/package-key-service.ts';
import type { PackageService } from '../../packages/package-service.ts';
import type { HandlersOf } from './handlers.ts';

/** Plugins from outside the build, and whose are trusted. */
export function createPackageHandlers(packages: PackageService, keys: PackageKeyService): HandlersOf<typeof packageRoutes> {
  return {
    adminPackages: async () => accepted([...packages.list()]),
    adminPackageExamine: ({ principal, body }) => packages.examine(principal, body),
    adminPackageInstall: ({ principal, body }) => packages.install(principal, body),
    adminPackageUpdate: ({ principal, body }) => packages.update(principal, body),
    adminPackageGrant: ({ principal, body }) => packages.grant(principal, body.plugin, body.grant),
    adminPackageSwitch: ({ principal, body }) => packages.switch(principal, body.plugin, body.enabled),
    adminPackageRemove: ({ principal, body }) => packages.remove(principal, body.plugin),
    adminPackageKeys: async () => accepted([...keys.list()]),
    adminPackageKeyAdd: ({ principal, body }) => keys.add(principal, body.name, body.public_key),
    adminPackageKeyRemove: ({ principal, body }) => keys.remove(principal, body.public_key),
  };
}
