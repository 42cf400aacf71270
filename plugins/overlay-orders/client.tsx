import { definePlugin } from '../../core/contract/plugin.ts';
import { ordersOverlay } from './overlay.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({ requires, open: { orders: ordersOverlay } });
