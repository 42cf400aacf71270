import type { StrategyStep } from '../../../core/contract/strategy.ts';
import { addDecimals, multiplyDecimals } from '../../../core/domain/numbers/decimal.ts';
import { type ExecutionStatus, executionStatusTable } from '../../../core/domain/orders/execution-status.ts';
import { isFinal, move } from '../../../core/domain/state-table.ts';
import { PlainOrderConfig } from '../../../schemas/execution.ts';
import { defineExecutor, type ExecutionProgress } from '../driver/executor.ts';

const tag = '1';
const still = (state: ExecutionProgress): StrategyStep<ExecutionProgress> => ({ state, actions: [] });
const to = (state: ExecutionProgress, status: ExecutionStatus, cause?: string): StrategyStep<ExecutionProgress> =>
  still({ ...state, status: move(executionStatusTable, state.status, status), ...(cause === undefined ? {} : { cause }) });

/** One order, as a parent with the same life as every other. */
export const plainOrder = defineExecutor<PlainOrderConfig, ExecutionProgress>({
  params: PlainOrderConfig,
  start: ({ params: { price, ...order } }) => ({
    state: { status: 'EXECUTING', filledQty: '0', filledQuote: '0' },
    subscribe: [],
    actions: [
      {
        type: 'place',
        tag,
        intent: price === undefined ? { ...order, type: 'MARKET' } : { ...order, type: 'LIMIT', timeInForce: 'GTC', price },
      },
    ],
  }),
  onMarket: (_context, state) => still(state),
  onOrder: (_context, state, event) => {
    switch (event.type) {
      case 'filled': {
        const filledQty = addDecimals(state.filledQty, event.fill.qty);
        const filledQuote = addDecimals(state.filledQuote, multiplyDecimals(event.fill.qty, event.fill.price));
        const filled = { ...state, filledQty, filledQuote };
        return event.order.status === 'FILLED' ? to(filled, 'EXECUTED') : still(filled);
      }
      case 'canceled':
        return state.status === 'CANCELING' ? to(state, 'CANCELED') : to(state, 'EXECUTION_ERROR', event.order.cause);
      case 'rejected':
        return to(state, 'EXECUTION_ERROR', event.cause);
      case 'denied':
        return to(state, 'EXECUTION_ERROR', event.code);
      default:
        return still(state);
    }
  },
  onTimer: (_context, state) => still(state),
  onStop: (_context, state) =>
    isFinal(executionStatusTable, state.status) || state.status === 'CANCELING'
      ? still(state)
      : { ...to(state, 'CANCELING'), actions: [{ type: 'cancel', tag }] },
  progress: (state) => state,
});
