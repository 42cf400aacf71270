import { accepted } from '../../core/contract/app-error.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { ROUTES, TOPICS } from '../../core/contract/server-contributions.ts';
import { CLOCK, MARKET_DATA } from '../../core/contract/server-services.ts';
import { type SpreadView, spreadRoutes } from '../../schemas/wire/spread.ts';
import { SpreadBoard } from './spread-board.ts';
import type { Spread } from './spread-rows.ts';

export const plugin = definePlugin({
  requires: { routes: ROUTES, topics: TOPICS, markets: MARKET_DATA, clock: CLOCK },
  setup: ({ services: { routes, topics, markets, clock } }) => {
    const board = new SpreadBoard({
      markets,
      isLive: (exchange) => !markets.isEphemeral(exchange),
      isWatched: () => topic.hasSubscribers(),
      tell: (rows) => topic.publish('delta', rows.map(spreadView)),
      clock,
    });
    const list = (): SpreadView[] => board.list().map(spreadView);
    const topic = topics.forEverybody({ name: 'spreads', key: 'read', snapshot: list });
    routes.add(spreadRoutes, { spreads: async () => accepted(list()) });
    return board.start();
  },
});

const spreadView = (row: Spread): SpreadView => ({
  spread_id: row.id,
  base: row.base,
  quote: row.quote,
  sell: { id: row.sell.instrumentId, price: row.sell.price, qty: row.sell.qty },
  buy: { id: row.buy.instrumentId, price: row.buy.price, qty: row.buy.qty },
  spread: row.spread,
  rate: row.rate,
  apr: row.apr,
  liquidity: row.liquidity,
  time: row.timeMs,
});
