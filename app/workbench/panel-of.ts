import type { PanelEntry } from '../../core/kernel/index.ts';
import type { PanelRole } from '../../schemas/manifest.ts';

/** The first panel of the role that the user has, locked ones among them; null where there is none. Observable. */
export const panelOf = ({ panels }: { readonly panels: readonly PanelEntry[] }, role: PanelRole): PanelEntry | null =>
  panels.find(({ manifest }) => manifest.role === role) ?? null;
