import { describe, expect, it } from 'vitest';
import type { BacktestSource } from '../../../core/contract/backtest-runs.ts';
import type { SweepField } from '../pictures/sweep-axis.ts';
import {
  type CommonSource,
  choiceOf,
  combinationsOf,
  commonSources,
  emptySetup,
  readSetup,
  type Setup,
  setupOf,
  setupProblems,
} from './setup.ts';

const one = 'aurora/BTCUSDT/spot';
const two = 'borealis/BTCUSDT/spot';
const dayMs = 86_400_000;
const source = (instrument: string, over: Partial<BacktestSource> = {}): BacktestSource => ({
  ...{ origin: 'house', instrument, kind: 'candles', interval: '1m', from: 0, to: 10 * dayMs, size: 100 },
  ...over,
});
const common: CommonSource = {
  key: 'house candles 1m',
  origin: 'house',
  kind: 'candles',
  interval: '1m',
  from: 0,
  to: 10 * dayMs,
  size: 100,
};
const levels: SweepField = { name: 'levels', title: 'levels', kind: 'number', words: [] };
const qty: SweepField = { name: 'orderQty', title: 'qty', kind: 'decimal', words: [] };
const setup: Setup = {
  ...emptySetup,
  ...{
    strategy: 'a/b',
    params: { instrumentId: one, levels: 10 },
    balances: { USDT: '1000', BTC: '' },
    fromDay: '1970-01-02',
    toDay: '1970-01-03',
  },
};

describe('data for a run', () => {
  it('is what all of its markets have, in the time that they share', () => {
    const sources = [
      source(one),
      source(one, { interval: '5m' }),
      source(two, { from: 2 * dayMs, size: null }),
      source(two, { origin: 'recorded', kind: 'book', interval: null }),
    ];
    expect(commonSources(sources, [one, two])).toEqual([{ ...common, from: 2 * dayMs, size: null }]);
    expect(commonSources(sources, [two]).map(({ key }) => key)).toEqual(['house candles 1m', 'recorded book']);
    expect(commonSources([source(one), source(two, { from: 20 * dayMs, to: 30 * dayMs })], [one, two])).toEqual([]);
  });
});

describe('the form of a run', () => {
  it('asks for whole days, exact fractions of fees, and amounts that were given', () => {
    const choice = choiceOf({ ...setup, makerFee: '0.05', takerFee: '10', latencyMs: '50' }, common, []);
    expect(choice).toMatchObject({ from: dayMs, to: 3 * dayMs - 1, makerFee: '0.0005', takerFee: '0.1', latencyMs: 50, sweep: null });
    expect(choice.balances).toEqual({ USDT: '1000' });
    expect(choiceOf({ ...setup, makerFee: '0' }, common, [])).toMatchObject({ makerFee: '0', takerFee: null, lookAhead: true });
  });

  it('asks for a leverage where a market is a contract', () => {
    const contract = { ...setup, params: { instrumentId: 'replay-binance-usdm/BTCUSDT/usdm' }, leverage: '5' };
    expect(choiceOf(contract, common, [])).toMatchObject({ leverage: 5 });
    expect(setupOf(choiceOf(contract, common, []), '').leverage).toBe('5');
    expect(setupProblems({ ...contract, leverage: '126' }, common, [])).toEqual([{ field: 'leverage', key: 'leverage' }]);
    expect(choiceOf({ ...setup, leverage: '5' }, common, [])).not.toHaveProperty('leverage');
    expect(setupProblems({ ...setup, leverage: 'x' }, common, [])).toEqual([]);
  });

  it('asks for no more of its days than there is data', () => {
    const short = { ...common, from: dayMs + 5, to: 2 * dayMs + 7 };
    expect(choiceOf(setup, short, [])).toMatchObject({ from: dayMs + 5, to: 2 * dayMs + 7 });
    expect(choiceOf({ ...setup, fromDay: '', toDay: '' }, short, [])).toMatchObject({ from: null, to: null });
  });

  it('asks for a sweep or a walk forward only when that is chosen', () => {
    const axes = [
      { field: 'levels', text: '10:20:5' },
      { field: 'orderQty', text: '0.01, 0.02' },
    ];
    const walk: Setup = { ...setup, mode: 'walk', axes, drawn: '4', folds: '3' };
    expect(choiceOf(walk, common, [levels, qty])).toMatchObject({
      sweep: {
        axes: [
          { field: 'levels', values: [10, 15, 20] },
          { field: 'orderQty', values: ['0.01', '0.02'] },
        ],
        drawn: 4,
      },
      ...{ folds: 3, lookAhead: false },
    });
    expect(choiceOf(walk, common, [levels, qty])).not.toHaveProperty('warmUpMs');
    const warm = choiceOf({ ...walk, warmUpHours: '12' }, common, [levels, qty]);
    expect([warm.warmUpMs, setupOf(warm, '').warmUpHours]).toEqual([43_200_000, '12']);
    expect(combinationsOf(axes, [levels, qty])).toBe(6);
    expect(setupProblems(walk, common, [levels, qty])).toEqual([]);
  });

  it.each<[string, Partial<Setup>, object]>([
    ['no money', { balances: { USDT: '0' } }, { field: 'balances', key: 'none' }],
    ['an end before the beginning', { toDay: '1970-01-01' }, { field: 'period', key: 'order' }],
    ['a time without data', { fromDay: '1980-01-01', toDay: '' }, { field: 'period', key: 'outside' }],
    ['a fee above ten percent', { takerFee: '11' }, { field: 'takerFee', key: 'fee' }],
    ['a latency that is none', { latencyMs: '' }, { field: 'latencyMs', key: 'latency' }],
    ['a sweep without fields', { mode: 'sweep' }, { field: 'axes', key: 'noAxis' }],
    ['values that cannot be read', { mode: 'sweep', axes: [{ field: 'levels', text: '1,x' }] }, { field: 'axes', key: 'values', at: 0 }],
    [
      'a warm-up that is none',
      { mode: 'walk', axes: [{ field: 'levels', text: '1' }], warmUpHours: '9000' },
      { field: 'warmUpHours', key: 'warmUp' },
    ],
    ['too many folds', { mode: 'walk', axes: [{ field: 'levels', text: '1' }], folds: '13' }, { field: 'folds', key: 'folds' }],
  ])('says what is wrong with %s', (_, over, problem) => {
    expect(setupProblems({ ...setup, ...over }, common, [levels])).toEqual([problem]);
  });

  it('can be looked at while an amount is being typed', () => {
    const typed: Setup = { ...setup, balances: { USDT: '1000.', BTC: '.' }, makerFee: '0.', takerFee: '.5' };
    expect(setupProblems(typed, common, [])).toEqual([]);
    expect(choiceOf(typed, common, [])).toMatchObject({ balances: { USDT: '1000' }, makerFee: '0', takerFee: '0.005' });
    expect(setupProblems({ ...typed, balances: { USDT: '.' } }, common, [])).toEqual([{ field: 'balances', key: 'none' }]);
  });

  it('wants a draw when there are too many combinations', () => {
    const axes = [
      { field: 'levels', text: '1:100:1' },
      { field: 'orderQty', text: '1:100:1' },
    ];
    expect(setupProblems({ ...setup, mode: 'sweep', axes }, common, [levels, qty])).toEqual([{ field: 'drawn', key: 'tooMany' }]);
    expect(setupProblems({ ...setup, mode: 'sweep', axes, drawn: '50' }, common, [levels, qty])).toEqual([]);
  });

  it('comes back from a kept run, and from what a layout remembers', () => {
    const axes = [{ field: 'levels', text: '10, 20' }];
    const whole: Setup = {
      ...setup,
      balances: { USDT: '1000' },
      mode: 'sweep',
      axes,
      makerFee: '0.1',
      takerFee: '0.25',
      source: common.key,
      lookAhead: false,
    };
    const again = setupOf(choiceOf(whole, common, [levels]), whole.name);
    expect(again).toEqual(whole);
    expect(readSetup(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
    expect(readSetup({ strategy: 7, axes: 'x', params: null })).toEqual(emptySetup);
    expect(readSetup(undefined)).toEqual(emptySetup);
  });
});
