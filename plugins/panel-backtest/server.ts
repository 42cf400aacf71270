import { definePlugin } from '../../core/contract/plugin.ts';
import { JOBS, ROUTES, TABLES, TOPICS } from '../../core/contract/server-contributions.ts';
import { CLOCK, IDS, LOGGER } from '../../core/contract/server-services.ts';
import { STRATEGY_PLAYS } from '../../core/contract/strategy-plays.ts';
import { backtestRoutes } from '../../schemas/wire/backtest.ts';
import { backtestStepsRoutes } from '../../schemas/wire/backtest-steps.ts';
import { backtestCalls } from './server/backtest-calls.ts';
import { BacktestNews } from './server/backtest-news.ts';
import { BacktestReplays } from './server/backtest-replays.ts';
import { BacktestRuns } from './server/backtest-runs.ts';
import { RunTable } from './server/run-table.ts';

const purgeEveryMs = 60 * 60_000;

export const plugin = definePlugin({
  requires: {
    routes: ROUTES,
    topics: TOPICS,
    tables: TABLES,
    jobs: JOBS,
    plays: STRATEGY_PLAYS,
    clock: CLOCK,
    ids: IDS,
    logger: LOGGER,
  },
  setup: async ({ services: { routes, topics, tables, jobs, plays, clock, ids, logger } }) => {
    const runs = new BacktestRuns({ table: await RunTable.open(tables), plays, clock, ids, logger });
    const stopRuns = await runs.start();
    const replays = new BacktestReplays({ runs, plays, clock, logger });
    const topic = topics.forUsers({ name: 'backtests', key: 'read', snapshot: (userId) => runs.running(userId) });
    routes.add({ ...backtestRoutes, ...backtestStepsRoutes }, backtestCalls({ runs, replays, plays }));
    jobs.add({ id: 'purge', everyMs: purgeEveryMs, run: () => runs.purge() });
    const stopNews = new BacktestNews(runs, topic, clock).start();
    return async () => {
      await stopNews();
      await replays.closeAll();
      await stopRuns();
    };
  },
});
