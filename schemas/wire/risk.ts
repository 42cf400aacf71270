import { type Static, Type } from '@sinclair/typebox';
import { ApiId, Decimal, ExchangeId, InstrumentIdText, nullable, OrderId, oneOf, SignedDecimal, strict, TimeMs } from '../common.ts';
import type { Access } from '../manifest.ts';
import { ObservedInstanceView } from './observer.ts';
import { route } from './route.ts';
import { InstanceId, StrategyKey } from './strategy.ts';

const tag = 'Risk';
const looks: Access = { roles: ['admin', 'risk'] };
const controls: Access = { account: 'control' };

const Reason = Type.String({ minLength: 3, maxLength: 500 });

/** The caller's name for a closing, by which it is asked for again. */
const ClosingId = Type.String({ pattern: '^[A-Za-z0-9_-]{8,64}$' });

/** Instances of everybody, for those who hold them in check. */
export const riskInstanceRoutes = {
  riskInstances: route({
    method: 'GET',
    path: '/strategy/risk/instance/list',
    tag,
    summary: "Everybody's instances, newest first: running ones, or those that have ended",
    access: looks,
    rate: 'read',
    key: 'read',
    query: strict({
      state: oneOf(['running', 'history']),
      before: Type.Optional(InstanceId),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    reply: Type.Array(ObservedInstanceView),
  }),
  riskInstanceStop: route({
    method: 'POST',
    path: '/strategy/risk/instance/stop',
    tag,
    summary: 'Stops instances of whoever; each stop stands in the audit with its reason, and cannot be undone',
    access: controls,
    rate: 'stop',
    body: strict({ instance_ids: Type.Array(InstanceId, { minItems: 1, maxItems: 100, uniqueItems: true }), reason: Reason }),
    reply: strict({
      stopped: Type.Array(InstanceId),
      /** By the code of what stood against it. */
      failed: Type.Array(strict({ instance_id: InstanceId, code: Type.String() })),
    }),
  }),
} as const;

/** What a switch is about. */
const Target = Type.Union([
  strict({ about: Type.Literal('everyone') }),
  strict({ about: Type.Literal('account'), api_id: ApiId }),
  strict({ about: Type.Literal('market'), instrument: InstrumentIdText }),
]);
export type SwitchTarget = Static<typeof Target>;

const CancelTarget = Type.Union([
  strict({ about: Type.Literal('everyone') }),
  strict({ about: Type.Literal('account'), api_id: ApiId }),
  strict({ about: Type.Literal('exchange'), exchange: ExchangeId }),
]);
export type CancelTargetView = Static<typeof CancelTarget>;

const Release = strict({ asked_by: Type.String(), asked_time: TimeMs, reason: Type.String() });
const Switch = strict({
  about: oneOf(['everyone', 'account', 'market']),
  /** Of an account its number and whose it is, of a market its name. */
  api_id: nullable(ApiId),
  instrument: nullable(Type.String()),
  username: nullable(Type.String()),
  account: nullable(Type.String()),
  exchange: nullable(Type.String()),
  reason: Type.String(),
  thrown_by: Type.String(),
  thrown_time: TimeMs,
  /** Its release waits for a second person. */
  release: nullable(Release),
});
export type SwitchView = Static<typeof Switch>;

/** What stands against orders of an account, as topic `switches` tells it: those of everybody, of markets, and its own. */
export interface AccountSwitches {
  readonly api_id: number;
  readonly switches: readonly Pick<SwitchView, 'about' | 'instrument' | 'reason' | 'thrown_time'>[];
}

export const exposureKinds = ['account', 'exchange', 'asset', 'strategy'] as const;
export const measures = ['net', 'gross'] as const;

const Limit = strict({
  net: nullable(Decimal),
  gross: nullable(Decimal),
  /** While it is passed, orders that would enlarge the exposure are refused; false: people of risk are told alone. */
  refuses: Type.Boolean(),
});
const ExposureRow = strict({
  kind: oneOf(exposureKinds),
  /** Number of the account, name of the exchange, code of the asset, key of the strategy. */
  key: Type.String(),
  /** Of an account: whose it is, how it is called and where it is. */
  username: nullable(Type.String()),
  account: nullable(Type.String()),
  exchange: nullable(Type.String()),
  /** What lies there together, money among it, in USDT; null of a strategy. */
  equity: nullable(SignedDecimal),
  /** What moves with prices, in USDT: longs less shorts, and both together. */
  net: SignedDecimal,
  gross: Decimal,
  /** Assets whose worth in USDT nobody knows: they are left out. */
  unknown: Type.Array(Type.String()),
  limit: nullable(Limit),
  /** Limits that are passed. */
  breached: Type.Array(oneOf(measures)),
});
export type ExposureRowView = Static<typeof ExposureRow>;

/** What each position and what became of it is about. */
const place = {
  api_id: ApiId,
  username: Type.String(),
  account: Type.String(),
  exchange: ExchangeId,
  id: InstrumentIdText,
  asset: Type.String(),
  quote: Type.String(),
  /** All of it, in base. */
  qty: Decimal,
  /** What an order can take of it: whole lots. */
  close_qty: Decimal,
  /** What that is worth in USDT by the prices of now, in whole cents; null: nobody knows. */
  value: nullable(Decimal),
};
/** Why something stays: the code of an error and what its text names. */
const Left = strict({ code: Type.String(), params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])) });

const Closable = strict({ ...place, side: oneOf(['LONG', 'SHORT']), left: nullable(Left) });
export type ClosableView = Static<typeof Closable>;

export const closingStates = ['CLOSED', 'PART', 'LEFT', 'SENT', 'UNKNOWN'] as const;
const Closed = strict({
  ...place,
  /** UNKNOWN: the exchange has not answered; the same closing asked for again tells. */
  state: oneOf(closingStates),
  filled_qty: Decimal,
  /** Traded for, in quote. */
  filled_quote: Decimal,
  order_ids: Type.Array(OrderId),
  left: nullable(Left),
  /** Why the last of its orders ended as it did; empty without an order. */
  cause: Type.String(),
});
export type ClosedView = Static<typeof Closed>;

/** What risk sees and switches: exposure with limits, and what stops accounts, markets and everything. */
export const riskRoutes = {
  riskExposure: route({
    method: 'GET',
    path: '/risk/exposure',
    tag,
    summary: 'What lies and stands in accounts, at exchanges, in assets and by strategies, in USDT, beside its limits',
    access: looks,
    rate: 'sum',
    reply: strict({
      rows: Type.Array(ExposureRow),
      /** Of one unit in USDT; an asset of which nobody knows is missing. */
      prices: Type.Record(Type.String(), Type.String()),
    }),
  }),
  riskLimitSave: route({
    method: 'POST',
    path: '/risk/limit/save',
    tag,
    summary: 'Sets how much may stand in one of them, in USDT, and whether more is refused; without amounts the limit is taken away',
    access: controls,
    rate: 'save',
    body: strict({
      kind: oneOf(exposureKinds),
      key: Type.Union([StrategyKey, Type.String({ pattern: '^[A-Za-z0-9._-]{1,60}$' })]),
      net: nullable(Decimal),
      gross: nullable(Decimal),
      /** Absent: people of risk are told alone. */
      refuses: Type.Optional(Type.Boolean()),
      reason: Reason,
    }),
    reply: Type.Null(),
  }),
  riskSwitches: route({
    method: 'GET',
    path: '/risk/switch/list',
    tag,
    summary: 'Switches that are thrown, the newest first',
    access: looks,
    rate: 'read',
    reply: Type.Array(Switch),
  }),
  riskSwitchThrow: route({
    method: 'POST',
    path: '/risk/switch/throw',
    tag,
    summary: 'Refuses new orders of an account, in a market or of everybody; cancels go on',
    access: controls,
    rate: 'stop',
    body: strict({ target: Target, reason: Reason }),
    reply: Type.Null(),
  }),
  riskSwitchRelease: route({
    method: 'POST',
    path: '/risk/switch/release',
    tag,
    summary: 'Takes an account or a market up again; for everybody it asks a second person',
    access: controls,
    confirm: 'fresh',
    rate: 'save',
    body: strict({ target: Target, reason: Reason }),
    reply: Type.Null(),
  }),
  riskReleaseDecide: route({
    method: 'POST',
    path: '/risk/switch/decide',
    tag,
    summary: 'Says yes or no to the release that somebody else has asked for: everybody trades again',
    access: looks,
    confirm: 'fresh',
    rate: 'save',
    body: strict({ approve: Type.Boolean(), reason: Reason }),
    reply: Type.Null(),
  }),
  riskCancelAll: route({
    method: 'POST',
    path: '/risk/order/cancel',
    tag,
    summary: 'Takes back all open orders of an account, at an exchange or of everybody',
    access: controls,
    rate: 'stop',
    body: strict({ target: CancelTarget, reason: Reason }),
    reply: strict({
      accounts: Type.Integer(),
      canceled: Type.Integer(),
      /** Accounts of which an exchange did not say that all is canceled. */
      failed: Type.Array(ApiId),
    }),
  }),
  riskPositions: route({
    method: 'GET',
    path: '/risk/position/list',
    tag,
    summary: 'Positions that can be closed, of one account, of all accounts of somebody, in one market or at one exchange: one of the four',
    access: looks,
    rate: 'sum',
    query: strict({
      api_id: Type.Optional(ApiId),
      username: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      instrument: Type.Optional(InstrumentIdText),
      exchange: Type.Optional(ExchangeId),
    }),
    reply: strict({ positions: Type.Array(Closable) }),
  }),
  riskClose: route({
    method: 'POST',
    path: '/risk/position/close',
    tag,
    summary:
      'Takes back the open orders of an account, or those in one market, then closes its positions there; a repeat of the name sends nothing twice',
    access: controls,
    confirm: 'fresh',
    rate: 'stop',
    body: strict({ api_id: ApiId, instrument: Type.Optional(InstrumentIdText), closing_id: ClosingId, reason: Reason }),
    reply: strict({
      /** Orders that were taken back first; null: the exchange did not say that all are. */
      canceled: nullable(Type.Integer()),
      positions: Type.Array(Closed),
    }),
  }),
} as const;
