import type {
  CommandContribution,
  OpenContribution,
  PanelContribution,
  PluginManifest,
  RouteContribution,
  StrategyContribution,
  VenueContribution,
} from '../../schemas/manifest.ts';

export type { PluginManifest };

/** The manifest part of every kind of contribution. */
export interface ContributionParts {
  panels: PanelContribution;
  routes: RouteContribution;
  commands: CommandContribution;
  venues: VenueContribution;
  strategies: StrategyContribution;
  open: OpenContribution;
}
export type ContributionKind = keyof ContributionParts;

export const contributionKinds = ['panels', 'routes', 'commands', 'venues', 'strategies', 'open'] as const;

export interface ContributionRef {
  readonly kind: ContributionKind;
  readonly id: string;
}

/** The manifest's entries of one kind; empty when it has none. */
export function partsOf<K extends ContributionKind>(manifest: PluginManifest, kind: K): readonly ContributionParts[K][] {
  const contributes: { readonly [P in ContributionKind]?: readonly ContributionParts[P][] } = manifest.contributes ?? {};
  return contributes[kind] ?? [];
}

/** Names a contribution across all plugins: `panel-orders/open-orders`. Saved layouts and plugin sets use it. */
export const contributionKey = (pluginId: string, id: string): string => `${pluginId}/${id}`;

/** A manifest that passed, or what is wrong with it. */
export type ManifestCheck =
  | { readonly ok: true; readonly manifest: PluginManifest }
  | { readonly ok: false; readonly problems: readonly string[] };

export interface ManifestValidator {
  check(raw: unknown): ManifestCheck;
  /** Why a plugin for contract versions `range` cannot run on `contractVersion`; null when it can. */
  apiProblem(range: string, contractVersion: string): string | null;
}

/** For the browser, whose manifests were validated when the bundle was built: ajv would need eval, which the CSP forbids. */
export const trustManifest: ManifestValidator = {
  check: (raw) => ({ ok: true, manifest: raw as PluginManifest }),
  apiProblem: () => null,
};
