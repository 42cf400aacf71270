import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import { bridgeProblem } from '../../core/contract/bridged-tokens.ts';
import { contractVersion } from '../../core/contract/version.ts';
import { contributionKinds, type ManifestValidator, type PluginManifest, partsOf } from '../../core/kernel/index.ts';
import type { PluginPackage } from '../../schemas/wire/package.ts';
import { isPackageFile, leadsOut, neededFiles } from './package-files.ts';
import { packageHash, sha256 } from './package-hash.ts';
import { pathProblem } from './taken-paths.ts';
import { textsProblem } from './text-limits.ts';

/** A package whose bytes and manifest are in order; its code has not run. */
export interface CheckedPackage {
  readonly manifest: PluginManifest;
  readonly hash: string;
  /** Path → text. */
  readonly files: ReadonlyMap<string, string>;
  readonly bytes: number;
}

/** Kinds that may come from outside the build. A venue or a service is server code that could not be walled in. */
const foreignKinds: readonly string[] = ['strategy', 'panel', 'page'];

const mostParts = 40;

/** In letters. Every page of every user reads all manifests at its start; what is longer is no description any more. */
const longest: Readonly<Record<string, number>> = { 'plugin.json': 64 * 1024, 'README.md': 256 * 1024 };

/** Holds a package against every rule that can be told without running it; the first broken one is the answer. */
export function checkPackage(sent: PluginPackage, validator: ManifestValidator): Outcome<CheckedPackage> {
  const files = filesOf(sent);
  if (!files.ok) return files;
  const manifest = manifestOf(files.value, validator);
  if (!manifest.ok) return manifest;
  const misfit = misfitOf(manifest.value, files.value);
  if (misfit !== null) return refused('PACKAGE_INVALID', misfit);
  const texts = textsMisfit(files.value);
  if (texts !== null) return refused('PACKAGE_INVALID', texts);
  const bytes = [...files.value.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return accepted({ manifest: manifest.value, hash: sent.hash, files: files.value, bytes });
}

function filesOf({ files, hash }: PluginPackage): Outcome<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { path, sha256: claimed, text } of files) {
    if (leadsOut(path)) return refused('PACKAGE_PATH', { path });
    if (!isPackageFile(path)) return refused('PACKAGE_INVALID', { field: path, rule: 'is no file of a package' });
    if (found.has(path)) return refused('PACKAGE_INVALID', { field: path, rule: 'is there twice' });
    const most = longest[path] ?? Number.POSITIVE_INFINITY;
    if (text.length > most) return refused('PACKAGE_INVALID', { field: path, rule: `is longer than ${most} letters` });
    if (sha256(text) !== claimed) return refused('PACKAGE_HASH', { file: path });
    found.set(path, text);
  }
  if (packageHash(files) !== hash) return refused('PACKAGE_HASH', { file: 'package' });
  const missing = neededFiles.find((path) => !found.has(path));
  return missing === undefined ? accepted(found) : refused('PACKAGE_INVALID', { field: missing, rule: 'is missing' });
}

function manifestOf(files: ReadonlyMap<string, string>, validator: ManifestValidator): Outcome<PluginManifest> {
  const checked = validator.check(parsed(files.get('plugin.json') ?? ''));
  if (!checked.ok) return refused('PACKAGE_INVALID', { field: 'plugin.json', rule: checked.problems.join('; ').slice(0, 300) });
  const { manifest } = checked;
  if (!foreignKinds.includes(manifest.kind)) return refused('PACKAGE_KIND', { kind: manifest.kind });
  if (validator.apiProblem(manifest.api, contractVersion) !== null) {
    return refused('PACKAGE_API', { range: manifest.api, version: contractVersion });
  }
  return accepted(manifest);
}

type Misfit = Readonly<Record<'field' | 'rule', string>>;

/** What the manifest says and the files do not hold, or the other way round. */
function misfitOf(manifest: PluginManifest, files: ReadonlyMap<string, string>): Misfit | null {
  const field = 'plugin.json';
  const isStrategy = partsOf(manifest, 'strategies').length > 0;
  const isShown = (['panels', 'routes'] as const).some((kind) => partsOf(manifest, kind).length > 0);
  const rule = manifestProblem(manifest) ?? (isShown ? bridgeProblem(manifest) : null);
  if (rule !== null) return { field, rule };
  if (manifest.kind === 'strategy' && !isStrategy) return { field, rule: 'contributes no strategies' };
  if (isStrategy !== files.has('strategy.js'))
    return { field: 'strategy.js', rule: isStrategy ? 'is missing' : 'has no strategy in plugin.json' };
  if (isShown !== files.has('client.js'))
    return { field: 'client.js', rule: isShown ? 'is missing' : 'has nothing to show in plugin.json' };
  return null;
}

/** What a plugin may not say of itself when it comes from outside the build. */
function manifestProblem(manifest: PluginManifest): string | null {
  const parts = contributionKinds.flatMap((kind) => partsOf(manifest, kind));
  if (parts.length > mostParts) return `contributes more than ${mostParts} parts`;
  // Buttons of the product would lead into it.
  if (partsOf(manifest, 'panels').some(({ role }) => role !== undefined)) return 'may give its panels no role';
  if (partsOf(manifest, 'venues').length > 0) return 'may contribute no venues';
  // People would have their role from what an admin can take away at any moment.
  if ((manifest.contributes?.roles ?? []).length > 0) return 'may contribute no roles';
  // Its code runs in frames of parts that somebody has opened, and nowhere else.
  if (partsOf(manifest, 'commands').length > 0) return 'may contribute no commands: its code runs only in panels and pages that are open';
  if (partsOf(manifest, 'open').length + (manifest.points ?? []).length > 0) return 'may neither open nor use contribution points';
  // Others would depend on what an admin can take away at any moment.
  if ((manifest.provides ?? []).length > 0) return 'may provide no tokens';
  if (manifest.onFailure === 'abort') return 'may not stop the product when it fails';
  // Guests type passwords.
  if ([manifest, ...parts].some(({ access }) => access?.roles === 'public')) return 'may show nothing to guests';
  const keys = [manifest, ...parts].flatMap((part) => [part.title, ...('description' in part ? [part.description as string] : [])]);
  if (keys.some((key) => key.split('.')[0] !== manifest.id)) return 'has a title that is not a text of its own';
  return partsOf(manifest, 'routes').reduce<string | null>((problem, { path }) => problem ?? pathProblem(path), null);
}

function textsMisfit(files: ReadonlyMap<string, string>): Misfit | null {
  for (const [path, text] of files) {
    const rule = path.startsWith('locales/') ? textsProblem(parsed(text)) : null;
    if (rule !== null) return { field: path, rule };
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
