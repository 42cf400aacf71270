import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({ requires, panels: { 'order-ticket': { load: () => import('./order-ticket-panel.tsx') } } });
