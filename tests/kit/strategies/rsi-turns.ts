import { definePlugin } from '../../../core/contract/plugin.ts';
import { defineStrategy } from '../../../core/contract/strategy.ts';
import { barOf } from '../../../core/domain/indicators/bar.ts';
import type { StateOf } from '../../../core/domain/indicators/indicator.ts';
import { rsi } from '../../../core/domain/indicators/momentum.ts';

interface State {
  readonly rsi: StateOf<typeof rsi>;
}

/** Marks each closed candle whose relative strength is beneath thirty. */
export const strategy = defineStrategy<{ readonly instrumentId: string }, State>({
  params: {},
  start: ({ params: { instrumentId } }) => ({
    state: { rsi: rsi.start },
    subscribe: [{ type: 'candle', instrumentId, interval: '1m' }],
  }),
  onMarket: (_context, state, event) => {
    if (event.type !== 'candle') return { state, actions: [] };
    const { state: next, values } = rsi.step(state.rsi, barOf(event.candle), [14]);
    const isLow = values.rsi !== undefined && values.rsi < 30;
    return {
      state: { ...state, rsi: next },
      actions: isLow ? [{ type: 'mark', instrumentId: event.instrumentId, key: 'low', params: {} }] : [],
    };
  },
  onOrder: (_context, state) => ({ state, actions: [] }),
  onTimer: (_context, state) => ({ state, actions: [] }),
  onStop: (_context, state) => ({ state, actions: [] }),
});

export const plugin = definePlugin({ strategies: { 'rsi-turns': strategy as never } });
