import type { ComponentType } from 'react';
import type { InstrumentId } from '../domain/markets/instrument.ts';
import type { PointHost } from './plugin.ts';
import type { Resolved, TokenMap } from './token.ts';

export type { PanelRole } from '../../schemas/manifest.ts';

/** Link groups tie panels to one instrument by colour; `none` keeps a panel on its own. */
export const linkGroups = ['blue', 'orange', 'violet', 'teal', 'none'] as const;
export type LinkGroup = (typeof linkGroups)[number];

export type PanelConfig = Readonly<Record<string, unknown>>;

/** Brings a config of version `to - 1` to version `to`. Pure. */
export interface PanelMigration {
  readonly to: number;
  up(config: PanelConfig): PanelConfig;
}

export interface PanelDefinition<R extends TokenMap = TokenMap> {
  /** Loaded when the panel is first opened; `host` has the contribution points that the plugin opens. */
  load(host: PointHost): Promise<{ readonly Panel: ComponentType<PanelProps<R>> }>;
  /** JSON Schema (draft-07 shape) of the config; absent: the panel keeps no config. */
  readonly configSchema?: object;
  readonly defaultConfig?: PanelConfig;
  /** In order, one for each version above 1. */
  readonly migrations?: readonly PanelMigration[];
}

/** What the workspace hands to a mounted panel. Values change by re-render. */
export interface PanelProps<R extends TokenMap = TokenMap> {
  readonly panelId: string;
  readonly services: Resolved<R>;
  readonly config: PanelConfig;
  /** Merged into the config and saved with the layout. */
  updateConfig(patch: PanelConfig): void;
  readonly linkGroup: LinkGroup;
  /** Instrument of the panel's link group; null when no market is chosen yet. */
  readonly instrumentId: InstrumentId | null;
  /** False while another tab of the stack covers the panel: stop costly work. */
  readonly visible: boolean;
}
