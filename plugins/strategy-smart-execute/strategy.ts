import { defineStrategy, type JsonValue, type OrderEvent, type StrategyAction, type StrategyStep } from '../../core/contract/strategy.ts';
import { addDecimals, divideHalfUp, fromUnits, multiplyDecimals, negateDecimal, toUnits } from '../../core/domain/numbers/decimal.ts';
import { type ExecutorConfig, Params } from './params.ts';
import { checkParams } from './strategy-check.ts';
import { suggest } from './strategy-suggest.ts';
import { hourlyVolumes } from './strategy-volumes.ts';

/** What the parent has filled, and how many quarters of it were noted. */
export interface State {
  readonly filledQty: string;
  readonly filledQuote: string;
  readonly quarters: number;
}

type Executed = Extract<OrderEvent, { readonly type: 'executed' }>;

const tag = 'parent';
/** Decimals in which price × quantity is exact. */
const scale = 20;
const kinds = { TWAP: 'twap', VWAP: 'vwap', ICEBERG: 'iceberg', POV: 'pov' } as const;
const endings = {
  EXECUTED: 'note.executed',
  EXECUTION_TIMEOUT: 'note.timedOut',
  EXECUTION_ERROR: 'note.failed',
  CANCELED: 'note.canceled',
  EXECUTING: 'note.failed',
  CANCELING: 'note.failed',
} as const;
const still = (state: State): StrategyStep<State> => ({ state, actions: [] });

/** One large order in small ones, by time, volume curve, iceberg or share of the market's volume. */
export const strategy = defineStrategy<Params, State>({
  params: Params,
  check: checkParams,
  suggest,
  start: ({ params }) => ({
    state: { filledQty: '0', filledQuote: '0', quarters: 0 },
    ...(hasCurve(params)
      ? { subscribe: [{ type: 'candle', instrumentId: params.instrumentId, interval: '1h', history: params.volumeDays * 24 }] }
      : { subscribe: [], actions: [begun(params)] }),
  }),
  // The curve comes at once and once, and only where one was asked for.
  onMarket: ({ params }, state, event) =>
    event.type === 'history' ? { state, actions: curveKnown(params, hourlyVolumes(event.candles)) } : still(state),
  onOrder: ({ params }, state, event) => {
    if (event.type === 'executed') return ended(params, state, event);
    return event.type === 'filled' ? filled(params, state, event.fill.qty, event.fill.price) : still(state);
  },
  onTimer: (_context, state) => still(state),
  // The runtime has canceled the executor; what it had to leave is told when it has ended.
  onStop: (_context, state) => still(state),
});

/** Whether the parent waits for the volumes of the days before it. */
const hasCurve = (params: Params): params is Params & { readonly volumeDays: number } =>
  params.mode === 'VWAP' && params.volumeDays !== undefined;

const begun = (params: Params): StrategyAction => ({
  ...{ type: 'startExecutor', tag, kind: kinds[params.mode] },
  config: { ...configOf(params) } as JsonValue,
});

const curveKnown = (params: Params, hourlyWeights: readonly number[] | null): readonly StrategyAction[] =>
  hourlyWeights === null
    ? [{ type: 'note', key: 'note.noVolumes', params: {} }, begun(params)]
    : [begun({ ...params, hourlyWeights: [...hourlyWeights] })];

/** The executor's config: the params without what only another mode uses. */
function configOf({ mode, durationSeconds, participationRate, hourlyWeights, volumeDays: _, ...common }: Params): ExecutorConfig {
  switch (mode) {
    case 'TWAP':
      return { ...common, durationSeconds };
    case 'VWAP':
      return { ...common, durationSeconds, ...(hourlyWeights === undefined ? {} : { hourlyWeights }) };
    case 'POV':
      return { ...common, participationRate: participationRate ?? '0' };
    case 'ICEBERG':
      return common;
  }
}

/** Each quarter is worth a line of the history. */
function filled({ qty }: Params, state: State, fillQty: string, price: string): StrategyStep<State> {
  const filledQty = addDecimals(state.filledQty, fillQty);
  const filledQuote = addDecimals(state.filledQuote, multiplyDecimals(fillQty, price));
  const quarters = Math.floor((4 * Number(filledQty)) / Number(qty) + 1e-9);
  const next = { filledQty, filledQuote, quarters };
  if (quarters === state.quarters || quarters >= 4) return still(next);
  const note = { type: 'note', key: 'note.progress', params: { percent: quarters * 25, ...reached(next, qty) } } as const;
  return { state: next, actions: [note] };
}

function ended({ qty }: Params, state: State, { status, cause = '' }: Executed): StrategyStep<State> {
  const params = { ...reached(state, qty), cause };
  const key = endings[status];
  // A parent that was canceled is part of a stop that is under way.
  const action: StrategyAction = status === 'CANCELED' ? { type: 'note', key, params } : { type: 'finish', key, params };
  return { state, actions: [action] };
}

const reached = ({ filledQty, filledQuote }: State, qty: string) => ({
  filled: filledQty,
  left: addDecimals(qty, negateDecimal(filledQty)),
  price: averagePrice(filledQty, filledQuote),
});

/** To read, not to count with. */
function averagePrice(qty: string, quote: string): string {
  const [filled, paid] = [toUnits(qty, scale) ?? 0n, toUnits(quote, scale) ?? 0n];
  return filled === 0n ? '0' : fromUnits(divideHalfUp(paid * 10n ** 8n, filled), 8);
}
