import type { OrderSide } from '../../../core/domain/orders/order.ts';
import type { EngineOrder, EngineTrade, LedgerEntry, OrderCause, RejectReason, Shortage } from '../sink.ts';

/** What a command did, as plain immutable objects: the sink's calls copied, safe to keep. In the sink's order. */
export type EngineEvent = OrderChanged | TradeExecuted | LevelChanged | LedgerPosted | BalanceChanged | CommandRejected | CommandRepeated;

interface OrderChanged {
  readonly type: 'ORDER_CHANGED';
  readonly order: EngineOrder;
  readonly cause: OrderCause;
}

export interface TradeExecuted {
  readonly type: 'TRADED';
  readonly trade: EngineTrade;
}

/** The new total quantity of a price level in lots; 0 removes the level. */
interface LevelChanged {
  readonly type: 'LEVEL_CHANGED';
  readonly instrument: number;
  readonly side: OrderSide;
  readonly price: number;
  readonly qty: number;
}

interface LedgerPosted {
  readonly type: 'LEDGER_POSTED';
  readonly entry: LedgerEntry;
}

/** Wallet total and the part held by open orders, minor units, after the change. */
export interface BalanceChanged {
  readonly type: 'BALANCE_CHANGED';
  readonly account: number;
  readonly asset: number;
  readonly total: bigint;
  readonly held: bigint;
}

interface CommandRejected {
  readonly type: 'COMMAND_REJECTED';
  readonly reason: RejectReason;
  readonly field: string;
  /** The bound that was broken, in the field's own unit. */
  readonly limit: string;
  readonly shortage?: Shortage;
}

interface CommandRepeated {
  readonly type: 'COMMAND_REPEATED';
  readonly orderId: number;
}
