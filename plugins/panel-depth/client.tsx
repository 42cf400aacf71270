import { definePlugin } from '../../core/contract/plugin.ts';
import { migrations } from './depth-settings.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  panels: { depth: { load: () => import('./depth-panel.tsx'), defaultConfig: { mode: 'both' }, migrations } },
});
