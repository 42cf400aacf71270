import { type ChartOverlay, chartOverlaysPoint } from '../../core/contract/chart.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  panels: {
    chart: {
      load: async ({ contributions }) => {
        const { createPanel } = await import('./chart-panel.tsx');
        return { Panel: createPanel(contributions<ChartOverlay>(chartOverlaysPoint)) };
      },
      defaultConfig: { interval: '15m' },
    },
  },
});
