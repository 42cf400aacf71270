import type { MarketEvent } from '../../../core/contract/strategy.ts';
import { type ExecutionStatus, executionStatusTable } from '../../../core/domain/orders/execution-status.ts';
import { isFinal, move } from '../../../core/domain/state-table.ts';
import type { MultiLegConfig } from '../../../schemas/execution.ts';
import { heard, noTouch, type Touch, takingPrice } from './touch.ts';

type LegConfig = MultiLegConfig['legs'][number];

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

/** `market` completes a hedge, or takes back what has none. */
export interface LegOrder {
  readonly tag: string;
  readonly role: 'lead' | 'hedge' | 'market';
  /** Index of its leg. */
  readonly leg: number;
  readonly isLeaving: boolean;
}

export interface MultiLegState {
  readonly status: ExecutionStatus;
  readonly cause?: string;
  readonly legs: readonly LegState[];
  /** Index of the leg that goes first; null until prices of all are known. */
  readonly lead: number | null;
  /** At most one of each leg. */
  readonly open: readonly LegOrder[];
  /** Its time or the market has ended the lead: nothing more is begun. */
  readonly isEnding: boolean;
  /** Legs whose hedge has failed and waits before it is tried again. */
  readonly resting: readonly number[];
  /** The time without a hedge is over: the unwind rule is at work. */
  readonly isUnwinding: boolean;
  /** Not even the market closes the gap: what is open comes to its end, and the gap stays. */
  readonly isFailed: boolean;
  readonly isTimed: boolean;
  readonly orders: number;
}

/** As it was saved while there were two legs at most. */
interface TwoLegState extends Omit<MultiLegState, 'open' | 'resting' | 'isFailed'> {
  readonly leadOrder: Omit<LegOrder, 'leg'> | null;
  readonly hedgeOrder: Omit<LegOrder, 'leg'> | null;
  readonly isResting: boolean;
}

const startLeg = ({ price, depthQty }: LegConfig): LegState => ({
  touch: { ...noTouch, last: price ?? null },
  depthQty: depthQty === undefined ? null : Number(depthQty),
  filledQty: '0',
  filledQuote: '0',
  net: '0',
});

export const newMultiLegState = ({ legs }: MultiLegConfig): MultiLegState => ({
  status: 'EXECUTING',
  legs: legs.map(startLeg),
  lead: null,
  open: [],
  isEnding: false,
  resting: [],
  isUnwinding: false,
  isFailed: false,
  isTimed: false,
  orders: 0,
});

/** The state of an execution that was saved by an earlier edition goes on as one of today. */
export function currentState(saved: MultiLegState | TwoLegState, { unwindRule }: MultiLegConfig): MultiLegState {
  if (!('leadOrder' in saved)) return saved;
  const { leadOrder, hedgeOrder, isResting, ...rest } = saved;
  const lead = saved.lead ?? 0;
  const open: LegOrder[] = [];
  if (leadOrder !== null) open.push({ ...leadOrder, leg: lead });
  if (hedgeOrder !== null) {
    const role = hedgeOrder.tag.startsWith('market') ? 'market' : 'hedge';
    open.push({ ...hedgeOrder, role, leg: role === 'market' && unwindRule === 'UNWIND' ? lead : 1 - lead });
  }
  return { ...rest, open, resting: isResting ? [1 - lead] : [], isFailed: false };
}

export const isOver = ({ status }: MultiLegState): boolean => isFinal(executionStatusTable, status);

export const moved = (state: MultiLegState, status: ExecutionStatus, cause = state.cause): MultiLegState => ({
  ...state,
  status: move(executionStatusTable, state.status, status),
  ...(cause === undefined ? {} : { cause }),
});

export const withLeg = (state: MultiLegState, at: number, leg: LegState): MultiLegState => ({
  ...state,
  legs: state.legs.with(at, leg),
});

/** Touch and depth of all legs; the same object when the event says nothing new. */
export function seen(state: MultiLegState, event: MarketEvent, { legs }: MultiLegConfig): MultiLegState {
  let next = state;
  for (const [at, { instrumentId, side }] of legs.entries()) {
    const leg = next.legs[at] as LegState;
    const touch = heard(leg.touch, event, instrumentId);
    const isBook = event.type === 'book' && event.book.instrumentId === instrumentId;
    const depthQty = isBook ? sum(side === 'BUY' ? event.book.asks : event.book.bids) : leg.depthQty;
    if (touch !== leg.touch || depthQty !== leg.depthQty) next = withLeg(next, at, { ...leg, touch, depthQty });
  }
  return next;
}

const sum = (levels: ReadonlyArray<readonly [string, string]>): number => levels.reduce((all, [, qty]) => all + Number(qty), 0);

/**
 * The thinnest leg of those that may lead goes first: what it gives is what there is to hedge. Without books it is the first of them; null
 * until every leg has a price.
 */
export function leadOf({ legs }: MultiLegState, { legs: configs }: MultiLegConfig): number | null {
  if (legs.some(({ touch }, at) => takingPrice(touch, (configs[at] as LegConfig).side) === null)) return null;
  const marked = configs.flatMap(({ leads }, at) => (leads === true ? [at] : []));
  const candidates = marked.length > 0 ? marked : configs.map((_, at) => at);
  const depthOf = (at: number): number | null => {
    const depth = legs[at]?.depthQty ?? null;
    return depth === null ? null : depth / ratioOf(configs[at] as LegConfig);
  };
  const depths = candidates.map(depthOf);
  const known = depths.filter((depth) => depth !== null);
  return candidates[known.length === depths.length ? depths.indexOf(Math.min(...known)) : 0] ?? 0;
}

export const ratioOf = ({ ratio = '1' }: LegConfig): number => Number(ratio);
