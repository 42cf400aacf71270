import { type Amount, toBigInt } from '../../../core/domain/clearing/amount.ts';
import type {
  OrderSide,
  OrderType,
  PositionSide,
  SelfTradePrevention,
  TimeInForce,
  TriggerKind,
  WatchedPrice,
} from '../../../core/domain/orders/order.ts';
import type { OrderStatus } from '../../../core/domain/orders/order-status.ts';
import type { OrderTerms } from '../command.ts';
import type { EngineOrder } from '../sink.ts';
import type { OrderPair } from './order-pair.ts';

/** Where a record stands: nowhere, on the book, among the waiting triggers, or fired and about to run. */
export type OrderPlace = 'NONE' | 'BOOK' | 'TRIGGERS' | 'FIRED';

/**
 * The engine's own form of an open order: the public fields, mutable, and its links. Copy it to keep it; the
 * record serves a later order when this one has finished.
 * The fields that every step touches come first, to share cache lines; numbers start as 0 so that the runtime stores them
 * unboxed.
 */
export class OpenOrder implements EngineOrder {
  orderId = 0;
  /** Place of the record in the table of orders. */
  readonly index: number;
  account = 0;
  instrument = 0;
  status: OrderStatus = 'UNFILLED';
  place: OrderPlace = 'NONE';
  /** Slot in the book or among the triggers, by `place`. */
  slot = -1;
  side: OrderSide = 'BUY';
  price = 0;
  qty = 0;
  filled = 0;
  prevented = 0;
  /** The pair this order is a leg of. */
  legOf: OrderPair | null = null;
  /** The pair this order arms by its fills. */
  entryOf: OrderPair | null = null;
  /** Digest of its client order id, zeros when it has none. */
  idLow = 0;
  idHigh = 0;
  /** Digest of the command that brought it, see `fingerprint.ts`; 0 without a client order id. */
  fingerprint = 0;
  /** True until its trigger fires; it counts against the limit of waiting orders so long. */
  waits = false;
  /** Self-trade key, from the account. */
  owner = 0;
  updatedMs = 0;
  quoteFilled: Amount = 0;
  clientOrderId = '';
  orderType: OrderType = 'LIMIT';
  timeInForce: TimeInForce = 'GTC';
  stp: SelfTradePrevention = 'NONE';
  quoteAmount = 0n;
  trigger = 0;
  createdMs = 0;
  /** Orders that fire together run in this order; a changed trigger gets a new number. */
  triggerSequence = 0;
  /** Fires when the watched price is at or above the trigger; otherwise at or below. */
  firesUp = false;
  triggerKind: TriggerKind | null = null;
  pair = 0;
  parent = 0;
  positionSide: PositionSide = 'BOTH';
  reduceOnly = false;
  closePosition = false;
  watchedPrice: WatchedPrice = 'LAST';

  constructor(index: number) {
    this.index = index;
  }

  /** Begins an order: every field but `index` and the links to pairs, which are null between orders. */
  open(orderId: number, terms: OrderTerms, owner: number, triggerKind: TriggerKind | null, status: OrderStatus, timeMs: number): void {
    this.orderId = orderId;
    this.account = terms.account;
    this.instrument = terms.instrument;
    this.status = status;
    this.place = 'NONE';
    this.slot = -1;
    this.side = terms.side;
    this.price = terms.price;
    this.qty = terms.qty;
    this.filled = 0;
    this.prevented = 0;
    this.idLow = 0;
    this.idHigh = 0;
    this.fingerprint = 0;
    this.waits = status === 'WAITING';
    this.owner = owner;
    this.updatedMs = timeMs;
    this.quoteFilled = 0;
    this.clientOrderId = terms.clientOrderId;
    this.orderType = terms.orderType;
    this.timeInForce = terms.timeInForce;
    this.stp = terms.stp;
    this.quoteAmount = terms.quoteAmount;
    this.trigger = terms.trigger;
    this.createdMs = timeMs;
    this.triggerSequence = 0;
    this.firesUp = false;
    this.triggerKind = triggerKind;
    this.pair = 0;
    this.parent = 0;
    this.positionSide = terms.positionSide;
    this.reduceOnly = terms.reduceOnly;
    this.closePosition = terms.closePosition;
    this.watchedPrice = terms.watchedPrice;
  }

  get filledQuote(): bigint {
    return toBigInt(this.quoteFilled);
  }

  /** Lots still to trade. */
  get remaining(): number {
    return this.qty - this.filled - this.prevented;
  }
}
