import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  routes: { operations: { load: () => import('./operations-page.tsx') } },
});
