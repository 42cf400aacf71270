import type { PluginSource } from '../../core/kernel/index.ts';
import type { ClientPackage, PackageView } from '../../schemas/wire/package.ts';
import type { StrategySchemas } from '../runtime/instances/try-origin.ts';
import type { CheckedPackage } from './package-check.ts';

/** A package that is in the house. */
export interface InstalledPackage extends CheckedPackage {
  readonly schemas: StrategySchemas;
  readonly isEnabled: boolean;
  /** Why it does not run although it is enabled. */
  readonly failure: string | null;
  readonly installedBy: string;
  readonly installedMs: number;
}

/** As the server's kernel takes it: its strategies are known by their schemas, their hooks run elsewhere. */
export function sourceOf({ manifest, files, schemas }: InstalledPackage): PluginSource {
  const strategies = Object.fromEntries(Object.entries(schemas).map(([id, params]) => [id, { params }]));
  const hasServer = files.has('strategy.js');
  return {
    folder: manifest.id,
    manifest,
    load: hasServer ? async () => ({ plugin: { strategies } }) : null,
    otherSide: files.has('client.js'),
  };
}

/** Without client code a browser still needs the texts. */
export const clientPackage = ({ manifest, hash, files }: InstalledPackage): ClientPackage => ({
  hash,
  manifest,
  code: files.has('client.js'),
  styles: files.has('client.css'),
});

export const packageView = (installed: InstalledPackage, running: number): PackageView => ({
  id: installed.manifest.id,
  version: installed.manifest.version,
  hash: installed.hash,
  kind: installed.manifest.kind,
  title: installed.manifest.title,
  description: installed.manifest.description,
  state: installed.failure !== null ? 'failed' : installed.isEnabled ? 'enabled' : 'disabled',
  reason: installed.failure,
  bytes: installed.bytes,
  has_client: installed.files.has('client.js'),
  strategies: Object.keys(installed.schemas),
  running,
  readme: installed.files.get('README.md') ?? '',
  installed_by: installed.installedBy,
  install_time: installed.installedMs,
});
