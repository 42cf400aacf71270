import { definePlugin } from '../../core/contract/plugin.ts';
import { ROUTES, TABLES } from '../../core/contract/server-contributions.ts';
import { CLOCK, MARKET_DATA } from '../../core/contract/server-services.ts';
import { symbolSubscriptionRoutes } from '../../schemas/wire/symbol-subscription.ts';
import { subscriptionCalls } from './subscription-calls.ts';
import { SubscriptionTable } from './subscription-table.ts';

export const plugin = definePlugin({
  requires: { routes: ROUTES, tables: TABLES, markets: MARKET_DATA, clock: CLOCK },
  setup: async ({ services: { routes, tables, markets, clock } }) => {
    const subscriptions = await SubscriptionTable.open(tables);
    routes.add(symbolSubscriptionRoutes, subscriptionCalls({ subscriptions, markets, clock }));
    return undefined;
  },
});
