import { definePlugin } from '../../core/contract/plugin.ts';
import { marksOverlay } from './chart/marks-overlay.ts';
import { plotsOverlay } from './chart/plots-overlay.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  panels: {
    running: { load: () => import('./running-panel.tsx') },
    history: { load: () => import('./history/history-panel.tsx') },
    details: { load: () => import('./details/details-panel.tsx') },
    limits: { load: () => import('./limits/limits-panel.tsx') },
  },
  open: { marks: marksOverlay, plots: plotsOverlay },
});
