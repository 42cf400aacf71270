import { type Static, Type } from '@sinclair/typebox';
import { instanceStatuses } from '../../core/domain/instance-status.ts';
import { liquiditySides, orderSides, positionSides } from '../../core/domain/orders/order.ts';
import { instanceIdPattern } from '../../core/domain/orders/order-origin.ts';
import { ApiId, Decimal, ExchangeId, InstrumentIdText, Name, nullable, oneOf, PluginId, SignedDecimal, strict, TimeMs } from '../common.ts';
import { route } from './route.ts';
import { StrategyLimits, strategyLimitRoutes } from './strategy-limits.ts';
import { PlotView, TextParams } from './strategy-plots.ts';

const tag = 'Strategies';

/** Start templates that one user may keep. */
export const maxStartTemplates = 50;

/** `pluginId/id`. */
export const StrategyKey = Type.String({ pattern: '^[a-z][a-z0-9-]{1,63}/[a-z][a-z0-9.-]{1,79}$' });
export const InstanceId = Type.String({ pattern: instanceIdPattern.source });
/** Checked against the strategy's own schema. */
export const Params = Type.Record(Type.String({ maxLength: 80 }), Type.Unknown(), { maxProperties: 200 });

/**
 * Where an instance's orders go. `canary` is production with a hard cap on size. Orders of the others stay in the house and meet a
 * simulation of the live market: `test` trades on paper, `shadow` keeps the book of every decision beside it, `replay` runs on replayed
 * exchanges.
 */
export const instanceEnvironments = ['production', 'canary', 'test', 'shadow', 'replay'] as const;
const Environment = oneOf(instanceEnvironments);

export const StrategyTemplateView = strict({
  strategy: StrategyKey,
  plugin: PluginId,
  /** Keys of the plugin's texts. */
  title: Type.String(),
  description: Type.String(),
  /** Name of an icon. */
  icon: Type.String(),
  /** JSON Schema of the params; `x-updatable` marks what may change while an instance runs. */
  schema: Type.Unknown(),
  /** False: it suggests no values for its form. Of a package's strategy only an answer tells. */
  suggests: Type.Boolean(),
  locked: Type.Boolean(),
  /** VIP level that unlocks it; null when it is not locked. */
  min_vip: nullable(Type.Integer()),
});
export type StrategyTemplateView = Static<typeof StrategyTemplateView>;

export const InstancePositionView = strict({
  instance_id: InstanceId,
  api_id: ApiId,
  instrument: InstrumentIdText,
  side: oneOf(positionSides),
  qty: Decimal,
  entry_price: Decimal,
  mark: nullable(Decimal),
  /** Of what is held, in quote. */
  open_profit: nullable(SignedDecimal),
  /** Result of this market since the start after fees, in quote. */
  profit: nullable(SignedDecimal),
});
export type InstancePositionView = Static<typeof InstancePositionView>;

/** What an instance's results are valued by. */
const Valuation = strict({
  asset: Type.String(),
  /** Of the other assets that it made its result in, in `asset`. */
  rates: Type.Array(strict({ asset: Type.String(), rate: Decimal })),
  /** Markets without a price and assets without a rate: what is not known because of them is null. */
  missing: Type.Array(Type.String()),
});

export const InstanceView = strict({
  instance_id: InstanceId,
  strategy: StrategyKey,
  name: Type.String(),
  environment: Environment,
  api_ids: Type.Array(ApiId),
  params: Params,
  limits: StrategyLimits,
  status: oneOf(instanceStatuses),
  /** Why it was interrupted. */
  cause: nullable(Type.String()),
  /** An update is under way. */
  updating: Type.Boolean(),
  /** Why its last order was refused, until one is accepted again. */
  refusal: nullable(strict({ code: Type.String(), params: TextParams })),
  create_time: TimeMs,
  start_time: nullable(TimeMs),
  stop_time: nullable(TimeMs),
  /** In ms, until now or until it ended. */
  run_time: Type.Integer({ minimum: 0 }),
  /**
   * Result since its start, in the asset of `valuation`: profit = realised + open_profit − fees + funding. Live at the last prices while it
   * runs, then as of its end. Null where a price or a rate that it needs is not known.
   */
  profit: nullable(SignedDecimal),
  /** Of what was closed, before fees. */
  realised: nullable(SignedDecimal),
  /** Of what is held. */
  open_profit: nullable(SignedDecimal),
  fees: nullable(SignedDecimal),
  /** Received less paid. */
  funding: nullable(SignedDecimal),
  valuation: Valuation,
  positions: Type.Array(InstancePositionView),
  /** Of its saved steps; goes up with each. */
  step: Type.Integer({ minimum: 0 }),
  fills: Type.Integer({ minimum: 0 }),
  open_orders: Type.Integer({ minimum: 0 }),
});
export type InstanceView = Static<typeof InstanceView>;

export const InstanceOrderView = strict({
  client_order_id: Type.String(),
  api_id: ApiId,
  instrument: InstrumentIdText,
  side: oneOf(orderSides),
  price: nullable(Decimal),
  open_qty: nullable(Decimal),
  /** The strategy's own name for it. */
  tag: Type.String(),
});

export const InstanceEventView = strict({
  event_id: Type.Integer(),
  time: TimeMs,
  kind: Type.String(),
  params: TextParams,
});
export type InstanceEventView = Static<typeof InstanceEventView>;

export const InstanceInfoView = strict({
  instance: InstanceView,
  positions: Type.Array(InstancePositionView),
  orders: Type.Array(InstanceOrderView),
  /** Newest first. */
  events: Type.Array(InstanceEventView),
});
export type InstanceInfoView = Static<typeof InstanceInfoView>;

/** A fill of an instance, to be drawn on a chart. */
export const InstanceMarkView = strict({
  event_id: Type.Integer(),
  order_id: Type.String(),
  trade_id: Type.String(),
  instrument: InstrumentIdText,
  side: oneOf(orderSides),
  price: Decimal,
  qty: Decimal,
  time: TimeMs,
  /** What the instance had made when it was booked, in its valuation; null where that was not known. */
  profit: nullable(SignedDecimal),
});
export type InstanceMarkView = Static<typeof InstanceMarkView>;

/** [price, quantity], best first. */
const Levels = Type.Array(Type.Tuple([Decimal, Decimal]), { maxItems: 20 });

/** A fill of an instance beside what could be expected when its order was decided on, or last changed. */
export const InstanceDeviationView = strict({
  event_id: Type.Integer(),
  client_order_id: Type.String(),
  instrument: InstrumentIdText,
  side: oneOf(orderSides),
  liquidity: oneOf(liquiditySides),
  decide_time: TimeMs,
  fill_time: TimeMs,
  /** From the decision to the fill, in ms. */
  delay: Type.Integer({ minimum: 0 }),
  /** Best price of the other side for an order that took it, else the order's own; null when the market had neither. */
  expected_price: nullable(Decimal),
  price: Decimal,
  /** How much worse than expected, in basis points of the expected price, rounded to hundredths; negative: better. */
  slippage_bps: nullable(SignedDecimal),
  /** Quantity of the whole order, in base; null for orders by quote amount. */
  wanted_qty: nullable(Decimal),
  qty: Decimal,
  /** Of the order, this fill included. */
  filled_qty: Decimal,
  /** What the order still lacked after it. */
  missing_qty: nullable(Decimal),
  /** Best prices when it was decided on. */
  bid: nullable(Decimal),
  ask: nullable(Decimal),
  /** The book of that moment, where orders are not sent. */
  book: nullable(strict({ bids: Levels, asks: Levels })),
});
export type InstanceDeviationView = Static<typeof InstanceDeviationView>;

const StartChoice = {
  strategy: StrategyKey,
  name: Name,
  environment: Type.Optional(Environment),
  params: Params,
  limits: Type.Optional(StrategyLimits),
};

export const StartTemplateContent = strict({ ...StartChoice, name: Type.String() });
export type StartTemplateContent = Static<typeof StartTemplateContent>;

const TemplateId = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$' });

export const StartTemplateView = strict({
  template_id: TemplateId,
  name: Type.String(),
  content: StartTemplateContent,
  /** Goes up by one with every save. */
  revision: Type.Integer({ minimum: 1 }),
  update_time: TimeMs,
});
export type StartTemplateView = Static<typeof StartTemplateView>;

const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 500 }));

export const strategyRoutes = {
  strategyTemplates: route({
    method: 'GET',
    path: '/strategy/template',
    tag,
    summary: 'Strategies that the caller has, locked ones too, with the schemas of their params',
    access: 'session',
    rate: 'read',
    key: 'read',
    reply: Type.Array(StrategyTemplateView),
  }),
  strategyEnvironments: route({
    method: 'GET',
    path: '/strategy/env/select',
    tag,
    summary: 'Environments that an instance can be started in',
    access: 'session',
    rate: 'read',
    key: 'read',
    reply: Type.Array(Environment),
  }),
  strategyStart: route({
    method: 'POST',
    path: '/strategy/client/start',
    tag,
    summary: 'Starts an instance of a strategy',
    access: { account: 'trade' },
    rate: 'save',
    key: 'trade',
    body: strict(StartChoice),
    reply: InstanceView,
  }),
  strategyStop: route({
    method: 'POST',
    path: '/strategy/client/stop',
    tag,
    summary: 'Stops an instance for good; its orders may still be on their way to their end',
    access: 'session',
    rate: 'stop',
    key: 'trade',
    body: strict({ instance_id: InstanceId }),
    reply: InstanceView,
  }),
  strategyUpdate: route({
    method: 'POST',
    path: '/strategy/client/update',
    tag,
    summary: 'Changes params of a running instance, all at once; one update at a time',
    access: { account: 'trade' },
    rate: 'save',
    key: 'trade',
    body: strict({ instance_id: InstanceId, params: Params }),
    reply: InstanceView,
  }),
  strategyUpdateCancel: route({
    method: 'POST',
    path: '/strategy/client/update/cancel',
    tag,
    summary: 'Takes back an update that has not been applied yet',
    access: 'session',
    rate: 'stop',
    key: 'trade',
    body: strict({ instance_id: InstanceId }),
    reply: InstanceView,
  }),
  instanceList: route({
    method: 'GET',
    path: '/strategy/client/instance/list',
    tag,
    summary: "The caller's instances, newest first: running ones, or those that have ended",
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({
      state: oneOf(['running', 'history']),
      before: Type.Optional(InstanceId),
      limit,
      strategy: Type.Optional(StrategyKey),
      environment: Type.Optional(Environment),
      status: Type.Optional(oneOf(instanceStatuses)),
      /** Of one of its accounts. */
      exchange: Type.Optional(ExchangeId),
      api_id: Type.Optional(ApiId),
      /** Of its creation; the first moment is in the range, the last is not. */
      from: Type.Optional(TimeMs),
      to: Type.Optional(TimeMs),
      /** Those that ended then or later. */
      ended_from: Type.Optional(TimeMs),
    }),
    reply: Type.Array(InstanceView),
  }),
  instanceInfo: route({
    method: 'GET',
    path: '/strategy/client/instance/info/list',
    tag,
    summary: 'One instance with its positions, its open orders and its history',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({ instance_id: InstanceId, before_event: Type.Optional(Type.Integer({ minimum: 1 })), limit }),
    reply: InstanceInfoView,
  }),
  instancePositions: route({
    method: 'GET',
    path: '/strategy/client/instance/position/list',
    tag,
    summary: 'What running instances hold, or one instance',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({ instance_id: Type.Optional(InstanceId) }),
    reply: Type.Array(InstancePositionView),
  }),
  instanceMarks: route({
    method: 'GET',
    path: '/strategy/client/instance/marks',
    tag,
    summary: 'Fills of an instance for the chart, newest first',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({ instance_id: InstanceId, before_event: Type.Optional(Type.Integer({ minimum: 1 })), limit }),
    reply: Type.Array(InstanceMarkView),
  }),
  instancePlots: route({
    method: 'GET',
    path: '/strategy/client/instance/plots',
    tag,
    summary: 'What an instance has plotted on the charts of its markets, at `since` and later; its owner and admins see it',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({ instance_id: InstanceId, since: Type.Optional(TimeMs) }),
    reply: Type.Array(PlotView),
  }),
  instanceDeviations: route({
    method: 'GET',
    path: '/strategy/client/instance/deviations',
    tag,
    summary: 'Fills of an instance beside what was expected of them in price, time and size, newest first',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({ instance_id: InstanceId, before_event: Type.Optional(Type.Integer({ minimum: 1 })), limit }),
    reply: Type.Array(InstanceDeviationView),
  }),
  startTemplateList: route({
    method: 'GET',
    path: '/strategy/startTemplate/list',
    tag,
    summary: "The caller's start templates, in order of their names",
    access: 'session',
    rate: 'read',
    key: 'read',
    reply: Type.Array(StartTemplateView),
  }),
  startTemplateSave: route({
    method: 'POST',
    path: '/strategy/startTemplate/save',
    tag,
    summary: 'Saves a start template: a new one without an id, else over the one of that id and revision',
    access: 'session',
    rate: 'save',
    body: strict({
      template_id: Type.Optional(TemplateId),
      revision: Type.Integer({ minimum: 0, maximum: 2_147_483_646, description: 'The one that is overwritten; 0: a new one' }),
      name: Name,
      content: strict(StartChoice),
    }),
    reply: StartTemplateView,
  }),
  startTemplateDelete: route({
    method: 'POST',
    path: '/strategy/startTemplate/delete',
    tag,
    summary: 'Deletes a start template, also one that is not there; refused when it was saved in between',
    access: 'session',
    rate: 'save',
    body: strict({ template_id: TemplateId, revision: Type.Integer({ minimum: 1, maximum: 2_147_483_646 }) }),
    reply: Type.Null(),
  }),
  ...strategyLimitRoutes,
} as const;
