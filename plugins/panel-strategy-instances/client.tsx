import { definePlugin } from '../../core/contract/plugin.ts';
import { marksOverlay } from './marks-overlay.ts';
import { plotsOverlay } from './plots-overlay.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  panels: {
    running: { load: () => import('./running-panel.tsx') },
    history: { load: () => import('./history-panel.tsx') },
    details: { load: () => import('./details-panel.tsx') },
    limits: { load: () => import('./limits-panel.tsx') },
  },
  open: { marks: marksOverlay, plots: plotsOverlay },
});
