import { defineStrategy, type JsonValue, type MarketEvent, type OrderEvent, type StrategyPosition } from '../../core/contract/strategy.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { addDecimals, compareDecimals, multiplyDecimals, negateDecimal } from '../../core/domain/numbers/decimal.ts';
import type { TradingLimits } from '../../server/runtime/driver/account/trading-limits.ts';
import type { DriverParts } from '../../server/runtime/driver/driver-parts.ts';
import type { Effect } from '../../server/runtime/driver/effect.ts';
import type { ExecutorDefinition } from '../../server/runtime/driver/executor.ts';
import { StrategyDriver } from '../../server/runtime/driver/strategy-driver.ts';
import { KnownMarkets } from '../../server/runtime/driver/watched/known-markets.ts';
import { testInstrument } from './market-fixtures.ts';
import { driverParts, fillOf, orderOf } from './strategy-kit.ts';

type Place = Extract<Effect, { readonly type: 'place' }>['intent'];
export interface OpenOrder extends Place {
  filledQty: string;
  isCanceling: boolean;
}

interface ParentState {
  readonly ended: Extract<OrderEvent, { readonly type: 'executed' }> | null;
}

const kind = 'tested';

/** One executor under the driver, in a world that a test plays: orders rest until the test answers them. */
export class ExecutorRun {
  readonly open: OpenOrder[] = [];
  /** Every order that was sent, with its time. */
  readonly sent: { readonly timeMs: number; readonly order: Place }[] = [];
  readonly #parts: DriverParts;
  #driver: StrategyDriver;
  readonly #instruments: Readonly<Record<string, Instrument>>;
  nowMs = 0;
  #trades = 0;

  constructor(
    executor: ExecutorDefinition,
    config: object,
    options: { readonly instruments?: readonly Instrument[]; readonly seed?: number; readonly limits?: () => TradingLimits } = {},
  ) {
    const { instruments = [testInstrument], seed = 1, limits } = options;
    this.#instruments = Object.fromEntries(instruments.map((instrument) => [instrument.id, instrument]));
    const definition = defineStrategy<unknown, ParentState>({
      params: {},
      start: () => ({
        state: { ended: null },
        subscribe: [],
        actions: [{ type: 'startExecutor', tag: 'parent', kind, config: config as JsonValue }],
      }),
      onMarket: (_context, state) => ({ state, actions: [] }),
      onOrder: (_context, state, event) => ({ state: event.type === 'executed' ? { ended: event } : state, actions: [] }),
      onTimer: (_context, state) => ({ state, actions: [] }),
      onStop: (_context, state) => ({ state, actions: [] }),
    });
    this.#parts = driverParts({
      definition,
      executors: { [kind]: executor },
      markets: new KnownMarkets(this.#instruments),
      ...(limits === undefined ? {} : { limits }),
    });
    const { driver, effects } = StrategyDriver.start(this.#parts, {}, seed, 0);
    this.#driver = driver;
    this.#perform(effects);
    this.advance(0);
  }

  /** How the parent ended; null while it works. */
  get ended(): ParentState['ended'] {
    return (this.#driver.state as ParentState).ended;
  }

  /** Net positions of all fills. */
  get positions(): readonly StrategyPosition[] {
    return this.#driver.account.positions;
  }

  book(bid: string, ask: string, instrumentId = testInstrument.id, qty = '10'): void {
    this.tell({ type: 'book', book: { instrumentId, sequence: 1, bids: [[bid, qty]], asks: [[ask, qty]], timeMs: this.nowMs } });
  }

  trade(price: string, qty: string, instrumentId = testInstrument.id): void {
    this.tell({ type: 'trade', trade: { instrumentId, tradeId: '1', price, qty, side: 'BUY', timeMs: this.nowMs } });
  }

  /** The market gets other terms. */
  relist(instrument: Instrument): void {
    this.#parts.markets.learn([instrument]);
  }

  tell(event: MarketEvent): void {
    this.#perform(this.#driver.market(event, this.nowMs));
  }

  /** Goes on from what was saved, as after a kill. */
  restart(): void {
    const saved = JSON.parse(JSON.stringify(this.#driver.snapshot)) as StrategyDriver['snapshot'];
    this.#driver = StrategyDriver.restore(this.#parts, saved);
  }

  /** Rings what is due on the way, in order of time. */
  advance(toMs: number): void {
    for (let next = this.#driver.nextTimerMs; next <= toMs; next = this.#driver.nextTimerMs) {
      this.nowMs = Math.max(this.nowMs, next);
      this.#perform(this.#driver.ring(this.nowMs));
    }
    this.nowMs = Math.max(this.nowMs, toMs);
  }

  stop(): void {
    this.#perform(this.#driver.stop(this.nowMs));
  }

  /** Fills an open order, all of it unless told otherwise; `price` by default its own. */
  fill(order = this.open[0] as OpenOrder, qty?: string, price = order.price ?? '100'): void {
    const left = addDecimals(order.qty ?? '0', negateDecimal(order.filledQty));
    const filled = qty === undefined || compareDecimals(qty, left) > 0 ? left : qty;
    order.filledQty = addDecimals(order.filledQty, filled);
    const isFull = compareDecimals(order.filledQty, order.qty ?? '0') === 0;
    if (isFull) this.open.splice(this.open.indexOf(order), 1);
    const { apiId, side, clientOrderId, instrumentId } = order;
    const instrument = this.#instruments[instrumentId] as Instrument;
    const received = side === 'BUY' ? filled : multiplyDecimals(filled, price);
    const fill = fillOf({
      apiId,
      instrumentId,
      side,
      price,
      qty: filled,
      tradeId: String(++this.#trades),
      fee: multiplyDecimals(received, instrument.takerFee),
      feeAsset: side === 'BUY' ? instrument.base : instrument.quote,
    });
    this.#report('filled', clientOrderId, { fill, order: this.#order(order, isFull ? 'FILLED' : 'PARTIALLY_FILLED') });
  }

  /** Answers a cancel, or takes the order away unasked. */
  end(order = this.open[0] as OpenOrder, cause = 'CANCELED_BY_USER'): void {
    this.open.splice(this.open.indexOf(order), 1);
    this.#report('canceled', order.clientOrderId, { order: { ...this.#order(order, 'CANCELED'), cause } });
  }

  deny(order = this.open[0] as OpenOrder): void {
    this.open.splice(this.open.indexOf(order), 1);
    this.#perform(
      this.#driver.order(
        { type: 'denied', clientOrderId: order.clientOrderId, code: 'ORDER_INSUFFICIENT_BALANCE', params: {} },
        this.nowMs,
      ),
    );
  }

  #report(type: 'filled' | 'canceled', clientOrderId: string, more: object): void {
    this.#perform(this.#driver.order({ type, clientOrderId, ...more } as Parameters<StrategyDriver['order']>[0], this.nowMs));
  }

  #order(
    { apiId, clientOrderId, instrumentId, side, price, qty, filledQty }: OpenOrder,
    status: 'FILLED' | 'PARTIALLY_FILLED' | 'CANCELED',
  ) {
    return orderOf(clientOrderId, { apiId, instrumentId, side, price: price ?? null, qty: qty ?? null, filledQty, status });
  }

  #perform(effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (effect.type === 'place') {
        this.sent.push({ timeMs: this.nowMs, order: effect.intent });
        this.open.push({ ...effect.intent, filledQty: '0', isCanceling: false });
      } else if (effect.type === 'cancel') {
        const order = this.open.find(({ clientOrderId }) => clientOrderId === effect.clientOrderId);
        if (order !== undefined) order.isCanceling = true;
      }
    }
  }
}
