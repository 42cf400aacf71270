import { addDecimals, compareDecimals, negateDecimal } from '../../../core/domain/numbers/decimal.ts';
import { type ExecutionStatus, executionStatusTable } from '../../../core/domain/orders/execution-status.ts';
import { isFinal, move } from '../../../core/domain/state-table.ts';
import { noTouch, type Touch } from './touch.ts';

/** The one child order that a sliced parent has at a time, so that it can never fill more than its own quantity. */
export interface Child {
  readonly tag: string;
  /** Null for a market order. */
  readonly price: string | null;
  /** A cancel is on its way. */
  readonly isLeaving: boolean;
}

/** A parent that is worked off in slices; plain JSON. */
export interface SliceState {
  readonly status: ExecutionStatus;
  readonly cause?: string;
  readonly filledQty: string;
  readonly filledQuote: string;
  readonly startMs: number;
  readonly touch: Touch;
  /** Slices whose time has come, and slices that were begun. */
  readonly due: number;
  readonly begun: number;
  /** What the slice at hand has not filled. */
  readonly sliceQty: string;
  readonly child: Child | null;
  /** Child orders so far; their tags are numbers. */
  readonly children: number;
  /** Traded in the market since the start, in base; by trades, or by candles while no trade is told. */
  readonly volume: number;
  readonly hearsTrades: boolean;
  /** Orders in a row that were refused or taken away. */
  readonly failures: number;
  /** After a failure nothing is sent until the order timer rings. */
  readonly isResting: boolean;
  /** The total time is over: the taker action is at work. */
  readonly isLate: boolean;
}

export const newSliceState = (startMs: number): SliceState => ({
  status: 'EXECUTING',
  filledQty: '0',
  filledQuote: '0',
  startMs,
  touch: noTouch,
  due: 0,
  begun: 0,
  sliceQty: '0',
  child: null,
  children: 0,
  volume: 0,
  hearsTrades: false,
  failures: 0,
  isResting: false,
  isLate: false,
});

export const isOver = ({ status }: SliceState): boolean => isFinal(executionStatusTable, status);

/** A move of the execution's own state table; a move that it does not know throws. */
export const moved = (state: SliceState, status: ExecutionStatus, cause?: string): SliceState => ({
  ...state,
  status: move(executionStatusTable, state.status, status),
  ...(cause === undefined ? {} : { cause }),
});

export const leftOf = (qty: string, { filledQty }: Pick<SliceState, 'filledQty'>): string => subtract(qty, filledQty);

/** a − b, never below zero. */
export function subtract(a: string, b: string): string {
  const rest = addDecimals(a, negateDecimal(b));
  return compareDecimals(rest, '0') < 0 ? '0' : rest;
}

export const isZero = (decimal: string): boolean => compareDecimals(decimal, '0') === 0;
