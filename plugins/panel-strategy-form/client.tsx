import { definePlugin } from '../../core/contract/plugin.ts';
import { previewOverlay } from './preview-overlay.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  panels: { 'strategy-form': { load: () => import('./strategy-form-panel.tsx') } },
  open: { preview: previewOverlay },
});
