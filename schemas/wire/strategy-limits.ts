import { type Static, Type } from '@sinclair/typebox';
import { ApiId, Decimal, nullable, strict } from '../common.ts';
import { route } from './route.ts';

const tag = 'Strategies';

/** Amounts in quote, null without a limit. */
const limitNumbers = {
  max_order_amount: nullable(Decimal),
  max_position: nullable(Decimal),
  max_daily_loss: nullable(Decimal),
  max_orders_per_minute: nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
};
export const LimitNumbers = strict(limitNumbers);
export type LimitNumbers = Static<typeof LimitNumbers>;

/** What the house holds strategies to. */
export const StrategyLimits = strict({
  ...limitNumbers,
  /** The kill switch: nothing new passes, open orders are canceled. */
  halted: Type.Boolean(),
});
export type StrategyLimits = Static<typeof StrategyLimits>;

export const strategyLimitRoutes = {
  strategyLimits: route({
    method: 'GET',
    path: '/strategy/client/limits',
    tag,
    summary: 'What one account, or without one all instances of the caller, are held to together',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({ api_id: Type.Optional(ApiId) }),
    reply: StrategyLimits,
  }),
  strategyLimitsSave: route({
    method: 'POST',
    path: '/strategy/client/limits/save',
    tag,
    summary: 'Limits all instances of one account of the caller together; its kill switch stays as it is',
    access: 'session',
    rate: 'save',
    body: strict({ api_id: ApiId, limits: LimitNumbers }),
    reply: StrategyLimits,
  }),
  strategyHalt: route({
    method: 'POST',
    path: '/strategy/client/halt',
    tag,
    summary: "The kill switch over the caller's instances, or those of one account: cancels their orders and lets nothing new pass",
    access: 'session',
    rate: 'stop',
    key: 'trade',
    body: strict({ halted: Type.Boolean(), api_id: Type.Optional(ApiId) }),
    reply: StrategyLimits,
  }),
  adminStrategyHalt: route({
    method: 'POST',
    path: '/admin/strategy/halt',
    tag,
    summary: "The kill switch over everybody's instances",
    access: { roles: ['admin'] },
    rate: 'stop',
    body: strict({ halted: Type.Boolean() }),
    reply: StrategyLimits,
  }),
} as const;
