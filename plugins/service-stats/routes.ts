import { type Static, Type } from '@sinclair/typebox';
import { Decimal, nullable, SignedDecimal, strict, TimeMs } from '../../schemas/common.ts';
import { route } from '../../schemas/wire/route.ts';

/** What all figures say of themselves. Amounts are in `asset`. */
const about = {
  asset: Type.String(),
  /** The figures are of a demo: simulated exchanges and house accounts. */
  simulated: Type.Boolean(),
  /** When they were made; null before the first time. */
  updated: nullable(TimeMs),
};

const volumes = {
  /** Each trade once. */
  total_volume: Decimal,
  /** Of the last seven days, today's among them, by the hour. */
  week_volume: Decimal,
};

export const MainStatsView = strict({
  ...about,
  ...volumes,
  /** Hour of the first trade or order; null before. */
  since: nullable(TimeMs),
  /** What strategies gave to the book. */
  market_making_volume: Decimal,
  fills: Type.Integer(),
  orders: Type.Integer(),
  /** Less than the markets' own fees. */
  saved_fees: SignedDecimal,
  /** Received by makers. */
  rebates: Decimal,
  /** Fills that could not be valued, and are in no amount. */
  unvalued: Type.Integer(),
});
export type MainStatsView = Static<typeof MainStatsView>;

export const MainOnlyView = strict({ ...about, ...volumes });
export type MainOnlyView = Static<typeof MainOnlyView>;

export const DayStatsView = strict({
  ...about,
  volume: Decimal,
  fills: Type.Integer(),
  orders: Type.Integer(),
  /** Largest volume first. */
  exchanges: Type.Array(strict({ exchange: Type.String(), volume: Decimal, fills: Type.Integer(), orders: Type.Integer() })),
});
export type DayStatsView = Static<typeof DayStatsView>;

export const RobotStatsView = strict({
  ...about,
  /** A row for each strategy that ever traded, `pluginId/id`; largest turnover first. */
  strategies: Type.Array(
    strict({
      strategy: Type.String(),
      /** Of its own side of each trade. */
      turnover: Decimal,
      week_turnover: Decimal,
      fills: Type.Integer(),
      orders: Type.Integer(),
    }),
  ),
});
export type RobotStatsView = Static<typeof RobotStatsView>;

export const RobotDataView = strict({
  ...about,
  /** UTC days, oldest first, those without any trade left out: turnover of strategies, and of people and scripts. */
  days: Type.Array(strict({ day: TimeMs, strategies: Decimal, others: Decimal })),
});
export type RobotDataView = Static<typeof RobotDataView>;

const common = { method: 'GET', tag: 'Figures', access: 'public', rate: 'read', key: 'read' } as const;

export const statsRoutes = {
  mainStats: route({
    ...common,
    path: '/stats/main',
    summary: 'Volume, orders, fees saved and rebates of the platform since it began',
    reply: MainStatsView,
  }),
  mainOnlyStats: route({ ...common, path: '/stats/main/only', summary: 'Its volume alone', reply: MainOnlyView }),
  dayStats: route({ ...common, path: '/stats/24h', summary: 'What was traded in the last 24 hours, by exchange', reply: DayStatsView }),
  robotStats: route({ ...common, path: '/stats/robot', summary: 'What each strategy has traded', reply: RobotStatsView }),
  robotDataStats: route({
    ...common,
    path: '/stats/robot/data',
    summary: 'What strategies traded each day of the last year, beside people and scripts',
    reply: RobotDataView,
  }),
} as const;
