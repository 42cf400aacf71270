import { definePlugin } from '../../../core/contract/plugin.ts';
import { strategy } from './strategy.ts';

const strategyId = 'sample';

export const plugin = definePlugin({ strategies: { [strategyId]: strategy } });
