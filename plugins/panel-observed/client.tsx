import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  // Not named as other panels are, which come together: observers alone have it.
  panels: { observed: { load: () => import('./observed-instances.tsx'), defaultConfig: { state: 'running', factor: '1' } } },
});
