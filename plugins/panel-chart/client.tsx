import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  panels: { chart: { load: () => import('./chart-panel.tsx'), defaultConfig: { interval: '15m' } } },
});
