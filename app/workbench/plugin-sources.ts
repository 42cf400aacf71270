import { RoleBook } from '../../core/domain/accounts/role-book.ts';
import { type ManifestRole, type PluginManifest, type PluginSource, rolesOf } from '../../core/kernel/index.ts';

const manifests = import.meta.glob<PluginManifest>('../../plugins/*/plugin.json', { eager: true, import: 'default' });
const clients = import.meta.glob('../../plugins/*/client.tsx');

/** Plugins of this build that have something to show. Their code loads when the kernel starts them. Any may have a half for the server beside it. */
export const pluginSources: readonly PluginSource[] = Object.entries(manifests).flatMap(([path, manifest]) => {
  const base = path.slice(0, -'plugin.json'.length);
  const load = clients[`${base}client.tsx`];
  if (load === undefined) return [];
  return [{ folder: base.split('/').at(-2) ?? '', manifest, load, otherSide: true }];
});

/** Paths that exist for somebody, with or without the role: they decide between 403 and 404. */
export const installedRoutes: readonly string[] = Object.values(manifests).flatMap((manifest) =>
  (manifest.contributes?.routes ?? []).map((route) => route.path),
);

/** Roles that plugins of this build bring; which of them the server runs, it decides with every call. */
export const contributedRoles: readonly ManifestRole[] = rolesOf(Object.values(manifests));
export const roleBook = new RoleBook(contributedRoles);
