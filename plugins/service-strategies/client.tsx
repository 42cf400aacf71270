import { definePlugin } from '../../core/contract/plugin.ts';
import { STRATEGIES } from '../../core/contract/strategies.ts';
import { requires } from './requires.ts';
import { StrategiesStore } from './strategies-store.ts';

export const plugin = definePlugin({
  requires,
  setup: ({ services, provide }) => {
    const store = new StrategiesStore(services);
    provide(STRATEGIES, store);
    return () => store.dispose();
  },
});
