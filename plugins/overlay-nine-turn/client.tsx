import { definePlugin } from '../../core/contract/plugin.ts';
import { nineTurnOverlay } from './overlay.ts';

export const plugin = definePlugin({ open: { 'nine-turn': nineTurnOverlay } });
