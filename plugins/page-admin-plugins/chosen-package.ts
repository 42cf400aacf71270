import { formatNumber } from '../../core/domain/numbers/number-text.ts';
import type { PluginManifest } from '../../schemas/manifest.ts';
import type { PackageView, PluginPackage } from '../../schemas/wire/package.ts';

/** A package file that an admin has chosen and not installed yet; the server judges it when it is. */
export interface ChosenPackage {
  readonly sent: PluginPackage;
  readonly id: string;
  readonly version: string;
  readonly kind: PluginManifest['kind'];
  readonly hash: string;
  /** It brings code for browsers. */
  readonly hasClient: boolean;
  readonly hasStrategy: boolean;
  readonly kilobytes: string;
  /** Version that it would take the place of; null: it is new. */
  readonly replaces: string | null;
  /** It is installed as it is, to the letter. */
  readonly isInstalled: boolean;
}

/** Reads a file as far as it takes to say what it is; null for a file that is no package. */
export function readPackage(text: string, installed: readonly PackageView[]): ChosenPackage | null {
  const sent = parsed(text) as Partial<PluginPackage> | null;
  if (typeof sent !== 'object' || sent === null || !Array.isArray(sent.files) || typeof sent.hash !== 'string') return null;
  const files = sent.files as readonly Partial<PluginPackage['files'][number]>[];
  const manifest = parsed(files.find(({ path }) => path === 'plugin.json')?.text ?? '') as Partial<PluginManifest> | null;
  if (typeof manifest?.id !== 'string' || typeof manifest.version !== 'string' || typeof manifest.kind !== 'string') return null;
  const { id, version, kind } = manifest;
  const before = installed.find((one) => one.id === id);
  return {
    sent: sent as PluginPackage,
    id,
    version,
    kind,
    hash: sent.hash,
    hasClient: files.some(({ path }) => path === 'client.js'),
    hasStrategy: files.some(({ path }) => path === 'strategy.js'),
    kilobytes: formatNumber(text.length / 1000, 1),
    replaces: before?.version ?? null,
    isInstalled: before?.hash === sent.hash,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
