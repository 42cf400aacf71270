import { definePlugin } from '../../../core/contract/plugin.ts';
import { requires } from './requires.ts';

const routeId = 'sample';

export const plugin = definePlugin({ requires, routes: { [routeId]: { load: () => import('./sample-page.tsx') } } });
