import { AUDIT } from '../../core/contract/audit.ts';
import { MESSAGES } from '../../core/contract/messages.ts';
import { MONEY } from '../../core/contract/money.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { RISK } from '../../core/contract/risk.ts';
import { JOBS, ROUTES, TABLES, TOPICS } from '../../core/contract/server-contributions.ts';
import { CLOCK, LOGGER } from '../../core/contract/server-services.ts';
import { riskRoutes } from '../../schemas/wire/risk.ts';
import { LimitJudge } from './limit-alerts.ts';
import { LimitTable } from './limit-table.ts';
import { tellingOfCancels, tellingOfClosings, tellingOfDesk, tellingOfStops, tellingOwners, tellingThrowers } from './owner-news.ts';
import { riskCalls } from './risk-calls.ts';
import { openSwitchTopic } from './server/switch-topic.ts';

export const plugin = definePlugin({
  requires: {
    ...{ routes: ROUTES, tables: TABLES, jobs: JOBS, messages: MESSAGES, money: MONEY, risk: RISK, audit: AUDIT, clock: CLOCK },
    ...{ logger: LOGGER, topics: TOPICS },
  },
  setup: async ({ services: { routes, tables, jobs, messages, money, risk, audit, clock, logger, topics } }) => {
    const limits = await LimitTable.open(tables);
    const judge = new LimitJudge({ risk, money, limits, messages, audit, clock, logger });
    await judge.open();
    jobs.add(judge.job());
    const owners = { risk, messages, clock };
    const tells = {
      telling: tellingOwners(owners),
      tellThrower: tellingThrowers(owners),
      tellOfCancels: tellingOfCancels({ ...owners, logger }),
      tellOfClosing: tellingOfClosings({ ...owners, limits }),
      tellOfDesk: tellingOfDesk({ ...owners, logger }),
    };
    routes.add(riskRoutes, riskCalls({ risk, money, limits, judge, audit, ...tells }));
    const ends = [risk.onInstanceStopped(tellingOfStops(owners)), await openSwitchTopic({ topics, risk, logger })];
    return () => {
      for (const end of ends) end();
      risk.bar([]);
    };
  },
});
