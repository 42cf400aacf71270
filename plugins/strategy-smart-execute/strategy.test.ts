import { describe, expect, it } from 'vitest';
import type { Candle } from '../../core/contract/market.ts';
import type { OrderEvent, StrategyContext } from '../../core/contract/strategy.ts';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import { contextWith } from '../../tests/kit/strategy-context.ts';
import { fillOf, orderOf } from '../../tests/kit/strategy-kit.ts';
import type { Params } from './params.ts';
import { type State, strategy } from './strategy.ts';
import { checkParams } from './strategy-check.ts';

const params: Params = {
  apiId: 1,
  instrumentId: testInstrument.id,
  side: 'BUY',
  qty: '10',
  mode: 'TWAP',
  durationSeconds: 3_600,
  baseSplitOrders: 12,
  maxSplitOrders: 50,
  orderTimeoutSeconds: 30,
  totalTimeoutSeconds: 3_600,
  timeoutTakerAction: 'MARKET_REST',
};
const contextOf = (more: Partial<Params> = {}): StrategyContext<Params> =>
  contextWith({
    params: { ...params, ...more },
    nowMs: 0,
    instruments: { [testInstrument.id]: testInstrument },
  });
const none: State = { filledQty: '0', filledQuote: '0', quarters: 0 };
const filled = (qty: string, price: string): OrderEvent => ({
  type: 'filled',
  tag: 'parent',
  order: orderOf('x'),
  fill: fillOf({ qty, price }),
});
const executed = (status: 'EXECUTED' | 'EXECUTION_TIMEOUT' | 'EXECUTION_ERROR' | 'CANCELED', cause?: string): OrderEvent => ({
  type: 'executed',
  tag: 'parent',
  status,
  filledQty: '4',
  filledQuote: '400',
  ...(cause === undefined ? {} : { cause }),
});

describe('smart execute', () => {
  it.each([
    ['TWAP', {}, 'twap', { durationSeconds: 3_600 }],
    ['VWAP', { hourlyWeights: Array.from({ length: 24 }, () => 1) }, 'vwap', { hourlyWeights: expect.any(Array) }],
    ['ICEBERG', { participationRate: '0.1' }, 'iceberg', {}],
    ['POV', { participationRate: '0.1' }, 'pov', { participationRate: '0.1' }],
  ] as const)('hands the order to the executor of its mode: %s', (mode, more, kind, config) => {
    const { actions } = strategy.start(contextOf({ ...more, mode } as Partial<Params>));
    expect(actions).toMatchObject([{ type: 'startExecutor', tag: 'parent', kind, config: { side: 'BUY', qty: '10', ...config } }]);
    expect(JSON.stringify(actions)).not.toContain('"mode"');
    if (mode === 'ICEBERG') expect(JSON.stringify(actions)).not.toContain('participationRate');
  });

  it('notes each quarter once, with the average price', () => {
    const first = strategy.onOrder(contextOf(), none, filled('2.4', '100'));
    expect(first.actions).toEqual([]);
    const second = strategy.onOrder(contextOf(), first.state, filled('0.2', '113'));
    expect(second.actions).toEqual([
      { type: 'note', key: 'note.progress', params: { percent: 25, filled: '2.6', left: '7.4', price: '101' } },
    ]);
    expect(strategy.onOrder(contextOf(), second.state, filled('0.1', '100')).actions).toEqual([]);
  });

  it.each([
    [executed('EXECUTED'), 'finish', 'note.executed'],
    [executed('EXECUTION_TIMEOUT'), 'finish', 'note.timedOut'],
    [executed('EXECUTION_ERROR', 'LIMIT_HALTED'), 'finish', 'note.failed'],
    [executed('CANCELED'), 'note', 'note.canceled'],
  ] as const)('ends with what was executed and what was not: %o', (event, type, key) => {
    const { state } = strategy.onOrder(contextOf(), none, filled('4', '100'));
    const cause = event.type === 'executed' ? (event.cause ?? '') : '';
    expect(strategy.onOrder(contextOf(), state, event).actions).toEqual([
      { type, key, params: { filled: '4', left: '6', price: '100', cause } },
    ]);
  });

  it.each<[Partial<Params>, string, string]>([
    [{ instrumentId: 'aurora/NOUSDT/spot' }, 'instrumentId', 'unknownMarket'],
    [{ qty: '1.000001' }, 'qty', 'offLot'],
    [{ qty: '0' }, 'qty', 'offLot'],
    [{ limitPrice: '100.001' }, 'limitPrice', 'offTick'],
    [{ minOrderQty: '2', maxOrderQty: '1' }, 'maxOrderQty', 'aboveSmallest'],
    [{ maxSplitOrders: 11 }, 'maxSplitOrders', 'aboveBase'],
    [{ maxOrderQty: '0.1' }, 'maxSplitOrders', 'tooFewSplits'],
    [{ totalTimeoutSeconds: 3_599 }, 'totalTimeoutSeconds', 'beforeEnd'],
    [{ mode: 'POV' }, 'participationRate', 'needed'],
    [{ mode: 'POV', participationRate: '1.01' }, 'participationRate', 'notAShare'],
  ])('refuses %o', (more, field, rule) => {
    const { params: wanted, instruments } = contextOf(more);
    expect(checkParams(wanted, instruments)).toMatchObject({ field, key: `rules.${rule}` });
  });

  it('accepts what it is made for', () => {
    const { instruments } = contextOf();
    expect(checkParams(params, instruments)).toBeNull();
    expect(checkParams({ ...params, mode: 'POV', participationRate: '0.1', totalTimeoutSeconds: 60 }, instruments)).toBeNull();
    expect(checkParams({ ...params, totalTimeoutSeconds: 60, timeoutTakerAction: 'CONTINUE' }, instruments)).toBeNull();
  });
});

describe('smart execute by the volume of days before', () => {
  const params = { mode: 'VWAP', volumeDays: 2 } as const;
  const context = contextOf(params);
  const hour = (at: number, volume: number): Candle => ({
    ...{ openMs: at * 3_600_000, open: '100', high: '100', low: '100', close: '100' },
    ...{ volume: String(volume), quoteVolume: String(100 * volume), trades: 1 },
  });
  const heard = (candles: readonly Candle[]) =>
    strategy.onMarket(context, none, { type: 'history', instrumentId: testInstrument.id, interval: '1h', candles });
  const weights = (candles: readonly Candle[]): unknown =>
    heard(candles).actions.map((action) => (action.type === 'startExecutor' ? (action.config as Partial<Params>).hourlyWeights : action));

  it('asks for those hours and begins with them, not before', () => {
    const { subscribe, actions = [] } = strategy.start(context);
    expect([subscribe, actions]).toEqual([[{ type: 'candle', instrumentId: testInstrument.id, interval: '1h', history: 48 }], []]);
    for (const other of [contextOf({ mode: 'VWAP' }), contextOf({ volumeDays: 2 })])
      expect([strategy.start(other).subscribe, strategy.start(other).actions?.length]).toEqual([[], 1]);
  });

  it('gives each hour its average, and the usual volume to one that it does not know', () => {
    const curve = weights([hour(9, 10), hour(10, 20), hour(33, 30)]) as readonly (readonly number[])[];
    expect([curve[0]?.[9], curve[0]?.[10], curve[0]?.[11], curve[0]?.length]).toEqual([20, 20, 20, 24]);
    const busy = weights([hour(9, 10), hour(33, 30), hour(34, 60)]) as readonly (readonly number[])[];
    expect([busy[0]?.[9], busy[0]?.[10], busy[0]?.[0]]).toEqual([20, 60, 40]);
  });

  it('works all hours alike where nothing is known, and says so', () => {
    for (const nothing of [[], [hour(9, 0)]])
      expect(weights(nothing)).toEqual([{ type: 'note', key: 'note.noVolumes', params: {} }, undefined]);
  });

  it('takes one curve and not two', () => {
    const both = { ...context.params, hourlyWeights: Array(24).fill(1) };
    expect(checkParams(both, context.instruments)).toMatchObject({ field: 'volumeDays', key: 'rules.oneCurve' });
  });
});
