import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  panels: {
    'open-orders': { load: () => import('./open/open-orders-panel.tsx'), defaultConfig: { thisMarket: false } },
    'order-history': { load: () => import('./history/order-history-panel.tsx') },
    fills: { load: () => import('./history/fills-panel.tsx') },
  },
});
