import { accepted, refused } from '../../core/contract/app-error.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { JOBS, ROUTES, TABLES } from '../../core/contract/server-contributions.ts';
import { CLOCK, MARKET_DATA } from '../../core/contract/server-services.ts';
import { readSeries, seriesRules } from './figures/imported-series.ts';
import { dataRoutes } from './routes.ts';
import { CandleShelf } from './server/candle-shelf.ts';
import { FearGreedIndex } from './server/fear-greed-index.ts';
import { FearGreedTable } from './server/fear-greed-table.ts';
import { MarketAnalytics } from './server/market-analytics.ts';
import { MarketBoard } from './server/market-board.ts';

const keepEveryMs = 5 * 60_000;

export const plugin = definePlugin({
  requires: { routes: ROUTES, tables: TABLES, jobs: JOBS, markets: MARKET_DATA, clock: CLOCK },
  setup: async ({ services: { routes, tables, jobs, markets, clock } }) => {
    const shelf = new CandleShelf(markets, clock);
    const board = new MarketBoard({ markets, shelf, clock });
    const figures = new MarketAnalytics({ markets, shelf, board, clock });
    const index = new FearGreedIndex({ table: await FearGreedTable.open(tables), board, clock });
    jobs.add({ id: 'fear-greed', everyMs: keepEveryMs, run: () => index.keep() });
    routes.add(dataRoutes, {
      fearGreed: async ({ query }) => accepted(await index.view(query.source ?? null)),
      fearGreedImport: async ({ body: { name, csv } }) => {
        const series = readSeries(csv, clock.nowMs());
        if (!series.ok) return refused('REQUEST_INVALID', { field: `csv, line ${series.line}`, rule: seriesRules[series.rule] });
        await index.replace({ name, days: series.days });
        return accepted({ days: series.days.length });
      },
      fearGreedRemove: async () => {
        await index.replace(null);
        return accepted(null);
      },
      breadth: async () => accepted(await figures.breadth()),
      correlation: async ({ query: { span = '30d', markets: most = 10 } }) => accepted(await figures.correlation(span, most)),
      volatility: async ({ query: { id } }) =>
        (await figures.follows(id))
          ? accepted(await figures.volatility(id))
          : refused('REQUEST_INVALID', { field: 'id', rule: 'must be a market that the figures follow, as in /data/breadth' }),
    });
    return undefined;
  },
});
