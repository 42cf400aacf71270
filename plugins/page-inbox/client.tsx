import { definePlugin } from '../../core/contract/plugin.ts';
import { tellArrivals } from './arrivals.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  setup: ({ services }) => tellArrivals(services),
  routes: { inbox: { load: () => import('./inbox-page.tsx') } },
});
