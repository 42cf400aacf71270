import { MESSAGES } from '../../core/contract/messages.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { ROUTES, TABLES, TOPICS } from '../../core/contract/server-contributions.ts';
import { CLOCK, IDS, LOGGER, MARKET_DATA } from '../../core/contract/server-services.ts';
import { SPOT_INDEXES } from '../../core/contract/spot-indexes.ts';
import { alertRoutes } from '../../schemas/wire/alert.ts';
import { alertCalls, alertView } from './alert-calls.ts';
import { AlertTable } from './alert-table.ts';
import { PriceAlerts } from './price-alerts.ts';

export const plugin = definePlugin({
  requires: {
    routes: ROUTES,
    topics: TOPICS,
    tables: TABLES,
    messages: MESSAGES,
    markets: MARKET_DATA,
    indexes: SPOT_INDEXES,
    clock: CLOCK,
    ids: IDS,
    logger: LOGGER,
  },
  setup: async ({ services: { routes, topics, tables, messages, markets, indexes, clock, ids, logger } }) => {
    const table = await AlertTable.open(tables);
    const listOf = (userId: string) => alerts.list(userId).map(alertView);
    const onChange = (userId: string): void => topic.publish(userId, 'snapshot', listOf(userId));
    const alerts = await PriceAlerts.open({ table, messages, markets, indexes, clock, logger, newId: ids.next, onChange });
    const topic = topics.forUsers({ name: 'alerts', key: 'read', snapshot: listOf });
    routes.add(alertRoutes, alertCalls(alerts));
    return alerts.start();
  },
});
