import { AUDIT } from '../../core/contract/audit.ts';
import { AUTHORISATIONS } from '../../core/contract/authorisations.ts';
import { EXCHANGE_ACCOUNTS } from '../../core/contract/exchange-accounts.ts';
import { ORDER_NEWS } from '../../core/contract/order-news.ts';
import { OWN_DATA } from '../../core/contract/own-data.ts';
import { PEOPLE } from '../../core/contract/people.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { JOBS, ROUTES, TABLES, TOPICS } from '../../core/contract/server-contributions.ts';
import { CLOCK, LOGGER, MARKET_DATA } from '../../core/contract/server-services.ts';
import { TRADING } from '../../core/contract/trading.ts';
import { copyingRoutes } from '../../schemas/wire/copying.ts';
import { openCopiedTopic } from './server/copied-topic.ts';
import { Copier } from './server/copier.ts';
import { copyCalls } from './server/copy-calls.ts';
import { CopyPlans } from './server/copy-plans.ts';
import { CopyTables, copiesAsOwnData } from './server/copy-tables.ts';
import { CopyWriter } from './server/copy-writer.ts';

const dayMs = 24 * 60 * 60_000;
/** What was copied is kept as long as the histories of strategies are. */
const keptMs = 90 * dayMs;

export const plugin = definePlugin({
  requires: {
    ...{ routes: ROUTES, tables: TABLES, topics: TOPICS, jobs: JOBS, trading: TRADING, news: ORDER_NEWS, markets: MARKET_DATA },
    ...{ people: PEOPLE, accounts: EXCHANGE_ACCOUNTS, authorisations: AUTHORISATIONS, audit: AUDIT, clock: CLOCK, logger: LOGGER },
    ownData: OWN_DATA,
  },
  setup: async ({ services }) => {
    const { routes, topics, jobs, trading, news, markets, people, accounts, authorisations, audit, clock, logger } = services;
    const tables = await CopyTables.open(services.tables);
    services.ownData.add(...copiesAsOwnData);
    // News alone: who hears them reads the list.
    const topic = topics.forUsers({ name: 'copies', snapshot: () => null });
    const onWritten = (userIds: ReadonlySet<string>): void => {
      for (const userId of userIds) topic.publish(userId, 'event', {});
    };
    const writer = new CopyWriter({ tables, clock, logger, onWritten });
    const copier = new Copier({ trading, news, people, accounts, markets, tables, writer, clock, logger });
    const onChange = openCopiedTopic({ topics, copier, accounts });
    const plans = new CopyPlans({ tables, copier, accounts, authorisations, audit, clock, onChange });
    routes.add(copyingRoutes, copyCalls(plans, tables));
    jobs.add({ id: 'resolve', everyMs: 5_000, run: () => copier.resolve() });
    jobs.add({ id: 'forget', everyMs: dayMs, firstAfterMs: 60_000, run: () => tables.forget(clock.nowMs() - keptMs) });
    const stop = await copier.start(await tables.plans());
    return async () => {
      stop();
      await copier.idle();
      await writer.flush();
    };
  },
});
