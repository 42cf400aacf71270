import type { Level } from '../../contract/market.ts';
import type { OrderSide } from '../../domain/orders/order.ts';

/** What a recording tells, in order of time. Prices and quantities as recorded. */
export type RecordedEvent = RecordedBook | RecordedUpdate | RecordedTrade;

export interface RecordedBook {
  readonly type: 'book';
  readonly timeMs: number;
  readonly updateId: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** Changed levels; a quantity of zero removes one. Each update follows the one before without a gap. */
export interface RecordedUpdate {
  readonly type: 'update';
  readonly timeMs: number;
  readonly updateId: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

export interface RecordedTrade {
  readonly type: 'trade';
  readonly timeMs: number;
  readonly tradeId: string;
  readonly price: string;
  readonly qty: string;
  readonly takerSide: OrderSide;
}
