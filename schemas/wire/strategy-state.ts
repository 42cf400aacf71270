import { type Static, Type } from '@sinclair/typebox';
import { intervals } from '../../core/domain/markets/interval.ts';
import { Decimal, InstrumentIdText, nullable, oneOf, strict, TimeMs } from '../common.ts';
import { route } from './route.ts';
import { InstanceId } from './strategy.ts';

const SubscriptionView = strict({
  type: oneOf(['band', 'book', 'candle', 'trade', 'ticker', 'funding', 'mark', 'index', 'session']),
  instrument: InstrumentIdText,
  interval: nullable(oneOf(intervals)),
  /** Levels a side of a book. */
  levels: nullable(Type.Integer()),
  /** Ends of a band. */
  low: nullable(Decimal),
  high: nullable(Decimal),
});

/** The strategy itself, or an executor that it has started. */
export const StateActorView = strict({
  /** The tag that an executor was started by; empty for the strategy. */
  tag: Type.String(),
  /** Kind of the executor; null for the strategy. */
  kind: nullable(Type.String()),
  /** JSON; where `cut` is true without what is too much of it. */
  state: Type.Unknown(),
  cut: Type.Boolean(),
  /** These and the timers: none once the instance has ended. */
  subscriptions: Type.Array(SubscriptionView),
  timers: Type.Array(strict({ timer: Type.String(), due: TimeMs })),
});
export type StateActorView = Static<typeof StateActorView>;

export const InstanceStateView = strict({
  instance_id: InstanceId,
  /** The saved step that it is as of. */
  step: Type.Integer({ minimum: 0 }),
  actors: Type.Array(StateActorView),
});
export type InstanceStateView = Static<typeof InstanceStateView>;

export const strategyStateRoutes = {
  instanceState: route({
    method: 'GET',
    path: '/strategy/client/instance/state',
    tag: 'Strategies',
    summary:
      "What an instance keeps in mind, listens to and waits for, as of its last saved step; for its owner, and everybody's for admins",
    access: 'session',
    rate: 'follow',
    key: 'read',
    query: strict({ instance_id: InstanceId }),
    reply: InstanceStateView,
  }),
} as const;
