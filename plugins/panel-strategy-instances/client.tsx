import { definePlugin } from '../../core/contract/plugin.ts';
import { announceEnds } from './announce-ends.ts';
import { marksOverlay } from './chart/marks-overlay.ts';
import { ordersOverlay } from './chart/orders-overlay.ts';
import { plotsOverlay } from './chart/plots-overlay.ts';
import { requires } from './requires.ts';
import { migrations } from './table-config.ts';

export const plugin = definePlugin({
  requires,
  setup: ({ services }) => announceEnds(services),
  panels: {
    running: { load: () => import('./running-panel.tsx'), migrations },
    history: { load: () => import('./history/history-panel.tsx'), migrations },
    details: { load: () => import('./details/details-panel.tsx') },
    limits: { load: () => import('./limits/limits-panel.tsx') },
  },
  open: { marks: marksOverlay, orders: ordersOverlay, plots: plotsOverlay },
});
