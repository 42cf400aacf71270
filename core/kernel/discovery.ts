import { permissionVip } from './checks/access.ts';
import { type DependencyOrder, orderByDependency } from './checks/dependency-order.ts';
import type { FailureReason } from './kernel-report.ts';
import { contributionKinds, type ManifestValidator, type PluginManifest, partsOf } from './manifest.ts';
import { sitePagesOf } from './manifest-site.ts';
import type { HostService, PluginSource } from './plugin-source.ts';

/** A plugin folder after validation. Without a manifest only the folder's name is known. */
export interface FoundPlugin {
  readonly id: string;
  readonly source: PluginSource;
  readonly manifest: PluginManifest | null;
  readonly failure: FailureReason | null;
}

export interface Discovery {
  readonly found: readonly FoundPlugin[];
  /** Order of setup, by id; plugins that failed validation included, so that the order never depends on them. */
  readonly order: readonly string[];
  /** What stops the boot. */
  readonly failures: readonly string[];
}

/** Phases discover and validate. Looks at plain data only; no plugin code has run when it returns. */
export function discover(
  sources: readonly PluginSource[],
  validator: ManifestValidator,
  contractVersion: string,
  services: readonly HostService[],
): Discovery {
  const found = withOwnPages(sources.map((source) => examine(source, validator, contractVersion, services)));
  const manifests = found.flatMap(({ manifest }) => (manifest === null ? [] : [manifest]));
  const claims = [
    ...services.map((service) => ({ kind: 'token', name: service.token.id, by: 'the host' })),
    ...found.map(({ id, source }) => ({ kind: 'plugin id', name: id, by: `folder "${source.folder}"` })),
    ...manifests.flatMap(claimsOf),
  ];
  const { order, cycles } = dependencies(manifests);
  return { found, order, failures: [...conflicts(claims), ...cycles.map((path) => `plugins require each other: ${path.join(' → ')}`)] };
}

function examine(
  source: PluginSource,
  validator: ManifestValidator,
  contractVersion: string,
  services: readonly HostService[],
): FoundPlugin {
  const checked = validator.check(source.manifest);
  if (!checked.ok) {
    const failure = { code: 'manifest-invalid', detail: checked.problems.join('; ') } as const;
    return { id: source.folder, source, manifest: null, failure };
  }
  const { manifest } = checked;
  const api = validator.apiProblem(manifest.api, contractVersion);
  return { id: manifest.id, source, manifest, failure: problemOf(manifest, source.folder, api) ?? kindProblem(manifest, services) };
}

/** Of two plugins with a page at one path the later one is off: nobody depends on a path, so the rest need not wait for its mend. */
function withOwnPages(found: readonly FoundPlugin[]): readonly FoundPlugin[] {
  const owners = new Map<string, string>();
  return found.map((plugin) => {
    const { id, manifest, failure } = plugin;
    if (manifest === null || failure !== null) return plugin;
    const own = new Set<string>();
    for (const { path } of [...partsOf(manifest, 'routes'), ...sitePagesOf(manifest)]) {
      const name = path.replace(/:[^/]+/g, ':');
      const owner = own.has(name) ? id : owners.get(name);
      if (owner !== undefined) {
        const detail = `page "${name}" is claimed by plugin "${owner}" and plugin "${id}"`;
        return { ...plugin, failure: { code: 'manifest-invalid', detail } };
      }
      own.add(name);
    }
    for (const name of own) owners.set(name, id);
    return plugin;
  });
}

function problemOf(manifest: PluginManifest, folder: string, apiProblem: string | null): FailureReason | null {
  if (manifest.id !== folder) {
    return { code: 'folder-name', detail: `plugin "${manifest.id}" stands in the folder "${folder}": folder and id must be the same` };
  }
  if (apiProblem !== null) return { code: 'api-range', detail: apiProblem };
  const parts = contributionKinds.flatMap((kind) => partsOf(manifest, kind));
  const words = [manifest.access, ...parts.map((part) => part.access)].flatMap((access) => access?.permission ?? []);
  const unknown = words.find((word) => !Object.hasOwn(permissionVip, word));
  if (unknown !== undefined) {
    const known = Object.keys(permissionVip).join(', ');
    return { code: 'manifest-invalid', detail: `unknown permission "${unknown}"; known are ${known}` };
  }
  const twice = manifest.requires?.find((id) => manifest.optional?.includes(id));
  return twice === undefined ? null : { code: 'manifest-invalid', detail: `token "${twice}" is both required and optional` };
}

/** A service that is for plugins of other kinds alone. */
function kindProblem({ kind, requires = [], optional = [] }: PluginManifest, services: readonly HostService[]): FailureReason | null {
  const asked = [...requires, ...optional];
  const barred = services.find(({ token, kinds }) => kinds?.includes(kind) === false && asked.includes(token.id));
  if (barred === undefined) return null;
  const detail = `asks for "${barred.token.id}", which is for plugins of kind ${barred.kinds?.join(', ')}; it is of kind ${kind}`;
  return { code: 'manifest-invalid', detail };
}

interface Claim {
  readonly kind: string;
  readonly name: string;
  readonly by: string;
}

/** Names that may exist only once in the whole product. */
function claimsOf(manifest: PluginManifest): readonly Claim[] {
  const by = `plugin "${manifest.id}"`;
  return [
    ...(manifest.provides ?? []).map((name) => ({ kind: 'token', name, by })),
    ...(manifest.points ?? []).map((name) => ({ kind: 'contribution point', name, by })),
    ...contributionKinds.flatMap((kind) =>
      partsOf(manifest, kind).map(({ id }) => ({ kind: `contribution (${kind})`, name: `${manifest.id}/${id}`, by })),
    ),
  ];
}

function conflicts(claims: readonly Claim[]): readonly string[] {
  const groups = new Map<string, Claim[]>();
  for (const claim of claims) {
    const key = `${claim.kind} ${claim.name}`;
    groups.set(key, [...(groups.get(key) ?? []), claim]);
  }
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => `${group[0]?.kind} "${group[0]?.name}" is claimed by ${group.map((claim) => claim.by).join(' and ')}`);
}

function dependencies(manifests: readonly PluginManifest[]): DependencyOrder {
  const providers = providersOf(manifests);
  const nodes = manifests.map((manifest) => ({ id: manifest.id, after: dependenciesOf(manifest, providers) }));
  return orderByDependency(nodes);
}

/** Token id → id of the plugin that provides it. */
export const providersOf = (manifests: readonly PluginManifest[]): ReadonlyMap<string, string> =>
  new Map(manifests.flatMap((manifest) => (manifest.provides ?? []).map((tokenId) => [tokenId, manifest.id] as const)));

/** Plugins whose services this one may use. */
export const dependenciesOf = (manifest: PluginManifest, providers: ReadonlyMap<string, string>): readonly string[] =>
  [...(manifest.requires ?? []), ...(manifest.optional ?? [])].flatMap((tokenId) => providers.get(tokenId) ?? []);
