import type { MarketEvent } from '../../../core/contract/strategy.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { type ExecutionStatus, executionStatusTable } from '../../../core/domain/orders/execution-status.ts';
import { isFinal, move } from '../../../core/domain/state-table.ts';
import type { MultiLegConfig } from '../../../schemas/execution.ts';
import { smallestQty } from './lots.ts';
import { heard, noTouch, type Touch, takingPrice } from './touch.ts';

export type LegAt = 0 | 1;

/** What one leg has done. */
export interface LegState {
  readonly touch: Touch;
  /** Quantity that the visible book has for the leg's side, in base; null while no book is told. */
  readonly depthQty: number | null;
  readonly filledQty: string;
  readonly filledQuote: string;
  /** Change of the holding, in base: signed, after fees that were taken in coins. */
  readonly net: string;
}

/** `hedge` also stands for the market order that completes or takes back. */
export interface LegOrder {
  readonly tag: string;
  readonly role: 'lead' | 'hedge';
  readonly isLeaving: boolean;
}

export interface MultiLegState {
  readonly status: ExecutionStatus;
  readonly cause?: string;
  readonly legs: readonly [LegState, LegState];
  /** The leg that goes first; null until prices of both are known. */
  readonly lead: LegAt | null;
  readonly leadOrder: LegOrder | null;
  readonly hedgeOrder: LegOrder | null;
  /** Its time or the market has ended the lead: nothing more is begun. */
  readonly isEnding: boolean;
  /** A hedge has failed and waits before it tries again. */
  readonly isResting: boolean;
  /** The time without a hedge is over: the unwind rule is at work. */
  readonly isUnwinding: boolean;
  readonly isTimed: boolean;
  readonly orders: number;
}

const newLeg: LegState = { touch: noTouch, depthQty: null, filledQty: '0', filledQuote: '0', net: '0' };

const startLeg = ({ price, depthQty }: MultiLegConfig['legs'][number]): LegState => ({
  ...newLeg,
  touch: { ...noTouch, last: price ?? null },
  depthQty: depthQty === undefined ? null : Number(depthQty),
});

export const newMultiLegState = ({ legs: [first, second] }: MultiLegConfig): MultiLegState => ({
  status: 'EXECUTING',
  legs: [startLeg(first), startLeg(second)],
  lead: null,
  leadOrder: null,
  hedgeOrder: null,
  isEnding: false,
  isResting: false,
  isUnwinding: false,
  isTimed: false,
  orders: 0,
});

export const isOver = ({ status }: MultiLegState): boolean => isFinal(executionStatusTable, status);

export const moved = (state: MultiLegState, status: ExecutionStatus, cause = state.cause): MultiLegState => ({
  ...state,
  status: move(executionStatusTable, state.status, status),
  ...(cause === undefined ? {} : { cause }),
});

export const otherLeg = (leg: LegAt): LegAt => (leg === 0 ? 1 : 0);

export const withLeg = ({ legs, ...state }: MultiLegState, at: LegAt, leg: LegState): MultiLegState => ({
  ...state,
  legs: at === 0 ? [leg, legs[1]] : [legs[0], leg],
});

/** Touch and depth of both legs; the same object when the event says nothing new. */
export function seen(state: MultiLegState, event: MarketEvent, { legs }: MultiLegConfig): MultiLegState {
  let next = state;
  for (const at of [0, 1] as const) {
    const { instrumentId, side } = legs[at];
    const leg = next.legs[at];
    const touch = heard(leg.touch, event, instrumentId);
    const isBook = event.type === 'book' && event.book.instrumentId === instrumentId;
    const depthQty = isBook ? sum(side === 'BUY' ? event.book.asks : event.book.bids) : leg.depthQty;
    if (touch !== leg.touch || depthQty !== leg.depthQty) next = withLeg(next, at, { ...leg, touch, depthQty });
  }
  return next;
}

const sum = (levels: ReadonlyArray<readonly [string, string]>): number => levels.reduce((all, [, qty]) => all + Number(qty), 0);

/** The thinner leg goes first: what it gives is what there is to hedge. Without books the first one. */
export function leadOf({ legs }: MultiLegState, config: MultiLegConfig): LegAt | null {
  if (legs.some(({ touch }, at) => takingPrice(touch, config.legs[at as LegAt].side) === null)) return null;
  const [first, second] = [legs[0].depthQty, legs[1].depthQty];
  return first !== null && second !== null && second < first ? 1 : 0;
}

/** What the lead has yet to gain or give, in base. */
export function leadLeft({ legs, lead }: MultiLegState, { qty }: MultiLegConfig): number {
  return Number(qty) - Math.abs(Number(legs[lead ?? 0].net));
}

/** What the hedge still lacks, in base: positive when the lead leg is ahead. */
export function gapOf({ legs, lead }: MultiLegState, config: MultiLegConfig): number {
  if (lead === null) return 0;
  const gap = Number(legs[0].net) + Number(legs[1].net);
  return config.legs[lead].side === 'BUY' ? gap : -gap;
}

/** False when the gap is too small for an order of its own. */
export function isTradable(gap: number, instrument: Instrument, { touch }: LegState): boolean {
  const price = Number(takingPrice(touch, 'SELL') ?? 0);
  return gap + 1e-12 >= Number(smallestQty(instrument, price)) && gap * 2 > Number(instrument.lot);
}
