import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  routes: { users: { load: () => import('./users-page.tsx') } },
});
