import { definePlugin } from '../../core/contract/plugin.ts';
import { alertOverlay } from './alert-overlay.ts';
import { announceAlerts } from './announce-alerts.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  setup: ({ services }) => announceAlerts(services),
  panels: { alerts: { load: () => import('./alerts-panel.tsx') } },
  open: { alerts: alertOverlay },
});
