import { defineStrategy, type StrategyAction, type StrategyContext } from '../../../core/contract/strategy.ts';
import { Params } from './params.ts';

/** Plain JSON; saved with every step's actions. */
export interface State {
  /** `done`: filled, denied or rejected. */
  readonly entry: 'none' | 'working' | 'done';
}

const tag = 'entry';

/** Keeps one buy order at `price`; once it is filled, denied or rejected, the strategy only waits to be stopped. */
export const strategy = defineStrategy<Params, State>({
  params: Params,
  start: ({ params }) => ({ state: { entry: 'none' }, subscribe: [{ type: 'ticker', instrumentId: params.instrumentId }] }),
  onMarket: (context, state) => {
    if (state.entry !== 'none') return { state, actions: [] };
    return { state: { entry: 'working' }, actions: [placeEntry(context)] };
  },
  onOrder: (_context, state, event) => {
    switch (event.type) {
      case 'filled': {
        const entry = event.order.status === 'FILLED' ? 'done' : 'working';
        return { state: { entry }, actions: [{ type: 'note', key: 'note.filled', params: { price: event.fill.price } }] };
      }
      case 'denied':
        return { state: { entry: 'done' }, actions: [{ type: 'note', key: 'note.denied', params: { ...event.params, code: event.code } }] };
      case 'rejected':
        return { state: { entry: 'done' }, actions: [{ type: 'note', key: 'note.rejected', params: { cause: event.cause } }] };
      case 'canceled':
        return { state: { entry: 'none' }, actions: [] };
      case 'accepted':
      case 'refused':
      case 'moved':
      case 'executed':
        return { state, actions: [] };
    }
  },
  onTimer: (_context, state) => ({ state, actions: [] }),
  onStop: (_context, state) => ({ state, actions: state.entry === 'working' ? [{ type: 'cancel', tag }] : [] }),
});

function placeEntry({ params }: StrategyContext<Params>): StrategyAction {
  const { apiId, instrumentId, price, qty } = params;
  return { type: 'place', tag, intent: { apiId, instrumentId, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price, qty } };
}
