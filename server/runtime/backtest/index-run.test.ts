import { describe, expect, it } from 'vitest';
import { defineStrategy, type StrategyAction, type StrategyDefinition } from '../../../core/contract/strategy.ts';
import { candleHeader } from '../../../core/simulation/recordings/bar-recording.ts';
import { fundingHeader } from '../../../core/simulation/recordings/funding-recording.ts';
import { WrittenRecordings } from '../../../tests/kit/recordings/written-recordings.ts';
import { type BacktestJob, BacktestRunner } from './backtest-job.ts';
import { recordedSource } from './feeds/feed-source.ts';

const minuteMs = 60_000;
const instrumentId = 'replay-one-spot/BTCUSDT/spot';
const rows = (closes: readonly number[]): readonly string[] => [
  candleHeader,
  ...closes.map((close, at) => {
    const open = closes[at - 1] ?? close;
    const prices = [open, Math.max(open, close), Math.min(open, close), close].map((price) => price.toFixed(2));
    return [at * minuteMs, ...prices, 5].join(',');
  }),
];
/** Ends on a quarter, which makes the ticks hundredths. */
const flat = Array.from({ length: 20 }, (_, at) => (at < 19 ? 100 : 100.25));
/** The run's market stands still, two others fall and rise. */
const recordings = new WrittenRecordings({
  'candles/one_spot/1m/BTCUSDT.csv.gz': rows(flat),
  'candles/two_spot/1m/BTCUSDT.csv.gz': rows(flat.map((price, at) => (at < 10 ? price : 102))),
  'candles/three_spot/1m/BTCUSDT.csv.gz': rows(flat.map((price, at) => (at < 5 ? price : 102))),
  'candles/four_spot/1m/ETHUSDT.csv.gz': rows(flat),
});

interface State {
  readonly heard: readonly string[];
}

const strategyOf = (subscribe: readonly ('index' | 'session' | 'mark')[], start: readonly StrategyAction[]) =>
  defineStrategy<unknown, State>({
    params: { type: 'object' },
    start: () => ({ state: { heard: [] }, subscribe: subscribe.map((type) => ({ type, instrumentId }) as const), actions: start }),
    onMarket: (_context, { heard }, event) => {
      const what =
        event.type === 'index' ? `${event.timeMs / 1_000} ${event.price}` : event.type === 'session' ? `${event.phase}` : event.type;
      return { state: { heard: [...heard, what] }, actions: [{ type: 'note', key: what, params: {} }] };
    },
    onOrder: (_context, state, event) => ({
      state,
      actions: event.type === 'denied' ? [{ type: 'note', key: event.code, params: {} }] : [],
    }),
    onTimer: (_context, state) => ({ state, actions: [] }),
    onStop: (_context, state) => ({ state, actions: [] }),
  });

const job: BacktestJob = {
  ...{ params: { apiId: 1, instrumentId }, data: { kind: 'candles', interval: '1m' }, fees: {}, balances: { USDT: '1000', BTC: '10' } },
  ...{ seed: 1, latencyMs: 0, isOptimistic: false, range: null },
};
const stop = (watchedPrice: 'INDEX' | 'LAST'): StrategyAction => ({
  type: 'place',
  tag: 'stop',
  intent: { apiId: 1, instrumentId, side: 'BUY', type: 'STOP_MARKET', qty: '1', triggerPrice: '101', watchedPrice },
});

const run = (definition: StrategyDefinition<unknown, State>, source = recordedSource(recordings)) =>
  new BacktestRunner({ definition: definition as unknown as StrategyDefinition, executors: {} }, source).run(job);

/** On the first bar: before it there is no price. */
const later = (action: StrategyAction) =>
  defineStrategy<unknown, State>({
    ...strategyOf([], [{ type: 'setTimer', timer: 'first', afterMs: 30_000 }]),
    onTimer: (_context, state) => ({ state, actions: [action] }),
  });

describe('the index of a pair in a backtest', () => {
  it('is made of all recorded exchanges that trade the pair, and told as it is and whenever it moves', async () => {
    const { notes, prices } = await run(strategyOf(['index'], []));
    expect(notes[0]).toMatchObject({ key: '1 100' });
    // One of three rises to 102 in the fifth minute, another in the tenth.
    expect(notes.map(({ key }) => key).filter((key) => / (100\.667|101\.333)$/.test(key))).toHaveLength(2);
    // Nothing else of the run knows the exchanges that the index is made of.
    expect(prices.map((one) => one.instrumentId)).toEqual([instrumentId]);
  });

  it('fires the orders that wait for it while their own market stands still, and no others', async () => {
    const { fills, log } = await run(later(stop('INDEX')));
    expect(fills).toHaveLength(1);
    expect(fills[0]?.price).toBe('100');
    // Between the index of one and of two risen exchanges.
    expect(fills[0]?.timeMs).toBeGreaterThan(10 * minuteMs - 1);
    expect(log.map(({ what }) => what)[0]).toContain('place BUY STOP_MARKET');
    expect((await run(later(stop('LAST')))).fills).toEqual([]);
  });

  it('comes out the same every time, and the same for a run whose steps are looked at', async () => {
    const definition = later(stop('INDEX'));
    const runner = new BacktestRunner(
      { definition: definition as unknown as StrategyDefinition, executors: {} },
      recordedSource(recordings),
    );
    const first = await runner.run(job);
    const steps: unknown[] = [];
    const seen = await runner.run(job, { steps: { reached: () => true, take: (step) => void steps.push(step) } });
    expect(seen.log).toEqual(first.log);
    expect(seen.statistics).toEqual(first.statistics);
    expect(steps.length).toBeGreaterThan(20);
  });

  it('is refused by its reason where nobody else trades the pair', async () => {
    const alone = new WrittenRecordings({ 'candles/one_spot/1m/BTCUSDT.csv.gz': rows(flat) });
    const { notes } = await run(later(stop('INDEX')), recordedSource(alone));
    expect(notes).toMatchObject([{ key: 'ORDER_NO_REFERENCE_PRICE' }]);
    expect((await run(strategyOf(['index'], []), recordedSource(alone))).notes).toEqual([]);
  });

  it('costs a run nothing that asks for none, whose feed has no other exchange', async () => {
    const opened: boolean[] = [];
    const source = recordedSource(recordings);
    await run(strategyOf(['session'], []), {
      open: (ids, what, fees, withIndexes) => {
        opened.push(withIndexes);
        return source.open(ids, what, fees, withIndexes);
      },
    });
    expect(opened).toEqual([false]);
  });
});

it('tells the session of a market that never closes once, and no mark of spot', async () => {
  const { notes } = await run(strategyOf(['session', 'mark'], []));
  expect(notes.map(({ key }) => key)).toEqual(['CONTINUOUS']);
});

it('tells the mark of a perpetual as it moves, the price by which its positions are valued, and each funding', async () => {
  const perpetual = 'replay-one-linear/BTCUSDT/usdm';
  const rising = [100, 100, 101, 101, 102.25];
  const source = new WrittenRecordings({
    'candles/one_linear/1m/BTCUSDT.csv.gz': rows(rising),
    'funding/one_linear/BTCUSDT.csv.gz': [fundingHeader, '120000,0.0001', '28920000,0.0002'],
  });
  const told = defineStrategy<unknown, State>({
    ...strategyOf([], []),
    start: () => ({
      state: { heard: [] },
      subscribe: [
        { type: 'mark', instrumentId: perpetual },
        { type: 'funding', instrumentId: perpetual },
      ],
    }),
    onMarket: (_context, state, event) => {
      const what = event.type === 'mark' ? event.price : event.type === 'funding' ? `${event.rate} at ${event.timeMs / minuteMs}` : '';
      return { state, actions: [{ type: 'note', key: what, params: {} }] };
    },
  });
  const runner = new BacktestRunner({ definition: told as unknown as StrategyDefinition, executors: {} }, recordedSource(source));
  const { notes } = await runner.run({ ...job, params: { apiId: 1, instrumentId: perpetual } });
  const keys = notes.map(({ key }) => key);
  expect(keys.filter((key) => key.includes('at'))).toEqual(['0.0001 at 2']);
  const marks = keys.filter((key) => !key.includes('at'));
  expect([marks[0], marks.includes('101'), marks.at(-1)]).toEqual(['100', true, '102.25']);
  // Each once, as it moves.
  expect(marks.every((mark, at) => mark !== marks[at - 1])).toBe(true);
});
