import { describe, expect, it } from 'vitest';
import type {
  MarketEvent,
  OrderEvent,
  StrategyAction,
  StrategyContext,
  StrategyPosition,
  StrategyStep,
} from '../../core/contract/strategy.ts';
import { linearPerpetual } from '../../core/domain/markets/perpetual-terms.ts';
import { addDecimals, negateDecimal } from '../../core/domain/numbers/decimal.ts';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import { contextWith } from '../../tests/kit/strategy-context.ts';
import { fillOf, orderOf } from '../../tests/kit/strategy-kit.ts';
import type { Params } from './params.ts';
import { type State, strategy } from './strategy.ts';
import { checkParams } from './strategy-check.ts';
import { linePrices, nearestLine, netPerGrid, wholeLots } from './strategy-lines.ts';

const instrumentId = testInstrument.id;
const params: Params = {
  apiId: 1,
  instrumentId,
  lowPrice: '40000',
  highPrice: '50000',
  levels: 10,
  orderQty: '1',
  startPosition: '100',
  sellAtStop: false,
};
const contextOf = (more: Partial<Params> = {}, positions: readonly StrategyPosition[] = []): StrategyContext<Params> =>
  contextWith({
    params: { ...params, ...more },
    nowMs: 0,
    instruments: { [instrumentId]: testInstrument },
    positions,
  });
const band = (zone: 'below' | 'inside' | 'above', price: string, low = '40000', high = '50000'): MarketEvent => ({
  type: 'band',
  instrumentId,
  low,
  high,
  zone,
  price,
  timeMs: 0,
});
const running = (price = '45200', more: Partial<Params> = {}): State =>
  strategy.onMarket(contextOf(more), { phase: 'waiting', lines: [] }, band('inside', price)).state;
const filled = (line: number, side: 'BUY' | 'SELL', price: string, fee = side === 'BUY' ? '0.001' : '46'): OrderEvent => ({
  type: 'filled',
  tag: `line-${line}`,
  order: orderOf('x', { side, status: 'FILLED', filledQty: '1' }),
  fill: fillOf({ side, price, qty: '1', fee, feeAsset: side === 'BUY' ? 'BTC' : 'USDT' }),
});
const drawing = ({ lines }: State): string => lines.map(({ side }) => (side === null ? '.' : side[0])).join('');

describe('the lines of a shock grid', () => {
  it('are as far apart as the domain reference says, and a step nets 909', () => {
    expect(linePrices({ lowPrice: '40000', highPrice: '50000', levels: 10 }, '0.01')).toEqual([
      '40000',
      '41000',
      '42000',
      '43000',
      '44000',
      '45000',
      '46000',
      '47000',
      '48000',
      '49000',
      '50000',
    ]);
    expect(netPerGrid('45000', '46000', '1', '0.001')).toBe('909');
  });

  it('lie on the tick', () => {
    expect(linePrices({ lowPrice: '1', highPrice: '2', levels: 3 }, '0.05')).toEqual(['1', '1.3', '1.65', '2']);
    // A tick that has become coarser than the bounds.
    expect(linePrices({ lowPrice: '1.07', highPrice: '3.07', levels: 2 }, '0.5')).toEqual(['1', '2', '3']);
  });

  it('know the one nearest to a price, and whole lots', () => {
    expect([nearestLine(['1', '2', '3'], '2.4'), nearestLine(['1', '2', '3'], '2.5'), nearestLine(['1', '2'], '9')]).toEqual([1, 1, 1]);
    expect([wholeLots('0.999', testInstrument), wholeLots('0.0000123456', testInstrument), wholeLots('0.000001', testInstrument)]).toEqual([
      '0.999',
      '0.00001',
      null,
    ]);
  });
});

describe('the shock grid', () => {
  it('waits for the price to be in its range', () => {
    const step = strategy.onMarket(contextOf(), { phase: 'waiting', lines: [] }, band('above', '60000'));
    expect(step.state.phase).toBe('waiting');
    expect(step.actions).toMatchObject([
      { type: 'note', key: 'note.outOfRange' },
      { type: 'mark', key: 'mark.outOfRange' },
    ]);
  });

  it('draws its range over the chart, and the new one after an update', () => {
    const lines = (actions: readonly StrategyAction[] = []) =>
      actions.flatMap((one) => (one.type === 'plot' ? [`${one.series} ${one.value}`] : []));
    expect(lines(strategy.start(contextOf()).actions)).toEqual(['high 50000', 'low 40000']);
    const { actions } = strategy.onTimer(contextOf({ highPrice: '52000' }), { phase: 'waiting', lines: [] }, 'params');
    expect(lines(actions)).toEqual(['high 52000', 'low 40000']);
  });

  it('buys below the price and sells above it; the nearest line stays empty', () => {
    const { state, actions } = strategy.onMarket(contextOf(), { phase: 'waiting', lines: [] }, band('inside', '45200'));
    expect(drawing(state)).toBe('BBBBB.SSSSS');
    expect(actions).toHaveLength(10);
    expect(actions[0]).toMatchObject({ tag: 'line-0', intent: { side: 'BUY', type: 'LIMIT', price: '40000', qty: '1' } });
    expect(actions[9]).toMatchObject({ tag: 'line-10', intent: { side: 'SELL', price: '50000' } });
  });

  it('first buys the coins that the sell lines need, fee included', () => {
    const context = contextOf({ startPosition: '2' });
    const bought = strategy.onMarket(context, { phase: 'waiting', lines: [] }, band('inside', '45200'));
    // Five sell lines less two coins: three, and a tenth of a percent more.
    expect(bought.actions).toMatchObject([{ tag: 'start', intent: { side: 'BUY', type: 'MARKET', qty: '3.00301' } }]);
    const event: OrderEvent = { type: 'filled', tag: 'start', order: orderOf('x', { status: 'FILLED' }), fill: fillOf({ price: '45100' }) };
    expect(drawing(strategy.onOrder(context, bought.state, event).state)).toBe('BBBBB.SSSSS');
  });

  it('buys no more of a contract than it will sell: that fee is paid in quote', () => {
    const context = contextOf({ startPosition: '2' });
    const contract = linearPerpetual(testInstrument);
    const instruments = { [instrumentId]: contract };
    const bought = strategy.onMarket({ ...context, instruments }, { phase: 'waiting', lines: [] }, band('inside', '45200'));
    expect(bought.actions).toMatchObject([{ tag: 'start', intent: { side: 'BUY', type: 'MARKET', qty: '3' } }]);
  });

  it('ends when those coins cannot be bought', () => {
    const context = contextOf({ startPosition: '0' });
    const { state } = strategy.onMarket(context, { phase: 'waiting', lines: [] }, band('inside', '45200'));
    const denied = strategy.onOrder(context, state, { type: 'denied', tag: 'start', code: 'ORDER_INSUFFICIENT_BALANCE', params: {} });
    expect(denied.actions).toMatchObject([{ type: 'finish', key: 'note.startDenied' }]);
  });

  it('answers a buy with a sell one line up, of what the buy received', () => {
    const step = strategy.onOrder(contextOf(), running(), filled(4, 'BUY', '44000'));
    expect(drawing(step.state)).toBe('BBBB.SSSSSS');
    expect(step.actions).toMatchObject([{ tag: 'line-5', intent: { side: 'SELL', price: '45000', qty: '0.999' } }]);
  });

  it('answers a sell with a buy one line down', () => {
    const step = strategy.onOrder(contextOf(), running(), filled(6, 'SELL', '46000'));
    expect(drawing(step.state)).toBe('BBBBBB.SSSS');
    expect(step.actions).toMatchObject([{ tag: 'line-5', intent: { side: 'BUY', price: '45000', qty: '1' } }]);
  });

  it('keeps one line empty, however the price runs', () => {
    let state = running();
    const path = [
      ['BUY', 4],
      ['BUY', 3],
      ['SELL', 4],
      ['BUY', 3],
      ['SELL', 4],
      ['SELL', 5],
      ['SELL', 6],
      ['BUY', 5],
    ] as const;
    for (const [side, line] of path) {
      expect(state.lines[line]?.side).toBe(side);
      state = strategy.onOrder(
        contextOf(),
        state,
        filled(line, side, linePrices({ lowPrice: '40000', highPrice: '50000', levels: 10 }, '0.01')[line] ?? ''),
      ).state;
      expect(state.lines.filter(({ side: one }) => one === null)).toHaveLength(1);
    }
  });

  it('waits for the whole line before it answers, and counts every part', () => {
    const part = (status: 'PARTIALLY_FILLED' | 'FILLED', qty: string): OrderEvent => ({
      type: 'filled',
      tag: 'line-4',
      order: orderOf('x', { status }),
      fill: fillOf({ price: '44000', qty, fee: '0.0005', feeAsset: 'BTC' }),
    });
    const first = strategy.onOrder(contextOf(), running(), part('PARTIALLY_FILLED', '0.4'));
    expect(first.actions).toEqual([]);
    expect(strategy.onOrder(contextOf(), first.state, part('FILLED', '0.6')).actions).toMatchObject([
      { intent: { side: 'SELL', qty: '0.999' } },
    ]);
  });

  it('goes on with the other lines when one is lost, and says so', () => {
    const step = strategy.onOrder(contextOf(), running(), {
      type: 'denied',
      tag: 'line-10',
      code: 'ORDER_INSUFFICIENT_BALANCE',
      params: {},
    });
    expect(drawing(step.state)).toBe('BBBBB.SSSS.');
    expect(step.actions).toMatchObject([{ type: 'note', key: 'note.lineLost', params: { line: 11 } }]);
  });

  it.each([
    ['below', 'note.stopLoss', '38999'],
    ['above', 'note.takeProfit', '52001'],
  ] as const)('cancels everything and sells what it holds when the price goes %s its stops', (zone, key, price) => {
    const stops = { stopLoss: '39000', takeProfit: '52000' };
    const held: StrategyPosition = { apiId: 1, instrumentId, side: 'LONG', qty: '2.5', entryPrice: '44000' };
    const step = strategy.onMarket(contextOf(stops, [held]), running('45200', stops), band(zone, price, '39000', '52000'));
    expect(step.actions.filter(({ type }) => type === 'cancel')).toHaveLength(10);
    expect(step.actions.slice(-2)).toMatchObject([
      { tag: 'close', intent: { side: 'SELL', type: 'MARKET', qty: '2.5' } },
      { type: 'finish', key },
    ]);
  });

  it('takes new stops while it runs', () => {
    const step = strategy.onTimer(contextOf({ stopLoss: '39500' }), running(), 'params');
    expect(step.subscribe).toMatchObject([{ low: '40000' }, { low: '39500' }]);
  });

  it('leaves no order open when it is stopped, and sells only when that was chosen', () => {
    const held: StrategyPosition = { apiId: 1, instrumentId, side: 'LONG', qty: '2', entryPrice: '44000' };
    const kinds = (sellAtStop: boolean) => strategy.onStop(contextOf({ sellAtStop }, [held]), running()).actions.slice(10);
    expect(kinds(false)).toMatchObject([{ type: 'note', key: 'note.left', params: { qty: '2' } }]);
    expect(kinds(true)).toMatchObject([{ type: 'place', tag: 'close' }]);
  });
});

describe('the rules of a shock grid', () => {
  it.each<[Partial<Params>, string, string]>([
    [{ instrumentId: 'aurora/XXXUSDT/spot' }, 'instrumentId', 'rules.unknownMarket'],
    [{ lowPrice: '40000.001' }, 'lowPrice', 'rules.offTick'],
    [{ orderQty: '0.0000001' }, 'orderQty', 'rules.offLot'],
    [{ highPrice: '40000' }, 'highPrice', 'rules.aboveLow'],
    [{ stopLoss: '40000' }, 'stopLoss', 'rules.belowRange'],
    [{ takeProfit: '50000' }, 'takeProfit', 'rules.aboveRange'],
    [{ orderQty: '0.00001' }, 'orderQty', 'rules.notionalTooSmall'],
    [{ highPrice: '40000.05' }, 'levels', 'rules.linesTooClose'],
    [{ levels: 200 }, 'levels', 'rules.stepBelowFees'],
  ])('refuse %j by field and rule', (more, name, key) => {
    expect(checkParams({ ...params, ...more }, { [instrumentId]: testInstrument })).toMatchObject({ field: name, key });
  });

  it('let a good grid pass', () => {
    expect(
      checkParams(
        { ...params, stopLoss: '39000', takeProfit: addDecimals('52000', negateDecimal('1')) },
        { [instrumentId]: testInstrument },
      ),
    ).toBeNull();
  });
});

describe('a shock grid that measures ranges', () => {
  /** Hours that go up and down by `range` in all, around 45,000. */
  const hours = (count: number, range: number): MarketEvent => ({
    ...{ type: 'history', instrumentId, interval: '1h' },
    candles: Array.from({ length: count }, (_, at) => ({
      ...{ openMs: at * 3_600_000, open: '45000', close: '45000', volume: '1', quoteVolume: '45000', trades: 1 },
      ...{ high: String(45_000 + range / 2), low: String(45_000 - range / 2) },
    })),
  });
  const context = contextOf({ stepRanges: '2' });
  const hearing = (...events: readonly MarketEvent[]): StrategyStep<State> =>
    events.reduce<StrategyStep<State>>((step, event) => strategy.onMarket(context, step.state, event), {
      actions: [],
      ...strategy.start(context),
    });
  const lines = ({ lines }: State): number => lines.length;

  it('asks for the hours before its start, and does not without the parameter', () => {
    expect(strategy.start(context).subscribe?.at(-1)).toEqual({ type: 'candle', instrumentId, interval: '1h', history: 70 });
    expect(strategy.start(contextOf()).subscribe).toHaveLength(1);
  });

  it('has fewer lines where the hours go far, says so, and places them wherever the price came in', () => {
    const late = hearing(band('inside', '45200'), hours(70, 1_000));
    expect([late.state.phase, lines(late.state)]).toEqual(['running', 6]);
    expect(late.actions[0]).toEqual({ type: 'note', key: 'note.fewerLevels', params: { levels: 5 } });
    expect(hearing(hours(70, 1_000), band('inside', '45200')).state).toEqual(late.state);
    expect(placedAt(late)).toEqual(['40000', '42000', '44000', '48000', '50000']);
  });

  it('arms the neighbouring line of the grid that it has, not of the one that was asked for', () => {
    const { state } = hearing(hours(70, 1_000), band('inside', '45200'));
    expect(placedAt(strategy.onOrder(context, state, filled(2, 'BUY', '44000')))).toEqual(['46000']);
  });

  it('has as many lines as it was asked for where the hours are quiet or too few', () => {
    for (const known of [hours(70, 100), hours(13, 5_000), hours(0, 0)])
      expect(lines(hearing(known, band('inside', '45200')).state)).toBe(11);
  });

  it('waits for a price that has left the range again before the hours were here', () => {
    const { state } = hearing(band('inside', '45200'), band('above', '50100'), hours(70, 1_000));
    expect([state.phase, lines(state)]).toEqual(['waiting', 0]);
  });

  it('is refused with a step of nothing', () => {
    expect(checkParams({ ...params, stepRanges: '0' }, context.instruments)).toMatchObject({ field: 'stepRanges', key: 'rules.aboveZero' });
  });
});

const placedAt = ({ actions }: StrategyStep<State>): readonly (string | undefined)[] =>
  actions.flatMap((action) => (action.type === 'place' ? [action.intent.price] : []));
