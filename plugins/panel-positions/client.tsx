import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  panels: {
    positions: { load: () => import('./positions-panel.tsx') },
    closes: { load: () => import('./closes-panel.tsx') },
  },
});
