import { type Static, Type } from '@sinclair/typebox';
import { definePlugin } from '../../../core/contract/plugin.ts';
import { defineStrategy, type StrategyAction, type StrategyStep } from '../../../core/contract/strategy.ts';
import { addDecimals, compareDecimals } from '../../../core/domain/numbers/decimal.ts';
import { ApiId, Decimal, InstrumentIdText, strict } from '../../../schemas/common.ts';
import { assetsField } from '../../../schemas/forms.ts';

/** Strategies that tests start: one that trades without rest, and some that break the contract. */

const Params = strict({
  apiId: ApiId,
  instrumentId: InstrumentIdText,
  price: Decimal,
  qty: { ...Decimal, 'x-updatable': true },
  /** Pause between two rounds. */
  pauseMs: { ...Type.Integer({ minimum: 1 }), 'x-updatable': true },
});
type Params = Static<typeof Params>;

interface State {
  readonly rounds: number;
}

const order = ({ apiId, instrumentId, price, qty }: Params, side: 'BUY' | 'SELL', tag: string, off = '0'): StrategyAction => ({
  type: 'place',
  tag,
  intent: { apiId, instrumentId, side, type: 'LIMIT', timeInForce: 'GTC', price: addDecimals(price, off), qty },
});

const again = ({ pauseMs }: Params): StrategyAction => ({ type: 'setTimer', timer: 'round', afterMs: pauseMs });

/** Every round a resting buy far below the market and one that crosses, then it takes the resting one back. */
const busy = defineStrategy<Params, State>({
  params: Params,
  check: ({ qty }) => (compareDecimals(qty, '5') > 0 ? { field: 'qty', key: 'strategy-kit.tooMuch', params: { limit: '5' } } : null),
  start: ({ params }) => ({ state: { rounds: 0 }, subscribe: [], actions: [again(params)] }),
  onMarket: (_context, state) => ({ state, actions: [] }),
  onOrder: (_context, state, event) => {
    const actions: StrategyAction[] = event.type === 'accepted' && event.tag.startsWith('rest') ? [{ type: 'cancel', tag: event.tag }] : [];
    return { state, actions };
  },
  onTimer: ({ params }, { rounds }, timer): StrategyStep<State> => {
    if (timer !== 'round') return { state: { rounds }, actions: [] };
    const side = rounds % 2 === 0 ? 'BUY' : 'SELL';
    const actions = [order(params, 'BUY', `rest${rounds}`, '-1000'), order(params, side, `cross${rounds}`), again(params)];
    return { state: { rounds: rounds + 1 }, actions };
  },
  onStop: (_context, state) => ({ state, actions: [] }),
});

/** Places one resting order; the first tick of its timer breaks it in the way that its subclass wants. */
const breaking = (breakIt: () => void) =>
  defineStrategy<Params, State>({
    params: Params,
    start: ({ params }) => ({ state: { rounds: 0 }, subscribe: [], actions: [order(params, 'BUY', 'rest', '-1000'), again(params)] }),
    onMarket: (_context, state) => ({ state, actions: [] }),
    onOrder: (_context, state) => ({ state, actions: [] }),
    onTimer: (_context, state) => {
      breakIt();
      return { state, actions: [] };
    },
    onStop: (_context, state) => ({ state, actions: [] }),
  });

const kept: unknown[] = [];

/** Works hard at every tick, each time within the time of a step. */
const hogs = defineStrategy<Params, State>({
  ...busy,
  start: ({ params }) => ({ state: { rounds: 0 }, subscribe: [], actions: [again(params)] }),
  onTimer: ({ params }, { rounds }) => {
    let sum = rounds;
    for (let at = 0; at < 1e7; at++) sum = (sum + at) % 1_000_003;
    return { state: { rounds: sum }, actions: [again(params)] };
  },
});

const throws = breaking(() => {
  throw new Error('it has had enough');
});

const loops = breaking(() => {
  for (;;) kept.length = 0;
});

const leaks = breaking(() => {
  for (;;) kept.push(new Array(100_000).fill(kept.length));
});

const refuses = defineStrategy<Params, State>({
  ...throws,
  start: () => {
    throw new Error('it does not want to');
  },
});

/** Does its work and says so. */
const finishes = defineStrategy<Params, State>({
  ...busy,
  start: ({ params }) => ({ state: { rounds: 0 }, subscribe: [], actions: [order(params, 'BUY', 'rest', '-1000')] }),
  onOrder: (_context, state, event) => {
    if (event.type !== 'accepted') return { state, actions: [] };
    return { state, actions: [{ type: 'finish', key: 'strategy-kit.done', params: {} }] };
  },
  onStop: (_context, state) => ({ state, actions: [{ type: 'cancel', tag: 'rest' }] }),
});

const ListParams = strict({
  ...Params.properties,
  funding: strict({ currencies: assetsField({ title: 'strategy-kit.params.currencies' }) }),
});

/** Needs a list of currencies. */
const lists = defineStrategy<Static<typeof ListParams>, State>({
  params: ListParams,
  start: () => ({ state: { rounds: 0 }, subscribe: [] }),
  onMarket: (_context, state) => ({ state, actions: [] }),
  onOrder: (_context, state) => ({ state, actions: [] }),
  onTimer: (_context, state) => ({ state, actions: [] }),
  onStop: (_context, state) => ({ state, actions: [] }),
});

/** Tells by notes what it hears of its market. */
const listens = defineStrategy<Params, State>({
  ...busy,
  start: ({ params: { instrumentId, price } }) => ({
    state: { rounds: 0 },
    subscribe: [
      { type: 'band', instrumentId, low: price, high: addDecimals(price, '10') },
      { type: 'book', instrumentId, levels: 2 },
      { type: 'trade', instrumentId },
      { type: 'ticker', instrumentId },
    ],
  }),
  onMarket: (_context, state, event) => {
    const told = event.type === 'band' ? event.zone : event.type === 'trade' ? event.trade.price : event.type;
    return { state, actions: [{ type: 'note', key: `heard.${event.type}`, params: { told } }] };
  },
});

/** Tells by notes which minutes it hears of. */
const bars = defineStrategy<Params, State>({
  ...busy,
  start: ({ params: { instrumentId } }) => ({ state: { rounds: 0 }, subscribe: [{ type: 'candle', instrumentId, interval: '1m' }] }),
  onMarket: (_context, state, event) => {
    const minutes = (ms: number): number => ms / 60_000;
    if (event.type === 'gap') {
      return { state, actions: [{ type: 'note', key: 'gap', params: { from: minutes(event.fromMs), to: minutes(event.toMs) } }] };
    }
    if (event.type !== 'candle') return { state, actions: [] };
    return { state, actions: [{ type: 'note', key: 'bar', params: { from: minutes(event.candle.openMs), close: event.candle.close } }] };
  },
});

/** Asks for a loan, and tells by notes of the session, the first index and what became of the loan. */
const prices = defineStrategy<Params, State>({
  ...busy,
  start: ({ params: { apiId, instrumentId } }) => ({
    state: { rounds: 0 },
    subscribe: [
      { type: 'session', instrumentId },
      { type: 'index', instrumentId },
    ],
    actions: [{ type: 'borrow', tag: 'loan', apiId, accountType: 'spot', asset: 'USDT', amount: '5' }],
  }),
  onMarket: (_context, state, event) => {
    if (event.type === 'session') return { state, actions: [{ type: 'note', key: 'session', params: { told: event.phase ?? '' } }] };
    if (event.type !== 'index' || state.rounds > 0) return { state, actions: [] };
    return { state: { rounds: 1 }, actions: [{ type: 'note', key: 'index', params: { told: event.price } }] };
  },
  onOrder: (_context, state, event) => ({
    state,
    actions: event.type === 'refused' ? [{ type: 'note', key: event.action, params: { told: event.code } }] : [],
  }),
});

/** Asks for the three minutes before it, and tells by notes which minutes it hears of and what it was given at once. */
const remembers = defineStrategy<Params, State>({
  ...bars,
  start: ({ params: { instrumentId } }) => ({
    state: { rounds: 0 },
    subscribe: [{ type: 'candle', instrumentId, interval: '1m', history: 3 }],
  }),
  onMarket: (context, state, event) => {
    if (event.type !== 'history') return bars.onMarket(context, state, event);
    const minutes = event.candles.map(({ openMs, close }) => `${openMs / 60_000} at ${close}`).join(', ');
    return { state, actions: [{ type: 'note', key: 'history', params: { minutes } }] };
  },
});

/** Every round asks for 190 orders that no market takes. */
const pesters = defineStrategy<Params, State>({
  ...busy,
  onTimer: ({ params }, { rounds }) => {
    const orders = Array.from({ length: 190 }, (_, at) => order({ ...params, price: '0.001' }, 'BUY', `bad${rounds}-${at}`));
    return { state: { rounds: rounds + 1 }, actions: [...orders, again(params)] };
  },
});

/** Buys at any price once it has heard four hundred minutes, and then with each of them. */
const patient = defineStrategy<Params, State>({
  ...bars,
  onMarket: ({ params }, { rounds }, event) => {
    if (event.type !== 'candle') return { state: { rounds }, actions: [] };
    return { state: { rounds: rounds + 1 }, actions: rounds < 400 ? [] : [order(params, 'BUY', `buy${rounds}`)] };
  },
});

/** Every round it plots the number of the round, and marks every other one. */
const plots = defineStrategy<Params, State>({
  ...busy,
  onTimer: ({ params }, { rounds }) => {
    const { instrumentId, price } = params;
    const point: StrategyAction = { type: 'plot', instrumentId, series: 'rounds', value: String(rounds) };
    const mark: StrategyAction = { type: 'mark', instrumentId, key: 'mark.round', params: { rounds }, side: 'BUY', price };
    return { state: { rounds: rounds + 1 }, actions: [point, ...(rounds % 2 === 0 ? [mark] : []), again(params)] };
  },
});

/** Amends its one order onto a price off the grid, and notes what it hears of that. */
const amends = defineStrategy<Params, State>({
  ...breaking(() => undefined),
  onOrder: (_context, state, event) => {
    if (event.type === 'accepted') return { state, actions: [{ type: 'amend', tag: event.tag, price: '48999.999' }] };
    const params = event.type === 'refused' ? { action: event.action, code: event.code } : {};
    return { state, actions: [{ type: 'note', key: `note.${event.type}`, params: { tag: event.tag, ...params } }] };
  },
});

/** Sells what it holds by a pair, or buys with a bracket; the distances of the legs are its own. */
const pairs = (isBracket: boolean) =>
  defineStrategy<Params, State>({
    ...busy,
    start: ({ params: { apiId, instrumentId, price, qty } }) => {
      const takeProfit = { type: 'LIMIT', price: addDecimals(price, '1000') } as const;
      const stopLoss = { type: 'STOP_MARKET', triggerPrice: addDecimals(price, '-1000') } as const;
      const terms = { apiId, instrumentId, qty, type: 'LIMIT', takeProfit, stopLoss } as const;
      const intent = isBracket
        ? ({ ...terms, side: 'BUY', price, triggerKind: 'CONDITIONAL_OCO' } as const)
        : ({ ...terms, side: 'SELL', triggerKind: 'OCO' } as const);
      return { state: { rounds: 0 }, subscribe: [], actions: [{ type: 'place', tag: 'pair', intent }] };
    },
    onOrder: (_context, state, event) => ({
      state,
      actions: [{ type: 'note', key: `${event.type} ${event.tag}`, params: {} }],
    }),
  });

export const plugin = definePlugin({
  strategies: {
    busy,
    throws,
    loops,
    leaks,
    refuses,
    finishes,
    lists,
    listens,
    hogs,
    pesters,
    bars,
    prices,
    remembers,
    patient,
    plots,
    amends,
    oco: pairs(false),
    bracket: pairs(true),
  },
});
