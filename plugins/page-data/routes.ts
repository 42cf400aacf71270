import { type Static, Type } from '@sinclair/typebox';
import { InstrumentIdText, IntervalName, Name, nullable, oneOf, strict, TimeMs } from '../../schemas/common.ts';
import { type Route, route } from '../../schemas/wire/route.ts';
import { type ComponentId, componentIds, regimes } from './figures/fear-greed.ts';

const ComponentView = strict({
  id: oneOf(componentIds as readonly [ComponentId, ...ComponentId[]]),
  /** Percent of the index. */
  weight: Type.Integer(),
  /** The figure itself: a volatility or share as a fraction, a ratio; null while it cannot be worked out. */
  value: nullable(Type.Number()),
  /** Its place in its own history, 0 (fear) to 100 (greed); null without a value or with too short a history. */
  score: nullable(Type.Number()),
  /** Days before this one that have the figure. */
  history: Type.Integer(),
});

export const FearGreedView = strict({
  /** `own`: worked out by the platform; `imported`: an administrator has put another series in its place. */
  source: oneOf(['own', 'imported']),
  /** Of the imported series; null while there is none. */
  imported: nullable(Type.String()),
  /** Whose price goes with it; null while nobody trades BTC. */
  market: nullable(InstrumentIdText),
  /** Of now, or of the last day that an imported series has; null without any. */
  value: nullable(Type.Number()),
  regime: nullable(oneOf(regimes)),
  /** Of the value, ms. */
  time: nullable(TimeMs),
  /** Of the own index, also where an imported one takes its place. */
  components: Type.Array(ComponentView),
  /** Days before it that a component needs to be scored. */
  least_history: Type.Integer(),
  /** UTC days, oldest first; the last one may be running. */
  list: Type.Array(strict({ day: TimeMs, value: Type.Number(), close: nullable(Type.Number()) })),
});
export type FearGreedView = Static<typeof FearGreedView>;

const MarketName = { id: InstrumentIdText, base: Type.String(), quote: Type.String() };
const Fraction = nullable(Type.Number());

export const BreadthView = strict({
  /** The followed pairs, each by its most traded market, largest first. */
  markets: Type.Array(
    strict({
      ...MarketName,
      /** From its own average of twenty days, as a fraction. */
      distance: Fraction,
      /** Of the last 24 hours, and since the close of so many days ago, as fractions. */
      changes: strict({ '1d': Fraction, '7d': Fraction, '30d': Fraction }),
    }),
  ),
  /** Share of the pairs above their own average by UTC day, oldest first, and how many pairs had one. */
  list: Type.Array(strict({ day: TimeMs, share: Type.Number(), markets: Type.Integer() })),
});
export type BreadthView = Static<typeof BreadthView>;

const correlationSpans = ['7d', '30d', '90d'] as const;
export type CorrelationSpan = (typeof correlationSpans)[number];
/** Markets of a matrix. */
export const [leastMatrix, mostMatrix] = [2, 30];

export const CorrelationView = strict({
  /** Of the returns. */
  interval: IntervalName,
  /** End of the last one. */
  until: TimeMs,
  /** Returns that each market may have; two of them may share fewer. */
  steps: Type.Integer(),
  /** Fewest that any two share. */
  least: Type.Integer(),
  markets: Type.Array(strict(MarketName)),
  /** Row by row in the order of the markets; null where two share too few, or one never moved. */
  values: Type.Array(Type.Array(Fraction)),
});
export type CorrelationView = Static<typeof CorrelationView>;

export const VolatilityView = strict({
  id: InstrumentIdText,
  /** When the first hour begins whose return it is. */
  from: TimeMs,
  /** Log returns of hours that have closed, oldest first. */
  returns: Type.Array(Fraction),
  /** Realised volatility by the year over windows of each length, as fractions. */
  cone: Type.Array(
    strict({
      hours: Type.Integer(),
      /** Lowest, 10, 25, 50, 75 and 90 of a hundred, highest; null with too few windows. */
      percentiles: nullable(Type.Array(Type.Number())),
      /** Of the window that ends now. */
      current: Fraction,
      windows: Type.Integer(),
    }),
  ),
});
export type VolatilityView = Static<typeof VolatilityView>;

const common = { method: 'GET', tag: 'Market figures', access: 'session', rate: 'read', key: 'read' } as const;

const ofAdmins: Pick<Route, 'method' | 'tag' | 'access' | 'rate'> = {
  method: 'POST',
  tag: 'Market figures',
  access: { roles: ['admin'] },
  rate: 'save',
};
/** Longest file of a series, in characters. */
export const mostCsv = 200_000;

export const dataRoutes = {
  fearGreed: route({
    ...common,
    path: '/fng/list',
    summary: 'The index of fear and greed: now, by the day, and what it is made of',
    query: strict({
      /** Absent: what stands for all; `own`: the platform’s, whatever was imported. */
      source: Type.Optional(oneOf(['own'])),
    }),
    reply: FearGreedView,
  }),
  fearGreedImport: route({
    ...ofAdmins,
    path: '/fng/import',
    summary: 'Puts a series of your own in the place of the index, for everybody',
    mostBytes: 256 * 1024,
    body: strict({
      name: { ...Name, description: 'As everybody reads it beside the series' },
      csv: Type.String({ maxLength: mostCsv, description: 'A line `date,value` for each day, such as `2026-11-20,41.5`' }),
    }),
    reply: strict({ days: Type.Integer() }),
  }),
  fearGreedRemove: route({
    ...ofAdmins,
    path: '/fng/import/remove',
    summary: 'Takes the imported series away: the platform’s own index stands for itself again',
    reply: Type.Null(),
  }),
  breadth: route({
    ...common,
    path: '/data/breadth',
    summary: 'How many pairs are above their own average, and how far each has moved',
    reply: BreadthView,
  }),
  correlation: route({
    ...common,
    path: '/data/correlation',
    summary: 'Correlation of the log returns of the most traded pairs',
    query: strict({
      /** Absent: `30d`. */
      span: Type.Optional(oneOf(correlationSpans)),
      /** Of the matrix; absent: 10. */
      markets: Type.Optional(Type.Integer({ minimum: leastMatrix, maximum: mostMatrix })),
    }),
    reply: CorrelationView,
  }),
  volatility: route({
    ...common,
    path: '/data/volatility',
    summary: 'Hourly returns of a market, and its cone of realised volatility',
    query: strict({ id: InstrumentIdText }),
    reply: VolatilityView,
  }),
} as const;
