import { type Static, Type } from '@sinclair/typebox';
import { InstrumentIdText, nullable, oneOf, strict, TimeMs } from '../../schemas/common.ts';
import { route } from '../../schemas/wire/route.ts';
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
  /** Of the imported series; null for the own one. */
  name: nullable(Type.String()),
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

const common = { method: 'GET', tag: 'Market figures', access: 'session', rate: 'read', key: 'read' } as const;

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
} as const;
