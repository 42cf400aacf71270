import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({ requires, routes: { 'api-keys': { load: () => import('./api-keys-page.tsx') } } });
