import { type Static, Type } from '@sinclair/typebox';
import { orderOrigins } from '../../core/domain/orders/order-origin.ts';
import { orderStatuses } from '../../core/domain/orders/order-status.ts';
import { ApiId, Decimal, ExchangeId, nullable, OrderId, oneOf, strict, TimeMs } from '../common.ts';
import { ApiIds } from './history-query.ts';
import { FillView, OrderView } from './order.ts';
import { route } from './route.ts';

/** Who said no: the house, before anything was sent, or the venue. */
const refusers = ['HOUSE', 'VENUE'] as const;
export type Refuser = (typeof refusers)[number];

export const amendedFields = ['price', 'qty', 'trigger_price'] as const;

/** The error that was answered, and by whom. */
const RefusalView = strict({
  by: oneOf(refusers),
  code: Type.String(),
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  /** Further ones of the same account, minute and reason that were joined to it. */
  repeats: Type.Integer({ minimum: 0 }),
});

/** One change of an order, in the order of the venue's journal. */
export const OrderEventView = strict({
  time: TimeMs,
  status: oneOf(orderStatuses),
  /** A word of the engine's list, or the venue's own text. */
  cause: Type.String(),
  /** Filled in all, after this change. */
  filled_qty: Decimal,
  /** Taken off by self-trade prevention in all, after this change. */
  prevented_qty: Decimal,
  /** What an amendment changed, or would have changed had it not been refused. */
  changes: Type.Array(strict({ field: oneOf(amendedFields), from: nullable(Decimal), to: nullable(Decimal) })),
  /** The trades of this change. */
  fills: Type.Array(FillView),
  /** When this is no change but a refusal. */
  refusal: nullable(RefusalView),
});
export type OrderEventView = Static<typeof OrderEventView>;

export const OrderOriginView = strict({
  /** `owner`: by hand, or by an API key of which no trace is left; nobody else was noted. `risk`: to close a position. */
  kind: oneOf(orderOrigins),
  /** Who of risk, or whom the owner has authorised; null: the owner himself, or what he has set up. */
  username: nullable(Type.String()),
  /** Name of the API key, id of the strategy instance, or account and order that was copied, as `7/123`; null: none, or it is not told. */
  source: nullable(Type.String()),
});
export type OrderOriginView = Static<typeof OrderOriginView>;

export const OrderLifeView = strict({
  order: OrderView,
  /** Null: nobody knows, or not yet. What the owner's API keys are called is told to him here, and to administrators in seals. */
  origin: nullable(OrderOriginView),
  /** From the first on. */
  events: Type.Array(OrderEventView),
  /** The other leg of its pair, its entry, and the orders that it armed. */
  related: Type.Array(OrderView),
});
export type OrderLifeView = Static<typeof OrderLifeView>;

/** Refusals in one reply: the newest ones. */
export const mostRefusals = 100;

/** An order that never came to be, or an order as it is now of which an amendment was refused. */
export const OrderRefusalView = strict({ time: TimeMs, order: OrderView, amends: Type.Boolean(), refusal: RefusalView });
export type OrderRefusalView = Static<typeof OrderRefusalView>;

export const orderEventRoutes = {
  orderEvents: route({
    method: 'GET',
    path: '/order/events',
    tag: 'Orders',
    summary: 'The life of an own order: every change with its time and cause, its trades and the orders tied to it',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({ api_id: ApiId, exchange: ExchangeId, order_id: OrderId }),
    reply: OrderLifeView,
  }),
  orderRefusals: route({
    method: 'GET',
    path: '/order/refusals',
    tag: 'Orders',
    summary: `Own orders and amendments that were refused since a time, with the reason, newest first, ${mostRefusals} at most`,
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({ api_ids: ApiIds, from: TimeMs }),
    reply: Type.Array(OrderRefusalView),
  }),
} as const;
