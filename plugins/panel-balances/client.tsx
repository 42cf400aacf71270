import type { PanelMigration } from '../../core/contract/panel.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

/** Version 1 hid what was zero, and knew no values. */
const migrations: readonly PanelMigration[] = [{ to: 2, up: ({ hideZero, ...rest }) => ({ ...rest, hideSmall: hideZero !== false }) }];

export const plugin = definePlugin({
  requires,
  panels: { balances: { load: () => import('./balances-panel.tsx'), defaultConfig: { hideSmall: true }, migrations } },
});
