import { ALERTS } from '../../core/contract/client-services.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { AlertsStore } from './alerts-store.ts';
import { requires } from './requires.ts';

export const plugin = definePlugin({
  requires,
  setup: ({ services, provide }) => {
    const store = new AlertsStore(services);
    provide(ALERTS, store);
    return store.start();
  },
});
