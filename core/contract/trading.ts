import type { AccountType, InstrumentId } from '../domain/instrument.ts';
import type {
  LiquiditySide,
  OrderSide,
  OrderType,
  PositionSide,
  SelfTradePrevention,
  TimeInForce,
  TriggerKind,
  WatchedPrice,
} from '../domain/order.ts';
import type { OrderStatus } from '../domain/order-status.ts';
import type { Principal } from './access.ts';
import type { Outcome } from './app-error.ts';
import type { Token } from './token.ts';
import { token } from './token.ts';

/**
 * Orders, fills and balances as the whole house speaks of them: decimal strings, ids as text, times in ms. Prices are quote per
 * base; quantities (`qty`, `filledQty`) are base, or contracts where the instrument counts so; `quoteAmount` and `filledQuote`
 * are quote; amounts of balances and postings are of the asset that they name.
 */

/** A user's account at one exchange (SPEC: exchange API account). */
export type ApiId = number;

export interface OrderLeg {
  readonly type: OrderType;
  readonly price?: string;
  readonly triggerPrice?: string;
  readonly timeInForce?: TimeInForce;
}

/** What a user or a strategy wants. Every optional field has a default that DOMAIN §1 names. */
export interface OrderIntent {
  readonly apiId: ApiId;
  readonly instrumentId: InstrumentId;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly timeInForce?: TimeInForce;
  readonly price?: string;
  readonly qty?: string;
  /** Spot market orders: spend (buy) or receive (sell) this much quote instead of `qty`. */
  readonly quoteAmount?: string;
  readonly triggerPrice?: string;
  readonly watchedPrice?: WatchedPrice;
  /** OCO: this order's `takeProfit`/`stopLoss` are its two legs. CONDITIONAL_OCO: they arm on the entry's fills. */
  readonly triggerKind?: TriggerKind;
  readonly takeProfit?: OrderLeg;
  readonly stopLoss?: OrderLeg;
  readonly stp?: SelfTradePrevention;
  readonly positionSide?: PositionSide;
  readonly reduceOnly?: boolean;
  readonly closePosition?: boolean;
  readonly clientOrderId?: string;
}

export interface OrderChange {
  readonly apiId: ApiId;
  readonly instrumentId: InstrumentId;
  readonly orderId: string;
  readonly price?: string;
  /** New total quantity, filled part included. */
  readonly qty?: string;
  readonly triggerPrice?: string;
}

export interface Order {
  readonly exchange: string;
  readonly orderId: string;
  readonly clientOrderId: string;
  readonly apiId: ApiId;
  readonly instrumentId: InstrumentId;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly stp: SelfTradePrevention;
  readonly positionSide: PositionSide;
  readonly reduceOnly: boolean;
  readonly triggerKind: TriggerKind | null;
  /** The other leg of a pair, or null. */
  readonly pairId: string | null;
  /** The entry that armed this leg, or null. */
  readonly parentId: string | null;
  readonly price: string | null;
  readonly qty: string | null;
  readonly quoteAmount: string | null;
  readonly triggerPrice: string | null;
  readonly filledQty: string;
  readonly filledQuote: string;
  readonly preventedQty: string;
  readonly status: OrderStatus;
  /** Why it is in that status: a word of the engine's list, or the venue's own text. */
  readonly cause: string;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export interface Fill {
  readonly exchange: string;
  readonly instrumentId: InstrumentId;
  readonly tradeId: string;
  readonly orderId: string;
  readonly apiId: ApiId;
  readonly side: OrderSide;
  readonly liquidity: LiquiditySide;
  readonly price: string;
  readonly qty: string;
  readonly fee: string;
  readonly feeAsset: string;
  readonly timeMs: number;
}

export interface Balance {
  readonly exchange: string;
  readonly apiId: ApiId;
  readonly accountType: AccountType;
  readonly asset: string;
  readonly total: string;
  /** Part of the total held by open orders. */
  readonly held: string;
}

/** `account` is an api id, or `external`, `fees`, `insurance`, `rounding` for the venue's own. Lines sum to zero per asset. */
export interface LedgerPosting {
  readonly account: ApiId | 'external' | 'fees' | 'insurance' | 'rounding';
  readonly accountType: AccountType;
  readonly asset: string;
  readonly amount: string;
}

export interface LedgerRecord {
  readonly exchange: string;
  readonly entryId: string;
  readonly kind: string;
  readonly reference: string;
  readonly timeMs: number;
  readonly lines: readonly LedgerPosting[];
}

/**
 * The one path every order takes. Server only. A refusal says that nothing has happened, by the house or the venue, except
 * ORDER_UNRESOLVED: the venue has not answered, and the outcome stays open until it reports the order or, asked again under
 * the same client order id, says what became of it. Nothing here rejects because a venue fails.
 */
export interface Trading {
  submit(principal: Principal, intent: OrderIntent): Promise<Outcome<readonly Order[]>>;
  amend(principal: Principal, change: OrderChange): Promise<Outcome<Order>>;
  cancel(
    principal: Principal,
    target: { readonly apiId: ApiId; readonly instrumentId: InstrumentId; readonly orderId: string },
  ): Promise<Outcome<Order>>;
  /** Cancels the account's open orders, of one instrument or of all; gives the canceled ones. */
  cancelAll(
    principal: Principal,
    scope: { readonly apiId: ApiId; readonly instrumentId?: InstrumentId },
  ): Promise<Outcome<readonly Order[]>>;
  /** Open orders (memory, durable state only), newest first. */
  openOrders(apiIds: readonly ApiId[]): readonly Order[];
  balances(apiIds: readonly ApiId[]): readonly Balance[];
}

export const TRADING: Token<Trading> = token<Trading>('tessera.trading', 'Submits, amends and cancels orders');
