import type { ComponentType } from 'react';
import type { AccessDecision } from '../../contract/access.ts';
import type { PanelDefinition, PanelProps } from '../../contract/panel.ts';
import type { PageProps } from '../../contract/plugin.ts';
import type { Venue, VenueOpening } from '../../contract/venue.ts';
import type { HookResult } from '../hook-runner.ts';
import type { ContributionKind, ContributionParts } from '../manifest.ts';

/** What may be shown: an absent contribution is not listed. */
export type VisibleDecision = Exclude<AccessDecision, { readonly outcome: 'absent' }>;

/** One contribution of an active or a locked plugin. */
export interface ContributionEntry<K extends ContributionKind, Code> {
  /** `pluginId/id`: unique in the product, used by saved layouts. */
  readonly key: string;
  readonly id: string;
  readonly pluginId: string;
  readonly manifest: ContributionParts[K];
  readonly decision: VisibleDecision;
  /** Null while locked: the code of a locked contribution is never loaded. */
  readonly code: Code | null;
}

export type PluginServices = Readonly<Record<string, unknown>>;

/** Every call into the plugin is tried and timed; a failure comes back as a result and is reported. */
export interface PanelCode {
  /** Once it is loaded: a panel is then drawn without waiting. */
  readonly Panel: ComponentType<PanelProps> | null;
  readonly definition: PanelDefinition;
  readonly services: PluginServices;
  load(): Promise<HookResult<{ readonly Panel: ComponentType<PanelProps> }>>;
}

interface RouteCode {
  readonly services: PluginServices;
  load(): Promise<HookResult<{ readonly Page: ComponentType<PageProps> }>>;
}

interface CommandCode {
  run(): Promise<HookResult<void>>;
}

interface VenueCode {
  open(opening: VenueOpening): Promise<HookResult<readonly Venue[]>>;
}

interface StrategyCode {
  readonly definition: unknown;
}

export type PanelEntry = ContributionEntry<'panels', PanelCode>;
export type RouteEntry = ContributionEntry<'routes', RouteCode>;
export type CommandEntry = ContributionEntry<'commands', CommandCode>;
export type VenueEntry = ContributionEntry<'venues', VenueCode>;
export type StrategyEntry = ContributionEntry<'strategies', StrategyCode>;
/** Settings have a schema on the server and no code of their own. */
