import {
  defineStrategy,
  type OrderEvent,
  type StrategyAction,
  type StrategyStep,
  type Subscription,
} from '../../core/contract/strategy.ts';
import type { Fill, Order } from '../../core/contract/trading.ts';
import { hasLimitPrice } from '../../core/domain/orders/order.ts';
import { noLimits } from '../../server/runtime/driver/account/trading-limits.ts';
import type { DriverParts } from '../../server/runtime/driver/driver-parts.ts';
import { KnownMarkets } from '../../server/runtime/driver/watched/known-markets.ts';
import { testInstrument } from './market-fixtures.ts';

/** Small stand-ins around the strategy driver. */

interface ScriptedState {
  readonly heard: readonly string[];
}

export interface Script {
  readonly subscribe?: readonly Subscription[];
  readonly start?: readonly StrategyAction[];
  /** Actions by what is heard: `band inside`, `filled a`, `timer t`, `stop`. */
  readonly on?: Readonly<Record<string, readonly StrategyAction[]>>;
}

/** A strategy that does what its script says and remembers what it has heard. */
export const scripted = ({ subscribe = [], start = [], on = {} }: Script) => {
  const hear = (state: ScriptedState, what: string): StrategyStep<ScriptedState> => ({
    state: { heard: [...state.heard, what] },
    actions: on[what] ?? [],
  });
  return defineStrategy<unknown, ScriptedState>({
    params: {},
    start: () => ({ state: { heard: [] }, subscribe, actions: start }),
    onMarket: (_context, state, event) => hear(state, event.type === 'band' ? `band ${event.zone}` : event.type),
    onOrder: (_context, state, event) => hear(state, saidOf(event)),
    onTimer: (_context, state, timer) => hear(state, `timer ${timer}`),
    onStop: (_context, state) => hear(state, 'stop'),
  });
};

const saidOf = (event: OrderEvent): string =>
  event.type === 'denied' || event.type === 'refused'
    ? `${event.type} ${event.tag} ${event.code}`
    : event.type === 'executed'
      ? `${event.status} ${event.tag}`
      : `${event.type} ${event.tag}`;

export const place = (tag: string, more: Partial<Extract<StrategyAction, { type: 'place' }>['intent']> = {}): StrategyAction => ({
  type: 'place',
  tag,
  intent: {
    ...{ apiId: 1, instrumentId: testInstrument.id, side: 'BUY', type: 'LIMIT', qty: '1' },
    ...(hasLimitPrice(more.type ?? 'LIMIT') ? { price: '100' } : {}),
    ...more,
  },
});

export const driverParts = (more: Partial<DriverParts> & Pick<DriverParts, 'definition'>): DriverParts => ({
  executors: {},
  markets: new KnownMarkets({ [testInstrument.id]: testInstrument }),
  idPrefix: 'i',
  limits: () => noLimits,
  lastPrice: () => '100',
  balances: () => [],
  ...more,
});

export const orderOf = (clientOrderId: string, more: Partial<Order> = {}): Order => ({
  exchange: testInstrument.exchange,
  orderId: '1',
  clientOrderId,
  apiId: 1,
  instrumentId: testInstrument.id,
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  stp: 'EXPIRE_TAKER',
  positionSide: 'BOTH',
  reduceOnly: false,
  triggerKind: null,
  pairId: null,
  parentId: null,
  price: '100',
  qty: '1',
  quoteAmount: null,
  triggerPrice: null,
  filledQty: '0',
  filledQuote: '0',
  preventedQty: '0',
  status: 'UNFILLED',
  cause: 'PLACED',
  createdMs: 0,
  updatedMs: 0,
  ...more,
});

export const fillOf = (more: Partial<Fill> = {}): Fill => ({
  exchange: testInstrument.exchange,
  instrumentId: testInstrument.id,
  tradeId: '1',
  orderId: '1',
  apiId: 1,
  side: 'BUY',
  liquidity: 'MAKER',
  price: '100',
  qty: '1',
  fee: '0',
  feeAsset: 'USDT',
  timeMs: 0,
  ...more,
});
