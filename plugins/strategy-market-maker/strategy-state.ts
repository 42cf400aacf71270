import type { OrderSide } from '../../core/domain/orders/order.ts';
import type { Volatility } from './strategy-volatility.ts';

/** An order that is not known to have ended; its tag is free again only then. */
export interface OpenQuote {
  readonly tag: string;
  readonly side: OrderSide;
  readonly level: number;
  readonly price: string;
  /** What may still fill. */
  readonly openQty: number;
  readonly placedMs: number;
  readonly isLeaving: boolean;
}

export type Pull = 'stale' | 'volatile';

/** Plain JSON. Numbers plan; what counts as money is in orders and fills. */
export interface State {
  /** Price around which the quotes stand; null before the first book. */
  readonly fair: number | null;
  readonly bookMs: number;
  readonly quotes: readonly OpenQuote[];
  /** Something is missing or wrong: the next book puts it right. */
  readonly isDue: boolean;
  /** When the oldest quote is too old. */
  readonly nextAgeMs: number;
  readonly pulled: Pull | null;
  readonly pausedUntilMs: number;
  /** Fair price at the beginning of the minute by which moves are measured. */
  readonly anchor: number;
  readonly anchorMs: number;
  /** How far the price goes in a minute; absent: nobody asked, or the history is not here yet. */
  readonly volatility?: Volatility;
}

export const newState: State = {
  fair: null,
  bookMs: 0,
  quotes: [],
  isDue: true,
  nextAgeMs: Number.MAX_SAFE_INTEGER,
  pulled: null,
  pausedUntilMs: 0,
  anchor: 0,
  anchorMs: 0,
};

export const tagOf = (side: OrderSide, level: number): string => `${side === 'BUY' ? 'bid' : 'ask'}-${level}`;
