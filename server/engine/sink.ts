import type {
  LiquiditySide,
  OrderSide,
  OrderType,
  PositionSide,
  SelfTradePrevention,
  TimeInForce,
  TriggerKind,
  WatchedPrice,
} from '../../core/domain/orders/order.ts';
import type { OrderStatus } from '../../core/domain/orders/order-status.ts';

/** Why an order changed; stable words that reach the user through the error catalogue and the order's history. */
export const orderCauses = [
  'PLACED',
  'TRIGGERED',
  'FILLED',
  'AMENDED',
  'CANCELED_BY_USER',
  'CANCELED_BY_CANCEL_ALL',
  'CANCELED_BY_PAIR',
  'CANCELED_BY_ENTRY',
  'CANCELED_BY_LIQUIDATION',
  'EXPIRED_IOC',
  'EXPIRED_FOK',
  'EXPIRED_POST_ONLY',
  'EXPIRED_SELF_TRADE',
  'EXPIRED_PRICE_BAND',
  'EXPIRED_INSTRUMENT_CLOSED',
  'EXPIRED_NO_LIQUIDITY',
  'EXPIRED_REDUCE_ONLY',
  'FAILED_BALANCE',
  'FAILED_FILTER',
] as const;
export type OrderCause = (typeof orderCauses)[number];

/** An order as the engine holds it: ticks, lots and minor units. Borrowed: valid only during the call that hands it over. */
export interface EngineOrder {
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
  /** Order id of the other leg of a pair, 0 when alone; of the entry for a bracket's legs see `parent`. */
  readonly pair: number;
  readonly parent: number;
  readonly price: number;
  readonly qty: number;
  readonly quoteAmount: bigint;
  readonly trigger: number;
  readonly filled: number;
  /** Quote minor units traded so far. */
  readonly filledQuote: bigint;
  /** Lots that self-trade prevention took away without a trade. */
  readonly prevented: number;
  readonly status: OrderStatus;
  readonly createdMs: number;
  readonly updatedMs: number;
}

/** Receives what a command did, in order. All arguments are borrowed. */
export interface EngineSink {
  orderChanged(order: EngineOrder, cause: OrderCause): void;
  /** One fill; the maker's price. Fees in minor units of the asset each side received. */
  traded(trade: EngineTrade): void;
  /** The new total quantity (lots, 0 removes) of a price level. */
  levelChanged(instrument: number, side: OrderSide, price: number, qty: number): void;
  /** One balanced journal entry: the lines sum to zero per asset. */
  posted(entry: LedgerEntry): void;
  /** Wallet total and the part held by open orders, after the change. */
  balanceChanged(account: number, asset: number, total: bigint, held: bigint): void;
  /** The command was refused and changed nothing. `limit` is the bound that was broken, in the field's own unit. */
  rejected(reason: RejectReason, field: string, limit: string, shortage?: Shortage): void;
  /** The command repeats an earlier one (same client order id or reference, same content): nothing changed. */
  repeated(orderId: number): void;
}

/** Of an order that could not be paid. */
export interface Shortage {
  /** Minor units of the asset that it holds, as `limit` is. */
  readonly need: string;
  /** The largest size that would have been accepted, `0` when none is: lots, or minor units of quote of an order sized by them. */
  readonly fits: string;
}

export interface EngineTrade {
  readonly tradeId: number;
  readonly instrument: number;
  readonly price: number;
  readonly qty: number;
  readonly takerSide: OrderSide;
  readonly takerOrderId: number;
  readonly makerOrderId: number;
  readonly takerAccount: number;
  readonly makerAccount: number;
  readonly takerFee: bigint;
  readonly makerFee: bigint;
  /** False between accounts of one owner: such a trade says nothing about the market and does not move the last price. */
  readonly movesLast: boolean;
  readonly timeMs: number;
}

const ledgerKinds = ['TRADE', 'TRANSFER', 'FEE', 'FUNDING', 'INTEREST', 'LIQUIDATION', 'SETTLEMENT'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/** Ledger accounts below zero are the venue's own; zero and above are user accounts. */
export const systemAccounts = { external: -1, fees: -2, insurance: -3, rounding: -4 } as const;

export interface LedgerEntry {
  readonly entryId: number;
  readonly kind: LedgerKind;
  /** Trade id, transfer reference… as text. */
  readonly reference: string;
  readonly timeMs: number;
  readonly lines: readonly EntryLine[];
}

export interface EntryLine {
  readonly account: number;
  readonly asset: number;
  readonly amount: bigint;
}

export const liquidityOf = (orderId: number, trade: EngineTrade): LiquiditySide => (orderId === trade.makerOrderId ? 'MAKER' : 'TAKER');

/** Refusals of the engine; the trading room maps them to its error catalogue. */
export const rejectReasons = [
  'UNKNOWN_ACCOUNT',
  'UNKNOWN_INSTRUMENT',
  'UNKNOWN_ASSET',
  'UNKNOWN_ORDER',
  'INSTRUMENT_CLOSED',
  'QTY_TOO_SMALL',
  'QTY_TOO_LARGE',
  'NOTIONAL_TOO_SMALL',
  'PRICE_OUT_OF_BAND',
  'PRICE_INVALID',
  'WOULD_TRIGGER',
  'NO_REFERENCE_PRICE',
  'OCO_PRICES',
  'NOT_SUPPORTED',
  'INSUFFICIENT_BALANCE',
  'DUPLICATE_CLIENT_ORDER_ID',
  'DUPLICATE_REFERENCE',
  'REDUCE_ONLY',
  'NOTHING_TO_AMEND',
  'ORDER_NOT_AMENDABLE',
  'AMOUNT_OVERFLOW',
  'TOO_MANY_ORDERS',
] as const;
export type RejectReason = (typeof rejectReasons)[number];
