import type { AccountKey } from '../domain/accounts/account-key.ts';
import type { AccountType, InstrumentId } from '../domain/markets/instrument.ts';
import type {
  LiquiditySide,
  OrderSide,
  OrderType,
  PositionSide,
  SelfTradePrevention,
  TimeInForce,
  TriggerKind,
  WatchedPrice,
} from '../domain/orders/order.ts';
import type { OrderStatus } from '../domain/orders/order-status.ts';
import type { Principal } from './access.ts';
import type { Outcome } from './app-error.ts';
import type { Token } from './token.ts';
import { token } from './token.ts';

/**
 * Orders, fills and balances as the whole house speaks of them: decimal strings, ids as text, times in ms. Prices are quote per
 * base; quantities (`qty`, `filledQty`) are base, or contracts where the instrument counts so; `quoteAmount` and `filledQuote`
 * are quote; amounts of balances and postings are of the asset that they name.
 */

/** A user's account at one exchange (an exchange's API account). */
export type ApiId = number;

export interface OrderLeg {
  /** Take profit: `LIMIT`, `TAKE_PROFIT` or `TAKE_PROFIT_MARKET`; stop: `STOP_LOSS` or `STOP_MARKET`. */
  readonly type: OrderType;
  /** Limit, in quote per base. */
  readonly price?: string;
  /** Price at which it begins to act. */
  readonly triggerPrice?: string;
  /** As of an order. */
  readonly timeInForce?: TimeInForce;
  /** Sender's own name for the leg; absent: it has none. Not used for the take profit of an OCO, which has that of the intent. */
  readonly clientOrderId?: string;
}

/** What a user or a strategy wants. */
export interface OrderIntent {
  /** Account. */
  readonly apiId: ApiId;
  /** Market. */
  readonly instrumentId: InstrumentId;
  /** `BUY` or `SELL`. */
  readonly side: OrderSide;
  /** Which fields it needs and what it does: trading rules §2. */
  readonly type: OrderType;
  /** Absent: `GTC`, for orders without a limit `IOC`. */
  readonly timeInForce?: TimeInForce;
  /** Limit, in quote per base. */
  readonly price?: string;
  /** In base. */
  readonly qty?: string;
  /** Spot market orders: spend (buy) or receive (sell) this much quote instead of `qty`. */
  readonly quoteAmount?: string;
  /** Price at which it begins to act. */
  readonly triggerPrice?: string;
  /** What the trigger watches; absent: `LAST`. Spot may watch the `INDEX` of its pair beside, where it has one and its exchange knows it: trading rules §6. */
  readonly watchedPrice?: WatchedPrice;
  /** OCO: this order's `takeProfit`/`stopLoss` are its two legs. CONDITIONAL_OCO: they arm on the entry's fills. */
  readonly triggerKind?: TriggerKind;
  /** Leg of a pair. */
  readonly takeProfit?: OrderLeg;
  /** Leg of a pair. */
  readonly stopLoss?: OrderLeg;
  /** Self-trade prevention; absent: `EXPIRE_TAKER`. */
  readonly stp?: SelfTradePrevention;
  /** Absent: `BOTH`, the only one on spot. */
  readonly positionSide?: PositionSide;
  /** Only takes from a position; not on spot. */
  readonly reduceOnly?: boolean;
  /** Closes the whole position; not on spot. */
  readonly closePosition?: boolean;
  /** Sender's own name for it, which makes a repeat harmless; absent: the house makes one. */
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
  /** Where it lies. */
  readonly exchange: string;
  /** The exchange's id, of which there is one in all its markets: where an exchange counts in each of them anew, its venue puts the market before. */
  readonly orderId: string;
  /** The sender's id. */
  readonly clientOrderId: string;
  /** Account. */
  readonly apiId: ApiId;
  /** Market. */
  readonly instrumentId: InstrumentId;
  /** `BUY` or `SELL`. */
  readonly side: OrderSide;
  /** Trading rules §2. */
  readonly type: OrderType;
  /** Trading rules §3. */
  readonly timeInForce: TimeInForce;
  /** Self-trade prevention: trading rules §5. */
  readonly stp: SelfTradePrevention;
  /** `BOTH` on spot. */
  readonly positionSide: PositionSide;
  /** Only takes from a position. */
  readonly reduceOnly: boolean;
  /** Alone (`CONDITIONAL`), one of a pair (`OCO`), or of a bracket (`CONDITIONAL_OCO`); null: waits for nothing. */
  readonly triggerKind: TriggerKind | null;
  /** The other leg of a pair, or null. */
  readonly pairId: string | null;
  /** The entry that armed this leg, or null. */
  readonly parentId: string | null;
  /** Limit, in quote per base; null without one. */
  readonly price: string | null;
  /** In base; null for an order by amount. */
  readonly qty: string | null;
  /** Amount of quote; null for an order by quantity. */
  readonly quoteAmount: string | null;
  /** Price at which it begins to act; null without one. */
  readonly triggerPrice: string | null;
  /** What the trigger watches; absent: the last price. */
  readonly watchedPrice?: WatchedPrice;
  /** Traded so far, in base. */
  readonly filledQty: string;
  /** Traded so far, in quote. */
  readonly filledQuote: string;
  /** Taken away by self-trade prevention without a trade, in base. */
  readonly preventedQty: string;
  /** Trading rules §11. */
  readonly status: OrderStatus;
  /** Why it is in that status: a word of the engine's list, or the venue's own text. */
  readonly cause: string;
  /** When it was accepted, ms. */
  readonly createdMs: number;
  /** When it changed last, ms. */
  readonly updatedMs: number;
}

export interface Fill {
  /** Where it happened. */
  readonly exchange: string;
  /** Market. */
  readonly instrumentId: InstrumentId;
  /** The exchange's id of the trade. */
  readonly tradeId: string;
  /** Order that it fills. */
  readonly orderId: string;
  /** Account. */
  readonly apiId: ApiId;
  /** Side of the order. */
  readonly side: OrderSide;
  /** `MAKER`: it rested; `TAKER`: it traded at once. */
  readonly liquidity: LiquiditySide;
  /** In quote per base. */
  readonly price: string;
  /** In base. */
  readonly qty: string;
  /** In `feeAsset`; taken off what was received. */
  readonly fee: string;
  /** Asset of the fee. */
  readonly feeAsset: string;
  /** When it happened, ms. */
  readonly timeMs: number;
}

export interface Balance {
  /** Where it lies. */
  readonly exchange: string;
  /** Account. */
  readonly apiId: ApiId;
  /** `spot`, and others where the exchange has them. */
  readonly accountType: AccountType;
  /** Market of an isolated margin account; absent otherwise. */
  readonly symbol?: string | undefined;
  /** Asset that it counts. */
  readonly asset: string;
  /** All of it, in units of the asset. */
  readonly total: string;
  /** Part of the total held by open orders. */
  readonly held: string;
}

/** `account` is an api id, or `external`, `fees`, `insurance`, `rounding` for the venue's own. Lines sum to zero per asset. */
export interface LedgerPosting {
  readonly account: ApiId | 'external' | 'fees' | 'insurance' | 'rounding';
  readonly accountType: AccountType;
  /** Market of an isolated margin account; absent otherwise. */
  readonly symbol?: string | undefined;
  readonly asset: string;
  readonly amount: string;
}

/** Money that goes from one account of a person to another one at the same exchange, of one api account or of two. */
export interface Transfer {
  readonly from: AccountKey;
  readonly to: AccountKey;
  readonly asset: string;
  /** In units of the asset. */
  readonly amount: string;
  /** Makes it happen once: unique at the exchange. */
  readonly reference: string;
}

/** What an exchange lends to an account, or is paid back. */
export interface Loan {
  readonly account: AccountKey;
  readonly asset: string;
  /** In units of the asset. */
  readonly amount: string;
  /** Makes it happen once: unique at the exchange. */
  readonly reference: string;
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
 * What became of an order, by the id that its sender gave it. `PLACED`: as it is durable, open or ended. `ABSENT`: at `asOfMs` of the server's
 * clock its exchange had taken no such order; one that is still under way with a later deadline may yet come. `UNSURE`: that cannot be told
 * now, for it is not durable yet or its exchange is away; asked again later it can.
 */
export type OrderFate =
  | { readonly state: 'PLACED'; readonly order: Order }
  | { readonly state: 'ABSENT'; readonly asOfMs: number }
  | { readonly state: 'UNSURE' };

export interface OrderTiming {
  /** In ms since 1970 by the server's clock: what is about to be carried out later is refused as ORDER_TOO_LATE. A cancel is never too late. */
  readonly notAfterMs?: number;
}

/**
 * The one path every order takes. Server only. A refusal says that nothing has happened, by the house or the venue, except
 * ORDER_UNRESOLVED: the venue has not answered, and the outcome stays open until it reports the order or, asked again under
 * the same client order id, says what became of it. Nothing here rejects because a venue fails.
 */
export interface Trading {
  submit(principal: Principal, intent: OrderIntent, timing?: OrderTiming): Promise<Outcome<readonly Order[]>>;
  amend(principal: Principal, change: OrderChange, timing?: OrderTiming): Promise<Outcome<Order>>;
  cancel(
    principal: Principal,
    target: { readonly apiId: ApiId; readonly instrumentId: InstrumentId; readonly orderId: string },
  ): Promise<Outcome<Order>>;
  /** Cancels the account's open orders, of one instrument or of all; gives the canceled ones. */
  cancelAll(
    principal: Principal,
    scope: { readonly apiId: ApiId; readonly instrumentId?: InstrumentId },
  ): Promise<Outcome<readonly Order[]>>;
  /**
   * What became of the order that its sender has called `clientOrderId`, which is unique within the account. Refused only for want of a
   * right: SESSION_MISSING, ACCESS_ROLE or ACCESS_ACCOUNT.
   */
  find(principal: Principal, account: AccountKey, clientOrderId: string): Promise<Outcome<OrderFate>>;
  /**
   * Moves free money between two accounts of one person at one exchange, once per reference: the caller may move with both.
   * REQUEST_INVALID with the field for two that are not so tied, ACCOUNT_FROZEN for what would leave a frozen api account.
   */
  transfer(principal: Principal, move: Transfer): Promise<Outcome<void>>;
  /** Has an account borrow, once per reference. LOAN_NOT_OFFERED where its exchange lends nothing, LOAN_LIMIT for more than it lends now. */
  borrow(principal: Principal, loan: Loan): Promise<Outcome<void>>;
  /** Pays a debt of an account back from what is free there, likewise; LOAN_EXCEEDED for more than is owed, TRANSFER_INSUFFICIENT for more than is free. */
  repay(principal: Principal, loan: Loan): Promise<Outcome<void>>;
  /** Open orders (memory, durable state only), newest first. */
  openOrders(apiIds: readonly ApiId[]): readonly Order[];
  balances(apiIds: readonly ApiId[]): readonly Balance[];
}

export const TRADING: Token<Trading> = token<Trading>('tessera.trading', 'Submits, amends and cancels orders');
