import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  panels: { observed: { load: () => import('./observed-panel.tsx'), defaultConfig: { state: 'running', factor: '1' } } },
});
