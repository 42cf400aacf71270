import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  panels: { 'depth-chart': { load: () => import('./depth-chart-panel.tsx'), defaultConfig: { range: 0.5 } } },
});
