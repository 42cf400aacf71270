import type { PanelConfig, PanelDefinition } from '../../contract/panel.ts';
import { messageOf } from '../kernel-report.ts';

/** A panel as a layout keeps it. `type` is the contribution's key. */
export interface SavedPanel {
  readonly type: string;
  readonly version: number;
  readonly config: PanelConfig;
}

/** What stands behind a panel's type now. */
export type PanelState =
  | {
      readonly kind: 'ready';
      readonly version: number;
      readonly definition: Pick<PanelDefinition, 'configSchema' | 'defaultConfig' | 'migrations'>;
    }
  | { readonly kind: 'locked'; readonly minVip: number }
  /** `needs`: something that the plugin needs is not there for this user. */
  | { readonly kind: 'disabled' | 'needs' | 'failed' | 'unknown' };

export type PlaceholderReason =
  | { readonly code: 'locked'; readonly minVip: number }
  | { readonly code: 'disabled' | 'needs' | 'failed' | 'unknown' }
  | { readonly code: 'newer-version' | 'migration-missing'; readonly version: number }
  | { readonly code: 'migration-failed' | 'config-invalid'; readonly detail: string };

/** `placeholder` holds the saved panel untouched, so that the next save writes it back byte for byte. */
export type RestoredPanel =
  | { readonly outcome: 'ready'; readonly version: number; readonly config: PanelConfig }
  | { readonly outcome: 'placeholder'; readonly reason: PlaceholderReason; readonly saved: SavedPanel };

/** Checks a value against a JSON Schema and returns its problems; empty when it fits. */
type SchemaValidator = (schema: object, value: unknown) => readonly string[];

/** Brings a saved panel to the present version and validates it, or says why it cannot be shown. Pure. */
export function restorePanel(saved: SavedPanel, panel: PanelState, validate: SchemaValidator): RestoredPanel {
  const placeholder = (reason: PlaceholderReason): RestoredPanel => ({ outcome: 'placeholder', reason, saved });
  if (panel.kind === 'locked') return placeholder({ code: 'locked', minVip: panel.minVip });
  if (panel.kind !== 'ready') return placeholder({ code: panel.kind });
  if (saved.version > panel.version) return placeholder({ code: 'newer-version', version: saved.version });
  const migrated = migratePanelConfig(saved, panel);
  if ('code' in migrated) return placeholder(migrated);
  const { configSchema, defaultConfig } = panel.definition;
  const config = { ...defaultConfig, ...migrated.config };
  const problems = configSchema === undefined ? [] : validate(configSchema, config);
  if (problems.length > 0) return placeholder({ code: 'config-invalid', detail: problems.join('; ') });
  return { outcome: 'ready', version: panel.version, config };
}

/** Applies the numbered migrations in order to a copy of the config. */
export function migratePanelConfig(
  saved: SavedPanel,
  panel: Extract<PanelState, { kind: 'ready' }>,
): { readonly config: PanelConfig } | PlaceholderReason {
  let config: PanelConfig = structuredClone(saved.config);
  for (let version = saved.version + 1; version <= panel.version; version += 1) {
    const migration = panel.definition.migrations?.find((candidate) => candidate.to === version);
    if (migration === undefined) return { code: 'migration-missing', version };
    try {
      config = migration.up(config);
    } catch (error) {
      return { code: 'migration-failed', detail: `to version ${version}: ${messageOf(error)}` };
    }
  }
  return { config };
}

/**
 * A shown panel's config with a change merged in. `saved` may have changed since it was restored, and is of an older version until the first
 * change: its fields are then what the migrations have taken away.
 */
export function changedPanel(
  saved: Pick<SavedPanel, 'version' | 'config'>,
  restored: Extract<RestoredPanel, { outcome: 'ready' }>,
  patch: PanelConfig,
): Pick<SavedPanel, 'version' | 'config'> {
  const since = saved.version === restored.version ? saved.config : {};
  return { version: restored.version, config: { ...restored.config, ...since, ...patch } };
}
