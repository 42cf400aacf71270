import type { InstrumentId } from '../domain/markets/instrument.ts';
import { type OrderFields, orderFieldTable } from '../domain/orders/order-fields.ts';

/**
 * The words of the house for those of the wire. The client changes them once, at its door (`core/client/wire`), for the calls and topics named
 * here; everything behind it speaks of `Order`, `Fill`, `Position` as the rest of the house does.
 */

const orderWords = Object.fromEntries(Object.entries(orderFieldTable).map(([name, { wire }]) => [wire, name])) as {
  readonly [K in keyof OrderFields as OrderFields[K]['wire']]: K;
};

/** Beside those of the table of an order's fields. A word that is missing here is the same in both. */
const otherWords = {
  id: 'instrumentId',
  time: 'timeMs',
  as_of: 'asOfMs',
  api_ids: 'apiIds',
  account_type: 'accountType',
  account_types: 'accountTypes',
  account_transfers: 'accountTransfers',
  order_types: 'orderTypes',
  times_in_force: 'timesInForce',
  trigger_kinds: 'triggerKinds',
  locked_at_vip: 'lockedAtVip',
  trade_id: 'tradeId',
  fee_asset: 'feeAsset',
  total_value: 'totalValue',
  maker_fee: 'makerFee',
  taker_fee: 'takerFee',
  entry_id: 'entryId',
  avg_price: 'avgPrice',
  mark_kind: 'markKind',
  open_time: 'openedMs',
  closed_qty: 'closedQty',
  open_24h: 'open24h',
  high_24h: 'high24h',
  low_24h: 'low24h',
  volume_24h: 'volume24h',
  quote_volume_24h: 'quoteVolume24h',
  last_trade_id: 'lastTradeId',
  last_time: 'lastTimeMs',
  template_id: 'templateId',
  by_quote: 'byQuote',
  profit_type: 'profitType',
  profit_trigger: 'profitTrigger',
  profit_price: 'profitPrice',
  stop_type: 'stopType',
  stop_trigger: 'stopTrigger',
  stop_price: 'stopPrice',
} as const;

/** Of strategies, their instances, and what those are held to. */
const instanceWords = {
  instance_id: 'instanceId',
  min_vip: 'minVip',
  start_time: 'startedMs',
  stop_time: 'stoppedMs',
  ended_from: 'endedFromMs',
  run_time: 'runMs',
  open_profit: 'openProfit',
  open_orders: 'openOrders',
  entry_price: 'entryPrice',
  event_id: 'eventId',
  before_event: 'beforeEvent',
  open_qty: 'openQty',
  decide_time: 'decidedMs',
  fill_time: 'filledMs',
  expected_price: 'expectedPrice',
  slippage_bps: 'slippageBps',
  wanted_qty: 'wantedQty',
  missing_qty: 'missingQty',
  max_order_amount: 'maxOrderAmount',
  max_position: 'maxPosition',
  max_daily_loss: 'maxDailyLoss',
  max_orders_per_minute: 'maxOrdersPerMinute',
} as const;

const alertWords = { alert_id: 'alertId', raise_id: 'raiseId', raised_price: 'raisedPrice', raised_time: 'raisedMs' } as const;

/** Of documents, layouts and messages. */
const keptWords = {
  is_default: 'isDefault',
  built_in: 'builtIn',
  msg_time: 'sentMs',
  is_read: 'isRead',
  before_id: 'beforeId',
  refers_to: 'refersTo',
} as const;

const keyWords = {
  key_id: 'keyId',
  expire_time: 'expiresMs',
  ip_list: 'ipList',
  key_end: 'keyEnd',
  login_ip: 'loginIp',
  login_time: 'loginMs',
  last_used_time: 'lastUsedMs',
  last_used_address: 'lastUsedAddress',
} as const;

/** Of plugins, and of what sets give of them. */
const pluginWords = {
  vip_overrides: 'vipOverrides',
  product_version: 'productVersion',
  set_name: 'setName',
  from_vip: 'fromVip',
  least_vip: 'leastVip',
  staying_count: 'stayingCount',
  instance_ids: 'instanceIds',
  setup_ms: 'setupMs',
} as const;

/** Of backtests: their choices, figures and steps. */
const backtestWords = {
  run_id: 'runId',
  run_ids: 'runIds',
  start_equity: 'startEquity',
  end_equity: 'endEquity',
  total_return: 'totalReturn',
  annual_return: 'annualReturn',
  max_drawdown: 'maxDrawdown',
  win_rate: 'winRate',
  profit_factor: 'profitFactor',
  account_fees: 'accountFees',
  latency_ms: 'latencyMs',
  warm_up: 'warmUpMs',
  look_ahead: 'lookAhead',
  end_time: 'endedMs',
  kept_fills: 'keptFills',
  exit_price: 'exitPrice',
  more_calls: 'moreCalls',
} as const;

/** By the word of the wire. */
export const houseWords = {
  ...orderWords,
  ...otherWords,
  ...instanceWords,
  ...alertWords,
  ...keptWords,
  ...keyWords,
  ...pluginWords,
  ...backtestWords,
};
type HouseWords = typeof houseWords;

/** In {@link ownIdCalls} and topics: an `id` names no market, a `content` is the client's own, a `manifest` its plugin's. */
export const ownWords = ['id', 'content', 'manifest'] as const;
export type OwnWord = (typeof ownWords)[number];

/** Those of the calls below that are about something else than a market. */
export const ownIdCalls = [
  ...(['documentList', 'documentGet', 'documentSave', 'documentDelete'] as const),
  ...(['layoutList', 'layoutOpen', 'layoutCreate', 'layoutSave', 'layoutRename', 'layoutReset'] as const),
  ...(['layoutDelete', 'layoutRestore', 'layoutTabs', 'adminLayoutShare', 'adminLayoutUnshare', 'adminLayoutDefault'] as const),
  ...(['messageList', 'messageLoad', 'messageLoadBefore', 'pluginList', 'adminPlugins'] as const),
  ...(['adminPluginSets', 'adminPluginMatrix', 'adminPluginSetPreview', 'adminPluginSetSave', 'adminStayingStop'] as const),
  ...(['adminPluginSetVersions', 'adminPluginSetAs', 'adminNamedSets', 'adminNamedSetSave', 'adminNamedSetRemove'] as const),
  ...(['adminProductVersions', 'adminProductVersionTie'] as const),
] as const;

/** Calls that are asked and answered in the words of the house. */
export const houseCalls = [
  ...(['doOrder', 'amendOrder', 'cancelOrder', 'cancelAll', 'findOrder', 'orderEvents', 'orderRefusals'] as const),
  ...(['openOrders', 'userOrders', 'orderHistory', 'orderHistoryExport', 'fills', 'fillsExport'] as const),
  ...(['balances', 'balanceChanges', 'ledger', 'ledgerExport', 'transfer', 'positions', 'closes', 'closesExport'] as const),
  ...(['balanceCurrency', 'balanceUnique', 'balanceAllow', 'balanceDataList', 'balanceAll'] as const),
  ...(['apiList', 'apiAll', 'accountFees', 'auditSealOrders'] as const),
  ...(['symbols', 'exchangeInfo', 'tickers', 'klinesHistory', 'tradeFlow'] as const),
  ...(['tradeTemplateList', 'tradeTemplateSave', 'tradeTemplateDelete'] as const),
  ...(['startTemplateList', 'startTemplateSave', 'startTemplateDelete'] as const),
  ...(['strategyTemplates', 'strategyStart', 'strategyStop', 'strategyUpdate', 'strategyUpdateCancel', 'strategyPreview'] as const),
  ...(['instanceList', 'instanceInfo', 'instancePositions', 'instanceMarks', 'instancePlots', 'instanceDeviations'] as const),
  ...(['instanceState', 'strategyLimits', 'strategyLimitsSave', 'strategyHalt', 'adminStrategyHalt'] as const),
  ...(['alertList', 'alertSave', 'alertStatus', 'alertDelete', 'alertHistory'] as const),
  ...(['symbolSubscriptionList', 'symbolSubscriptionAdd', 'symbolSubscriptionRemove'] as const),
  ...(['apiKeyList', 'apiKeyCreate', 'apiKeyRevoke'] as const),
  ...([
    'accountOwn',
    'accountSave',
    'accountSaveKeys',
    'accountSaveActive',
    'accountDelete',
    'authorisationList',
    'authorisationGive',
  ] as const),
  ...(['instanceAuthorisationList', 'instanceAuthorisationGive', 'instanceAuthorisationTake', 'observerHeldInstances'] as const),
  ...(['authorisationTake', 'observerAccounts', 'observerInstances', 'observerStat', 'observerPositions'] as const),
  ...(['backtestSources', 'backtestStart', 'backtestCancel', 'backtestList', 'backtestResult', 'backtestTrades'] as const),
  ...(['backtestCompare', 'backtestRename', 'backtestDelete', 'backtestRestore', 'backtestSteps', 'backtestStepsClose'] as const),
  ...(['financeAccounts', 'financeStatement', 'financeStatementExport', 'financeState', 'financeProve'] as const),
  ...([
    'riskInstances',
    'riskInstanceStop',
    'riskExposure',
    'riskSwitches',
    'riskSwitchThrow',
    'riskSwitchRelease',
    'riskCancelAll',
    'riskPositions',
    'riskClose',
  ] as const),
  ...(['allocationList', 'allocationMake', 'movementList', 'movementAsk', 'movementDecide', 'movementFile'] as const),
  ...(['withdrawalList', 'withdrawalAsk', 'withdrawalTakeBack'] as const),
  ...(['copyPlanList', 'copyPlanSave', 'copyOrderList'] as const),
  ...ownIdCalls,
] as const;

export type HouseCall = (typeof houseCalls)[number];
export type OwnIdCall = (typeof ownIdCalls)[number];

/** Topics whose messages are told in the words of the house, by what stands before the first colon. */
export const houseTopics = [
  'orders',
  'fills',
  'balances',
  'tickers',
  'ticker',
  'trades',
  'strategies',
  'alerts',
  'plugins',
  'backtests',
  'messages',
  'switches',
  'copied',
] as const;
/** Of those, the ones that are about something else than a market. */
export const ownIdTopics: readonly (typeof houseTopics)[number][] = ['plugins', 'messages'];

type HouseWord<K, Own> = K extends Own ? K : K extends keyof HouseWords ? HouseWords[K] : K;

/**
 * What the wire tells, in the words of the house. What names its market by its id says its exchange beside. `Own` words stay with what they
 * hold: {@link OwnWord} in a call of {@link ownIdCalls}.
 */
export type HouseOf<V, Own = never> = V extends readonly unknown[]
  ? { readonly [K in keyof V]: HouseOf<V[K], Own> }
  : V extends object
    ? string extends keyof V
      ? V
      : { readonly [K in keyof V as HouseWord<K, Own>]: K extends Own ? V[K] : HouseOf<V[K], Own> } & ('id' extends Exclude<keyof V, Own>
          ? { readonly exchange: string }
          : unknown)
    : V;

type Parts = 'exchange' | 'symbol' | 'account_type';

/** What is asked of the wire, in the words of the house: a market by its id, several accounts as a list. */
export type AskedOf<V, Own = never> = V extends readonly unknown[]
  ? { readonly [K in keyof V]: AskedOf<V[K], Own> }
  : V extends object
    ? V extends Record<Parts, string>
      ? AskedFields<Omit<V, Parts>, Own> & { readonly instrumentId: InstrumentId }
      : AskedFields<V, Own>
    : V;

type AskedFields<V, Own> = {
  readonly [K in keyof V as HouseWord<K, Own>]:
    | (K extends 'api_ids' ? readonly number[] : AskedOf<V[K], Own>)
    | (Pick<V, K> extends Required<Pick<V, K>> ? never : undefined);
};
