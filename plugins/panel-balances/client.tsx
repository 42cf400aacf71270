import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  panels: { balances: { load: () => import('./balances-panel.tsx'), defaultConfig: { hideZero: true } } },
});
