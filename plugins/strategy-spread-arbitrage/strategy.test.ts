import { describe, expect, it } from 'vitest';
import type { Candle } from '../../core/contract/market.ts';
import type { MarketEvent, OrderEvent, StrategyAction, StrategyContext, StrategyPosition } from '../../core/contract/strategy.ts';
import type { Balance } from '../../core/contract/trading.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import { contextWith } from '../../tests/kit/strategy-context.ts';
import { fillOf, orderOf } from '../../tests/kit/strategy-kit.ts';
import type { Params } from './params.ts';
import { type State, strategy } from './strategy.ts';
import { checkParams } from './strategy-check.ts';
import { executable, netOf } from './strategy-spread.ts';

const a: Instrument = { ...testInstrument, takerFee: '0.0005' };
const b: Instrument = { ...a, id: 'borealis/BTCUSDT/spot', exchange: 'borealis' };
const instruments = { [a.id]: a, [b.id]: b };
const params: Params = {
  legA: { apiId: 1, instrumentId: a.id },
  legB: { apiId: 2, instrumentId: b.id },
  minOpenSpread: '0.005',
  minCloseSpread: '0.0003',
  impactMode: 'LEVEL',
  impactLevel: 1,
  maxOrderAmount: '200000',
  baseOrderQty: '1',
  orderTimeoutSeconds: 10,
  maxDataAgeSeconds: 5,
  maxUnhedgedAmount: '60000',
  maxUnhedgedSeconds: 5,
  maxSlippage: '0.001',
  unwindRule: 'COMPLETE',
  closeAtStop: false,
};
const balance = (exchange: string, apiId: number, asset: string, total: string): Balance => ({
  exchange,
  apiId,
  accountType: 'spot',
  asset,
  total,
  held: '0',
});
const rich = [
  balance('aurora', 1, 'BTC', '5'),
  balance('aurora', 1, 'USDT', '500000'),
  balance('borealis', 2, 'USDT', '500000'),
  balance('borealis', 2, 'BTC', '5'),
];
interface World {
  readonly params?: Partial<Params>;
  readonly nowMs?: number;
  readonly net?: number;
  readonly balances?: readonly Balance[];
}
const contextOf = ({ params: more = {}, nowMs = 0, net = 0, balances = rich }: World = {}): StrategyContext<Params> => {
  const position = (apiId: number, instrumentId: string, side: 'LONG' | 'SHORT'): StrategyPosition => ({
    apiId,
    instrumentId,
    side,
    qty: String(net),
    entryPrice: '50000',
  });
  const positions = net === 0 ? [] : [position(1, a.id, 'SHORT'), position(2, b.id, 'LONG')];
  return contextWith({ params: { ...params, ...more }, nowMs, instruments, positions, balances });
};
const book = (instrumentId: string, bid: string, ask: string, qty = '3'): MarketEvent => ({
  type: 'book',
  book: { instrumentId, sequence: 1, bids: [[bid, qty]], asks: [[ask, qty]], timeMs: 0 },
});
/** What the strategy does once it has heard both books. */
function hearing(world: World, bookA: MarketEvent, bookB: MarketEvent, state = strategy.start(contextOf(world)).state) {
  const context = contextOf(world);
  const first = strategy.onMarket(context, state, bookA);
  expect(first.actions).toEqual([]);
  return strategy.onMarket(context, first.state, bookB);
}
const configOf = (actions: readonly StrategyAction[]) =>
  actions.flatMap((action) => (action.type === 'startExecutor' ? [action.config as unknown as Record<string, unknown>] : []))[0];
const executed = (status: 'EXECUTED' | 'EXECUTION_TIMEOUT' | 'EXECUTION_ERROR' | 'CANCELED', cause?: string): OrderEvent => ({
  type: 'executed',
  tag: 'open',
  status,
  filledQty: status === 'EXECUTED' ? '1' : '0',
  filledQuote: '0',
  ...(cause === undefined ? {} : { cause }),
});
const opening = (world: World = {}) => hearing(world, book(a.id, '50250', '50260'), book(b.id, '49990', '50000'));

describe('spread arbitrage', () => {
  it('makes 134.82 on the example of the domain reference, and 34.87 when it is opened at 0.30 %', () => {
    const trip = { openA: 50_250, openB: 50_000, closeA: 50_060, closeB: 50_045, feeA: 0.0005, feeB: 0.0005 };
    expect(netOf(trip).toFixed(2)).toBe('134.82');
    expect(netOf({ ...trip, openA: 50_150 }).toFixed(2)).toBe('34.87');
    expect(netOf({ ...trip, feeA: 0, feeB: 0 })).toBe(235);
  });

  it('opens at the executable prices of both legs once they are far enough apart', () => {
    const { state, actions } = opening();
    expect(state.phase).toBe('opening');
    expect(actions[0]).toEqual({ type: 'note', key: 'note.opening', params: { qty: '1', spread: '0.500' } });
    expect(configOf(actions)).toMatchObject({
      legs: [
        { apiId: 1, instrumentId: a.id, side: 'SELL', limitPrice: '50250', price: '50250', depthQty: '3.00000000' },
        { apiId: 2, instrumentId: b.id, side: 'BUY', limitPrice: '50000', price: '50000' },
      ],
      qty: '1',
      maxUnhedgedAmount: '60000',
      unwindRule: 'COMPLETE',
    });
  });

  it('leaves a spread alone that only the wrong sides of the books show, or that is old', () => {
    expect(hearing({}, book(a.id, '50240', '50300'), book(b.id, '49950', '50000')).actions).toEqual([]);
    const { state } = strategy.onMarket(contextOf(), strategy.start(contextOf()).state, book(a.id, '50250', '50260'));
    expect(strategy.onMarket(contextOf({ nowMs: 5_001 }), state, book(b.id, '49990', '50000')).actions).toEqual([]);
    expect(strategy.onMarket(contextOf({ nowMs: 5_000 }), state, book(b.id, '49990', '50000')).actions).toHaveLength(2);
  });

  it.each<[string, World, string | null]>([
    ['what both books offer, up to the largest', { params: { maxOrderQty: '2.5' } }, '2.5'],
    ['the max order amount, what is open included', { net: 3 }, '0.98009'],
    [
      'the coins that A holds',
      { balances: rich.map((one) => (one.asset === 'BTC' && one.apiId === 1 ? { ...one, total: '0.4' } : one)) },
      '0.4',
    ],
    [
      'the money that B has',
      { balances: rich.map((one) => (one.asset === 'USDT' && one.apiId === 2 ? { ...one, held: '480000' } : one)) },
      '0.3992',
    ],
    ['nothing less than the smallest order', { net: 3, params: { minOrderQty: '0.99' } }, null],
  ])('opens no more than %s', (_, world, qty) => {
    const { actions } = opening(world);
    expect(configOf(actions)?.qty ?? null).toBe(qty);
  });

  it('closes both legs when the prices have met, and tells the result', () => {
    const near: [MarketEvent, MarketEvent] = [book(a.id, '50050', '50060'), book(b.id, '50045', '50050')];
    expect(hearing({}, ...near).actions).toEqual([]);
    const { state, actions } = hearing({ net: 1 }, ...near);
    expect(configOf(actions)).toMatchObject({
      qty: '1',
      legs: [
        { side: 'BUY', limitPrice: '50060' },
        { side: 'SELL', limitPrice: '50045' },
      ],
    });
    const fills: readonly [string, 'BUY' | 'SELL', string, string][] = [
      [a.id, 'SELL', '50250', '25.125'],
      [b.id, 'BUY', '50000', '25'],
      [a.id, 'BUY', '50060', '25.03'],
      [b.id, 'SELL', '50045', '25.0225'],
    ];
    const paid = fills.reduce((now: State, [instrumentId, side, price, fee]) => {
      const fill = fillOf({ instrumentId, side, price, fee, feeAsset: 'USDT' });
      return strategy.onOrder(contextOf(), now, { type: 'filled', tag: 'close', order: orderOf('x'), fill }).state;
    }, state);
    const done = strategy.onOrder(contextOf(), paid, executed('EXECUTED'));
    expect(done.actions).toEqual([{ type: 'note', key: 'note.closed', params: { result: '134.82' } }]);
    expect(done.state.phase).toBe('watching');
  });

  it('rests after a try that found nothing, and goes on later', () => {
    const { state } = opening();
    const rested = strategy.onOrder(contextOf(), state, executed('EXECUTION_TIMEOUT', 'ORDER_INSUFFICIENT_BALANCE'));
    expect(rested.actions).toEqual([
      { type: 'note', key: 'note.incomplete', params: { filled: '0', reason: 'ORDER_INSUFFICIENT_BALANCE' } },
      { type: 'setTimer', timer: 'rest', afterMs: 10_000 },
    ]);
    expect(strategy.onMarket(contextOf(), rested.state, book(b.id, '49990', '49999')).actions).toEqual([]);
    const awake = strategy.onTimer(contextOf(), rested.state, 'rest').state;
    expect(strategy.onMarket(contextOf(), awake, book(b.id, '49990', '50000')).actions).toHaveLength(2);
  });

  it('ends and names both legs when they could not be balanced', () => {
    const context = { ...contextOf({ net: 1 }) };
    const broken = { ...context, positions: context.positions.slice(0, 1) };
    const step = strategy.onOrder(broken, opening().state, executed('EXECUTION_ERROR', 'LIMIT_HALTED'));
    expect(step.actions).toEqual([{ type: 'finish', key: 'note.unbalanced', params: { a: '-1', b: '0', cause: 'LIMIT_HALTED' } }]);
    expect(strategy.onMarket(contextOf(), step.state, book(b.id, '49990', '49999')).actions).toEqual([]);
  });

  it('says at the end what stays open, or closes both legs at the market', () => {
    const { state } = strategy.start(contextOf());
    expect(strategy.onStop(contextOf(), state).actions).toEqual([]);
    expect(strategy.onStop(contextOf({ net: 1 }), state).actions).toEqual([
      { type: 'note', key: 'note.left', params: { a: '-1', b: '1' } },
    ]);
    expect(strategy.onStop(contextOf({ net: 1, params: { closeAtStop: true } }), state).actions).toMatchObject([
      { type: 'place', intent: { instrumentId: a.id, side: 'BUY', type: 'MARKET', qty: '1' } },
      { type: 'place', intent: { instrumentId: b.id, side: 'SELL', type: 'MARKET', qty: '1' } },
    ]);
  });

  it('waits at the end for legs that are under way', () => {
    const { state } = opening();
    const stopping = strategy.onStop(contextOf(), state);
    expect(stopping.actions).toEqual([]);
    const { actions } = strategy.onOrder(contextOf({ net: 0.5 }), stopping.state, executed('CANCELED'));
    expect(actions).toEqual([{ type: 'note', key: 'note.left', params: { a: '-0.5', b: '0.5' } }]);
  });

  it('measures by a level of the book or by the depth that its quantity needs', () => {
    const levels = [
      ['100', '1'],
      ['102', '2'],
      ['110', '5'],
    ] as const;
    expect(executable(levels, { ...params, impactLevel: 2 })).toEqual({ price: 102, limit: '102', qty: 3 });
    expect(executable(levels, { ...params, impactLevel: 4 })).toBeNull();
    expect(executable(levels, { ...params, impactMode: 'DEPTH', baseOrderQty: '2' })).toEqual({ price: 101, limit: '102', qty: 2 });
    expect(executable(levels, { ...params, impactMode: 'DEPTH', baseOrderQty: '9' })).toBeNull();
  });

  it.each<[Partial<Params>, string, string]>([
    [{ legA: { apiId: 1, instrumentId: 'aurora/NOUSDT/spot' } }, 'legA', 'unknownMarket'],
    [{ legB: params.legA }, 'legB', 'sameLeg'],
    [{ baseOrderQty: '0.000001' }, 'baseOrderQty', 'offLot'],
    [{ minOrderQty: '2' }, 'minOrderQty', 'notAboveBase'],
    [{ maxOrderQty: '0.5' }, 'maxOrderQty', 'notBelowBase'],
    [{ maxUnhedgedAmount: '0' }, 'maxUnhedgedAmount', 'aboveZero'],
    [{ minOpenSpread: '0.0022' }, 'minOpenSpread', 'belowCosts'],
  ])('refuses %o', (more, field, rule) => {
    expect(checkParams({ ...params, ...more }, instruments)).toMatchObject({ field, key: `rules.${rule}` });
    expect(checkParams(params, instruments)).toBeNull();
  });
});

describe('a spread arbitrage that knows what is usual', () => {
  const minutes = (instrumentId: string, closes: readonly number[], from = 0) =>
    closes.map((close, at): Candle => {
      const price = String(close);
      const prices = { open: price, high: price, low: price, close: price };
      return { openMs: (from + at) * 60_000, ...prices, volume: instrumentId === a.id ? '1' : '2', quoteVolume: '1', trades: 1 };
    });
  const history = (instrumentId: string, closes: readonly number[]): MarketEvent => ({
    ...{ type: 'history', instrumentId, interval: '1m', candles: minutes(instrumentId, closes) },
  });
  /** The spread is 0.4 % and 0.6 % by turns: 0.5 % on average, off by 0.1 %. */
  const dear = Array.from({ length: 200 }, (_, at) => 50_000 * (at % 2 === 0 ? 1.004 : 1.006));
  const cheap = dear.map(() => 50_000);
  const world: World = { params: { openDeviations: '2', deviationMinutes: 100 } };
  const known = (...events: readonly MarketEvent[]): State =>
    events.reduce<State>((state, event) => strategy.onMarket(contextOf(world), state, event).state, strategy.start(contextOf(world)).state);
  const opensAt = (bid: string, state: State): boolean =>
    hearing(world, book(a.id, bid, String(Number(bid) + 1)), book(b.id, '49999', '50000'), state).state.phase === 'opening';

  it('asks both legs for the minutes before its start, and does not without the parameter', () => {
    const histories = (context = contextOf()) =>
      strategy.start(context).subscribe?.flatMap((one) => (one.type === 'candle' ? [one.history] : []));
    expect([histories(contextOf(world)), histories()]).toEqual([
      [100, 100],
      [undefined, undefined],
    ]);
  });

  it('opens two deviations above the mean from the first moment on, where without them it opens at its least spread', () => {
    const state = known(history(a.id, dear), history(b.id, cheap));
    expect([opensAt('50320', state), opensAt('50380', state)]).toEqual([false, true]);
    expect(hearing({}, book(a.id, '50320', '50321'), book(b.id, '49999', '50000')).state.phase).toBe('opening');
  });

  it('opens nothing before the minutes of both legs are here, and by its least spread where they are too few', () => {
    expect([opensAt('50900', known()), opensAt('50900', known(history(b.id, cheap)))]).toEqual([false, false]);
    expect(opensAt('50320', known(history(a.id, dear.slice(0, 19)), history(b.id, cheap)))).toBe(true);
  });

  it('counts only minutes that both legs know, and goes on with those that close', () => {
    const late = minutes(b.id, [50_000], 200)[0] as Candle;
    const state = known(history(a.id, dear), history(b.id, cheap.slice(50)));
    expect(state.deviation?.mean.count).toBe(150);
    const candle = (instrumentId: string, closed: boolean): MarketEvent => ({
      type: 'candle',
      instrumentId,
      interval: '1m',
      candle: late,
      closed,
    });
    const then = (...events: readonly MarketEvent[]) =>
      events.reduce((before, event) => strategy.onMarket(contextOf(world), before, event).state, state).deviation?.mean.count;
    expect([then(candle(a.id, true)), then(candle(a.id, true), candle(b.id, false)), then(candle(a.id, true), candle(b.id, true))]).toEqual(
      [150, 150, 151],
    );
    // A minute of the second leg was lost, and the next one comes before that of the first.
    const next = (instrumentId: string): MarketEvent => ({
      ...{ type: 'candle', instrumentId, interval: '1m', closed: true },
      candle: { ...late, openMs: late.openMs + 60_000 },
    });
    expect(then(candle(a.id, true), next(b.id), next(a.id))).toBe(151);
  });
});
