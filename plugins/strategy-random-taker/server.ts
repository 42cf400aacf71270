import { definePlugin } from '../../core/contract/plugin.ts';
import { strategy } from './strategy.ts';

export const plugin = definePlugin({ strategies: { 'random-taker': strategy } });
