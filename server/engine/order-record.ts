import type {
  OrderSide,
  OrderType,
  PositionSide,
  SelfTradePrevention,
  TimeInForce,
  TriggerKind,
  WatchedPrice,
} from '../../core/domain/order.ts';
import type { OrderStatus } from '../../core/domain/order-status.ts';
import type { OrderTerms } from './command.ts';
import type { OrderPair } from './order-pair.ts';
import type { EngineOrder } from './sink.ts';

/** Where a record stands: nowhere, on the book, among the waiting triggers, or fired and about to run. */
export type OrderPlace = 'NONE' | 'BOOK' | 'TRIGGERS' | 'FIRED';

/**
 * The engine's own form of an open order: the public fields, mutable, and its links. Copy it with {@link copyOrder}.
 * The fields that every step touches come first, to share cache lines; numbers start as 0 so that the runtime stores them
 * unboxed.
 */
export class OrderRecord implements EngineOrder {
  orderId = 0;
  status: OrderStatus;
  place: OrderPlace = 'NONE';
  /** Slot in the book or among the triggers, by `place`. */
  slot = -1;
  account = 0;
  instrument = 0;
  side: OrderSide;
  price = 0;
  qty = 0;
  filled = 0;
  prevented = 0;
  /** The pair this order is a leg of. */
  legOf: OrderPair | null = null;
  /** The pair this order arms by its fills. */
  entryOf: OrderPair | null = null;
  /** Open orders of the account, oldest first. */
  previousOfAccount: OrderRecord | null = null;
  nextOfAccount: OrderRecord | null = null;
  filledQuote = 0n;
  updatedMs = 0;
  /** Self-trade key, from the account. */
  owner = 0;
  clientOrderId: string;
  /** Digest of its client order id, zeros when it has none. */
  idLow = 0;
  idHigh = 0;
  orderType: OrderType;
  timeInForce: TimeInForce;
  stp: SelfTradePrevention;
  quoteAmount: bigint;
  trigger = 0;
  createdMs = 0;
  /** Orders that fire together run in this order; a changed trigger gets a new number. */
  triggerSequence = 0;
  /** True until its trigger fires; it counts against the limit of waiting orders so long. */
  waits = false;
  /** Fires when the watched price is at or above the trigger; otherwise at or below. */
  firesUp = false;
  triggerKind: TriggerKind | null;
  pair = 0;
  parent = 0;
  positionSide: PositionSide;
  reduceOnly: boolean;
  closePosition: boolean;
  watchedPrice: WatchedPrice;

  constructor(orderId: number, terms: OrderTerms, owner: number, triggerKind: TriggerKind | null, status: OrderStatus, timeMs: number) {
    this.orderId = orderId;
    this.clientOrderId = terms.clientOrderId;
    this.account = terms.account;
    this.instrument = terms.instrument;
    this.side = terms.side;
    this.orderType = terms.orderType;
    this.timeInForce = terms.timeInForce;
    this.positionSide = terms.positionSide;
    this.stp = terms.stp;
    this.reduceOnly = terms.reduceOnly;
    this.closePosition = terms.closePosition;
    this.watchedPrice = terms.watchedPrice;
    this.triggerKind = triggerKind;
    this.quoteAmount = terms.quoteAmount;
    this.createdMs = timeMs;
    this.updatedMs = timeMs;
    this.price = terms.price;
    this.qty = terms.qty;
    this.trigger = terms.trigger;
    this.status = status;
    this.owner = owner;
  }

  /** Lots still to trade. */
  get remaining(): number {
    return this.qty - this.filled - this.prevented;
  }
}

/** A copy of the public fields, to keep after the sink call that lent the order. */
export function copyOrder(order: EngineOrder): EngineOrder {
  return {
    orderId: order.orderId,
    clientOrderId: order.clientOrderId,
    account: order.account,
    instrument: order.instrument,
    side: order.side,
    orderType: order.orderType,
    timeInForce: order.timeInForce,
    positionSide: order.positionSide,
    stp: order.stp,
    reduceOnly: order.reduceOnly,
    closePosition: order.closePosition,
    watchedPrice: order.watchedPrice,
    triggerKind: order.triggerKind,
    pair: order.pair,
    parent: order.parent,
    price: order.price,
    qty: order.qty,
    quoteAmount: order.quoteAmount,
    trigger: order.trigger,
    filled: order.filled,
    filledQuote: order.filledQuote,
    prevented: order.prevented,
    status: order.status,
    createdMs: order.createdMs,
    updatedMs: order.updatedMs,
  };
}
