import { defineStrategy, type StrategyAction, type StrategyContext } from '../../../core/contract/strategy.ts';
import { Params } from './params.ts';

/** Plain JSON; saved with every step's actions. */
export interface State {
  /** True while the order rests or is on its way. */
  readonly working: boolean;
}

const tag = 'entry';

/** Keeps one buy order at `price`; after it is filled, denied or rejected, the strategy only waits to be stopped. */
export const strategy = defineStrategy<Params, State>({
  params: Params,
  start: ({ params }) => ({ state: { working: false }, subscribe: [{ type: 'ticker', instrumentId: params.instrumentId }] }),
  onMarket: (context, state) => {
    if (state.working) return { state, actions: [] };
    return { state: { working: true }, actions: [placeEntry(context)] };
  },
  onOrder: (_context, state, event) => {
    switch (event.type) {
      case 'filled':
        return { state, actions: [{ type: 'note', key: 'note.filled', params: { price: event.fill.price } }] };
      case 'denied':
        return { state, actions: [{ type: 'note', key: 'note.denied', params: { code: event.code } }] };
      case 'rejected':
        return { state, actions: [{ type: 'note', key: 'note.rejected', params: { cause: event.cause } }] };
      case 'canceled':
        return { state: { working: false }, actions: [] };
      case 'accepted':
        return { state, actions: [] };
    }
  },
  onTimer: (_context, state) => ({ state, actions: [] }),
  onStop: (_context, state) => ({ state, actions: state.working ? [{ type: 'cancel', tag }] : [] }),
});

function placeEntry({ params }: StrategyContext<Params>): StrategyAction {
  const { apiId, instrumentId, price, qty } = params;
  return { type: 'place', tag, intent: { apiId, instrumentId, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price, qty } };
}
