import { definePlugin } from '../../../core/contract/plugin.ts';
import { requires } from './requires.ts';

const panelId = 'sample';

export const plugin = definePlugin({ requires, panels: { [panelId]: { load: () => import('./sample-panel.tsx') } } });
