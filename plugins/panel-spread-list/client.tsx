import { definePlugin } from '../../core/contract/plugin.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  panels: {
    'spread-list': {
      load: () => import('./spread-list-panel.tsx'),
      defaultConfig: { table: { order: { column: 'rate', direction: 'descending' } } },
    },
  },
});
