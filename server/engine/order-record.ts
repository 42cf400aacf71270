import type { OrderSide, OrderType, PositionSide, SelfTradePrevention, TimeInForce, TriggerKind, WatchedPrice } from '../../core/domain/order.ts';
import type { OrderStatus } from '../../core/domain/order-status.ts';
import type { OrderTerms } from './command.ts';
import type { OrderPair } from './order-pair.ts';
import type { EngineOrder } from './sink.ts';

/** Where a record stands: nowhere, on the book, among the waiting triggers, or fired and about to run. */
export type OrderPlace = 'NONE' | 'BOOK' | 'TRIGGERS' | 'FIRED';

/** The engine's own form of an open order: the public fields, mutable, and its links. Copy it with {@link copyOrder}. */
export class OrderRecord implements EngineOrder {
  readonly orderId: number;
  readonly clientOrderId: string;
  readonly account: number;
  readonly instrument: number;
  readonly side: OrderSide;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly positionSide: PositionSide;
  readonly stp: SelfTradePrevention;
  readonly reduceOnly: boolean;
  readonly closePosition: boolean;
  readonly watchedPrice: WatchedPrice;
  readonly triggerKind: TriggerKind | null;
  readonly quoteAmount: bigint;
  createdMs: number;
  updatedMs: number;
  pair = 0;
  parent = 0;
  price: number;
  qty: number;
  trigger: number;
  filled = 0;
  filledQuote = 0n;
  prevented = 0;
  status: OrderStatus;

  place: OrderPlace = 'NONE';
  /** Slot in the book or among the triggers, by `place`. */
  slot = -1;
  /** Self-trade key, from the account. */
  readonly owner: number;
  /** Orders that fire together run in this order; a changed trigger gets a new number. */
  triggerSequence = 0;
  /** Fires when the watched price is at or above the trigger; otherwise at or below. */
  firesUp = false;
  /** The pair this order is a leg of. */
  legOf: OrderPair | null = null;
  /** The pair this order arms by its fills. */
  entryOf: OrderPair | null = null;
  /** Digest of its client order id, zeros when it has none. */
  idLow = 0;
  idHigh = 0;
  /** Open orders of the account, oldest first. */
  previousOfAccount: OrderRecord | null = null;
  nextOfAccount: OrderRecord | null = null;

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
