import { definePlugin } from '../../../core/contract/plugin.ts';
import { requires } from './requires.ts';

const id = 'sample';

export const plugin = definePlugin({
  requires,
  panels: { [id]: { load: () => import('./sample-panel.tsx') } },
  routes: { [id]: { load: () => import('./sample-page.tsx') } },
});
