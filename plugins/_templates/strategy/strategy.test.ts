import { describe, expect, it } from 'vitest';
import type { MarketEvent, OrderEvent, StrategyContext } from '../../../core/contract/strategy.ts';
import type { Fill, Order } from '../../../core/contract/trading.ts';
import type { Params } from './params.ts';
import { type State, strategy } from './strategy.ts';

const params: Params = { apiId: 1, instrumentId: 'tessera/BTCUSDT/spot', price: '50000', qty: '0.1' };
const context: StrategyContext<Params> = {
  params,
  nowMs: 0,
  instruments: {},
  positions: [],
  balances: [],
  position: () => null,
  balance: () => null,
  order: () => null,
  random: () => 0,
};
const ticker = { type: 'ticker', ticker: { instrumentId: params.instrumentId } } as MarketEvent;
const order = { orderId: '1', status: 'UNFILLED' } as Order;
const fill = { price: '49999' } as Fill;
const waiting: State = { entry: 'none' };
const working: State = { entry: 'working' };
const done: State = { entry: 'done' };

describe('the strategy', () => {
  it('listens to its market', () => {
    expect(strategy.start(context)).toEqual({ state: waiting, subscribe: [{ type: 'ticker', instrumentId: params.instrumentId }] });
  });

  it('places its order at the first price, and only once', () => {
    const first = strategy.onMarket(context, waiting, ticker);
    expect(first.actions).toMatchObject([{ type: 'place', tag: 'entry', intent: { side: 'BUY', price: '50000', qty: '0.1' } }]);
    expect(strategy.onMarket(context, first.state, ticker).actions).toEqual([]);
  });

  it.each<[OrderEvent, State, readonly string[]]>([
    [{ type: 'accepted', tag: 'entry', order }, working, []],
    [{ type: 'filled', tag: 'entry', order: { ...order, status: 'PARTIALLY_FILLED' }, fill }, working, ['note.filled']],
    [{ type: 'filled', tag: 'entry', order: { ...order, status: 'FILLED' }, fill }, done, ['note.filled']],
    [{ type: 'denied', tag: 'entry', code: 'ORDER_QTY_TOO_SMALL', params: {} }, done, ['note.denied']],
    [{ type: 'rejected', tag: 'entry', order, cause: 'no margin' }, done, ['note.rejected']],
    [{ type: 'canceled', tag: 'entry', order }, waiting, []],
  ])('answers $type', (event, state, notes) => {
    const step = strategy.onOrder(context, working, event);
    expect(step.state).toEqual(state);
    expect(step.actions.map((action) => (action.type === 'note' ? action.key : action.type))).toEqual(notes);
  });

  it('goes on after a restart from its state as JSON', () => {
    const restored = JSON.parse(JSON.stringify(working)) as State;
    expect(strategy.onMarket(context, restored, ticker)).toEqual({ state: working, actions: [] });
  });

  it('leaves nothing open when it is stopped', () => {
    expect(strategy.onStop(context, working).actions).toEqual([{ type: 'cancel', tag: 'entry' }]);
    expect(strategy.onStop(context, waiting).actions).toEqual([]);
    expect(strategy.onStop(context, done).actions).toEqual([]);
    expect(strategy.onTimer(context, working, 'any')).toEqual({ state: working, actions: [] });
  });
});
