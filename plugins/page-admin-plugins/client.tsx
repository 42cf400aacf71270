import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  panels: { plugins: { load: () => import('./plugins-panel.tsx') } },
  routes: { plugins: { load: () => import('./plugins-page.tsx') } },
});
