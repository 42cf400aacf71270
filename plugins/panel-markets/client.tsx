import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  panels: { markets: { load: () => import('./markets-panel.tsx'), defaultConfig: { exchange: '', grouped: true } } },
});
