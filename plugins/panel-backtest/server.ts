import { BACKTESTS } from '../../core/contract/backtests.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { ROUTES, TOPICS } from '../../core/contract/server-contributions.ts';
import { CLOCK } from '../../core/contract/server-services.ts';
import { backtestRoutes } from '../../schemas/wire/backtest.ts';
import { backtestStepsRoutes } from '../../schemas/wire/backtest-steps.ts';
import { backtestCalls } from './server/backtest-calls.ts';
import { BacktestNews } from './server/backtest-news.ts';

export const plugin = definePlugin({
  requires: { routes: ROUTES, topics: TOPICS, backtests: BACKTESTS, clock: CLOCK },
  setup: ({ services: { routes, topics, backtests, clock } }) => {
    const topic = topics.forUsers({ name: 'backtests', key: 'read', snapshot: (userId) => backtests.running(userId) });
    routes.add({ ...backtestRoutes, ...backtestStepsRoutes }, backtestCalls(backtests));
    return new BacktestNews(backtests, topic, clock).start();
  },
});
