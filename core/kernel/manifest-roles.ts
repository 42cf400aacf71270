import type { RoleContribution } from '../../schemas/manifest.ts';
import type { Role } from '../domain/accounts/role.ts';
import type { RoleRow } from '../domain/accounts/role-book.ts';
import type { PluginManifest } from './manifest.ts';

export interface ManifestRole extends RoleRow, Pick<RoleContribution, 'workspace'> {}

/** The roles that these plugins bring. */
export const rolesOf = (manifests: readonly PluginManifest[]): readonly ManifestRole[] =>
  manifests.flatMap((manifest) =>
    (manifest.contributes?.roles ?? []).map(({ id, own, granted, without, workspace }) => ({
      ...{ role: `${manifest.id}/${id}` as Role, own, granted },
      ...(without === undefined ? {} : { without }),
      ...(workspace === undefined ? {} : { workspace }),
    })),
  );

/** What is wrong with a role beyond its shape; null: nothing. */
export function roleProblem(manifest: PluginManifest): string | null {
  const roles = manifest.contributes?.roles ?? [];
  const twice = roles.find(({ id }, at) => roles.findIndex((other) => other.id === id) !== at);
  if (twice !== undefined) return `/contributes/roles: "${twice.id}" stands there twice`;
  const untitled = roles.find(({ id, title }) => title !== `${manifest.id}.role.${id}`);
  if (untitled !== undefined)
    return `/contributes/roles: the title of "${untitled.id}" must be ${manifest.id}.role.${untitled.id}, where everybody looks for it`;
  const stuck = roles.find(({ granted }) => granted.includes('trade') && !granted.includes('reduce'));
  if (stuck === undefined) return null;
  return `/contributes/roles: "${stuck.id}" trades with accounts of others and could not take it back: "granted" needs reduce beside trade`;
}
