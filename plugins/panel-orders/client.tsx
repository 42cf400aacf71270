import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  panels: {
    'open-orders': { load: () => import('./open-orders-panel.tsx'), defaultConfig: { thisMarket: false } },
    'order-history': { load: () => import('./order-history-panel.tsx') },
    fills: { load: () => import('./fills-panel.tsx') },
  },
});
