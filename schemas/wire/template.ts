import { type Static, Type } from '@sinclair/typebox';
import { orderSides, orderTypes, selfTradePreventions, timesInForce } from '../../core/domain/orders/order.ts';
import { Decimal, Name, oneOf, strict, TimeMs } from '../common.ts';
import { route } from './route.ts';

const tag = 'Templates';

/** Templates that one user may keep. */
export const maxTradeTemplates = 50;

const TemplateId = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$' });

/** A way of ordering, without market and account: the ticket's choices, and its numbers as far as they were to be kept. */
export const TradeTemplateContent = strict({
  side: oneOf(orderSides),
  mode: oneOf(['ORDER', 'OCO', 'BRACKET']),
  type: oneOf(orderTypes),
  time_in_force: oneOf(timesInForce),
  stp: oneOf(selfTradePreventions),
  by_quote: Type.Boolean(),
  profit_type: oneOf(['LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_MARKET']),
  stop_type: oneOf(['STOP_MARKET', 'STOP_LOSS']),
  watched_price: Type.Optional(oneOf(['LAST', 'INDEX'])),
  qty: Type.Optional(Decimal),
  quote_amount: Type.Optional(Decimal),
  percent: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Share of the free balance, in place of a size' })),
  price: Type.Optional(Decimal),
  trigger_price: Type.Optional(Decimal),
  profit_trigger: Type.Optional(Decimal),
  profit_price: Type.Optional(Decimal),
  stop_trigger: Type.Optional(Decimal),
  stop_price: Type.Optional(Decimal),
});
export type TradeTemplateContent = Static<typeof TradeTemplateContent>;

export const TradeTemplateView = strict({
  template_id: TemplateId,
  name: Type.String(),
  content: TradeTemplateContent,
  /** Goes up by one with every save. */
  revision: Type.Integer({ minimum: 1 }),
  update_time: TimeMs,
});
export type TradeTemplateView = Static<typeof TradeTemplateView>;

export const templateRoutes = {
  tradeTemplateList: route({
    method: 'GET',
    path: '/user/tradetemplate/list',
    tag,
    summary: "The caller's order templates, in order of their names",
    access: 'session',
    rate: 'read',
    key: 'read',
    reply: Type.Array(TradeTemplateView),
  }),
  tradeTemplateSave: route({
    method: 'POST',
    path: '/user/tradetemplate/save',
    tag,
    summary: 'Saves a template: a new one without an id, else over the one of that id and revision',
    access: 'session',
    rate: 'save',
    body: strict({
      template_id: Type.Optional(TemplateId),
      revision: Type.Integer({ minimum: 0, maximum: 2_147_483_646, description: 'The one that is overwritten; 0: a new one' }),
      name: Name,
      content: TradeTemplateContent,
    }),
    reply: TradeTemplateView,
  }),
  tradeTemplateDelete: route({
    method: 'POST',
    path: '/user/tradetemplate/delete',
    tag,
    summary: 'Deletes a template, also one that is not there; refused when it was saved in between',
    access: 'session',
    rate: 'save',
    body: strict({ template_id: TemplateId, revision: Type.Integer({ minimum: 1, maximum: 2_147_483_646 }) }),
    reply: Type.Null(),
  }),
} as const;
