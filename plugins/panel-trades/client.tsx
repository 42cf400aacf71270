import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  panels: { trades: { load: () => import('./trades-panel.tsx'), defaultConfig: { joined: false } } },
});
