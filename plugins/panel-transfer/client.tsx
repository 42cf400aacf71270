import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  panels: { transfer: { load: () => import('./transfer-panel.tsx') } },
});
