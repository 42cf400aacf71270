import type { PluginSource } from '../../core/kernel/index.ts';
import type { ClientPackage, PackageGrant, PackageSigner, PackageView } from '../../schemas/wire/package.ts';
import type { StrategySchemas } from '../runtime/instances/try-origin.ts';
import type { CheckedPackage } from './package-check.ts';
import { asksOf, beyond, covers } from './package-grant.ts';

/** A package that is in the house. */
export interface InstalledPackage extends CheckedPackage {
  readonly schemas: StrategySchemas;
  /** Whose key signed it; null: nobody's. */
  readonly publicKey: string | null;
  readonly granted: PackageGrant;
  readonly isEnabled: boolean;
  /** Why it does not run although it is enabled. */
  readonly failure: string | null;
  readonly installedBy: string;
  readonly installedMs: number;
}

export const asksOfPackage = ({ manifest, files }: Pick<CheckedPackage, 'manifest' | 'files'>): PackageGrant =>
  asksOf(manifest, files.has('client.js'));

/** It is wanted, and was granted all that it asks for. */
export const mayRun = (one: InstalledPackage): boolean => one.isEnabled && covers(one.granted, asksOfPackage(one));

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

/** Packing leaves this name in code that takes components of Fluent from the frame. */
const fluentModule = '@fluentui/react-components';

/** Without client code a browser still needs the texts. */
export const clientPackage = ({ manifest, hash, files }: InstalledPackage): ClientPackage => ({
  hash,
  manifest,
  code: files.has('client.js'),
  styles: files.has('client.css'),
  fluent: [...files].some(([path, text]) => path.startsWith('client') && text.includes(fluentModule)),
});

export const packageView = (installed: InstalledPackage, running: number, signer: PackageSigner | null): PackageView => ({
  id: installed.manifest.id,
  version: installed.manifest.version,
  hash: installed.hash,
  kind: installed.manifest.kind,
  title: installed.manifest.title,
  description: installed.manifest.description,
  state: stateOf(installed),
  signer,
  granted: installed.granted,
  asks: asksOfPackage(installed),
  asks_more: beyond(asksOfPackage(installed), installed.granted),
  reason: installed.failure,
  bytes: installed.bytes,
  has_client: installed.files.has('client.js'),
  strategies: Object.keys(installed.schemas),
  running,
  readme: installed.files.get('README.md') ?? '',
  installed_by: installed.installedBy,
  install_time: installed.installedMs,
});

function stateOf(installed: InstalledPackage): PackageView['state'] {
  if (installed.failure !== null) return 'failed';
  if (!installed.isEnabled) return 'disabled';
  return mayRun(installed) ? 'enabled' : 'waiting';
}
