import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  panels: { 'order-flow': { load: () => import('./order-flow-panel.tsx'), defaultConfig: { window: '15m' } } },
});
