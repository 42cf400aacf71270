import type { PanelConfig, PanelMigration } from '../../core/contract/panel.ts';

/** Under this name a panel's config says of which version it was saved. */
const versionKey = '@version';

/** The package's own migrations run in the frame: here a config is only marked with the version that it has. */
export const passedOn = (version: number): readonly PanelMigration[] =>
  Array.from({ length: version - 1 }, (_, at) => ({
    to: at + 2,
    up: (config: PanelConfig) => (typeof config[versionKey] === 'number' ? config : { ...config, [versionKey]: at + 1 }),
  }));

/** A config as the frame is given it: of which version it is, and without the mark. */
export function unmarked(config: PanelConfig, version: number): { readonly version: number; readonly config: PanelConfig } {
  const { [versionKey]: saved, ...rest } = config;
  return { version: typeof saved === 'number' ? saved : version, config: rest };
}

/** What the frame changes is of the present version. */
export const withoutMark = (patch: PanelConfig): PanelConfig => ({ ...patch, [versionKey]: undefined });
