import { beforeAll, describe, expect, it } from 'vitest';
import type { StrategyAction, StrategyDefinition, Subscription } from '../../../../core/contract/strategy.ts';
import type { StepsPage } from '../../../../core/contract/strategy-plays.ts';
import { stepsPerPage } from '../../../../schemas/wire/backtest-steps.ts';
import { madeSet } from '../../../../tests/kit/recordings/recorded-sets.ts';
import { scripted } from '../../../../tests/kit/strategy-kit.ts';
import { RecordingFiles } from '../../../market/recordings/recording-files.ts';
import { installedStrategy } from '../../../plugins/installed-strategy.ts';
import { executors } from '../../executors/index.ts';
import { type BacktestJob, BacktestRunner } from '../backtest-job.ts';
import { recordedSource } from '../feeds/feed-source.ts';
import type { RunResult } from '../run-backtest.ts';
import { ReplayCalledOff, StepBook } from './step-book.ts';
import type { RunStep } from './step-recorder.ts';

const { instrumentId } = madeSet.book;
const start = Date.UTC(2025, 5, 10);
const dayMs = 86_400_000;
const job: BacktestJob = {
  params: { apiId: 1, instrumentId, ...madeSet.grid, levels: 24, orderQty: '0.01', sellAtStop: false },
  data: { kind: 'candles', interval: '1m' },
  ...{ fees: {}, balances: { USDT: '100000' }, seed: 1, latencyMs: 0, isOptimistic: false },
  range: { fromMs: start, toMs: start + dayMs - 1 },
};
const idle: StrategyDefinition = {
  ...(scripted({}) as StrategyDefinition),
  onOrder: (_, state) => ({ state, actions: [] }),
  onTimer: (_, state) => ({ state, actions: [] }),
  onStop: (_, state) => ({ state, actions: [] }),
};
const runnerOf = (definition: StrategyDefinition): BacktestRunner =>
  new BacktestRunner({ definition, executors }, recordedSource(new RecordingFiles(madeSet.folder)));
let grid: StrategyDefinition;

/** Buys whenever it has heard so much. */
const buyer = (subscription: Subscription, each: number): StrategyDefinition => ({
  ...idle,
  start: () => ({ state: { heard: 0 }, subscribe: [subscription] }),
  onMarket: (_, state) => {
    const heard = (state as { heard: number }).heard + 1;
    const intent = { apiId: 1, instrumentId, side: 'BUY', type: 'MARKET', qty: '0.001' } as const;
    return { state: { heard }, actions: heard % each === 0 ? [{ type: 'place', tag: `${heard}`, intent }] : [] };
  },
});

beforeAll(async () => {
  grid = await installedStrategy('shock-grid');
});

/** Every moment of a run. */
async function stepped(runner: BacktestRunner, of: BacktestJob): Promise<{ result: RunResult; steps: RunStep[] }> {
  const steps: RunStep[] = [];
  const result = await runner.run(of, { steps: { reached: () => true, take: (step) => steps.push(structuredClone(step)) } });
  return { result, steps };
}

const open = async (of: BacktestJob = job) => (await StepBook.open(runnerOf(grid), of, 50_000, () => undefined)).book;

describe('the steps of a run', () => {
  it.each<[string, StrategyDefinition | null, Partial<BacktestJob>]>([
    ['bars', null, {}],
    [
      'bars with latency, after history that it only hears',
      buyer({ type: 'candle', instrumentId, interval: '1h' }, 2),
      { latencyMs: 50, warmUp: 7_200_000 },
    ],
    ['books', buyer({ type: 'book', instrumentId, levels: 1 }, 200), { data: { kind: 'book' }, range: null }],
  ])('tell over %s all that the run did, and end with what it was worth', async (_, definition, over) => {
    const of = { ...job, ...over };
    const runner = runnerOf(definition ?? grid);
    const plain = await runner.run(of);
    const { result, steps } = await stepped(runner, of);
    expect([result.statistics, result.log, result.equity]).toEqual([plain.statistics, plain.log, plain.equity]);
    expect(result.fills.length).toBeGreaterThan(0);
    expect(steps.flatMap(({ fills }) => fills.map(({ time, side, price, qty }) => [time, side, price, qty]))).toEqual(
      result.fills.map(({ timeMs, side, price, qty }) => [timeMs, side, price, qty]),
    );
    expect(steps.map(({ number }) => number)).toEqual(steps.map((__, at) => at));
    expect(steps.every(({ time }, at) => at === 0 || time >= (steps[at - 1] as RunStep).time)).toBe(true);
    expect(steps.at(-1)).toMatchObject({ equity: result.statistics.endEquity, time: result.range.toMs });
    expect(steps.at(-1)?.calls.some(({ hook }) => hook === 'onStop')).toBe(true);
    const values = steps.flatMap(({ equity }) => (equity === null ? [] : [equity]));
    expect(Math.min(...values)).toBeCloseTo(result.figures.lowest, 6);
    expect(Math.max(...values)).toBeCloseTo(result.figures.highest, 6);
  });

  it('are one for every bar with its candle, whether it was passed or played, and a start and a stop', async () => {
    const { steps } = await stepped(runnerOf(grid), job);
    expect(steps).toHaveLength(1_440 + 2);
    expect(steps[0]).toMatchObject({ time: start, candles: [null], calls: [{ hook: 'start' }] });
    const bars = steps.slice(1, -1);
    expect(bars.map(({ time }) => time)).toEqual(bars.map((_, at) => start + (at + 1) * 60_000 - 1));
    expect(bars.map(({ candles: [candle] }) => candle?.[0])).toEqual(bars.map((_, at) => start + at * 60_000));
    expect(bars.every(({ prices: [price], candles: [candle] }) => price === candle?.[4])).toBe(true);
    expect(bars.some(({ calls }) => calls.length === 0)).toBe(true);
  });

  it('show the state that each call left, and what it asked for', async () => {
    const counting: StrategyDefinition = {
      ...idle,
      start: () => ({ state: { heard: 0 }, subscribe: [{ type: 'candle', instrumentId, interval: '1h' }] }),
      onMarket: (_, state) => ({
        state: { heard: (state as { heard: number }).heard + 1 },
        actions: [{ type: 'setTimer', timer: 'nap', afterMs: 90_000 }],
      }),
    };
    const { steps } = await stepped(runnerOf(counting), job);
    const heard = steps.filter(({ calls }) => calls.some(({ hook }) => hook === 'onMarket'));
    expect(heard.map(({ sheet }) => sheet.state)).toEqual(Array.from({ length: 24 }, (_, at) => ({ heard: at + 1 })));
    expect(heard[3]?.calls).toMatchObject([
      { tag: '', event: { type: 'candle', candle: { openMs: start + 3 * 3_600_000 } }, actions: [{ timer: 'nap' }] },
    ]);
    expect(steps.filter(({ calls }) => calls.some(({ hook, event }) => hook === 'onTimer' && event === 'nap'))).not.toHaveLength(0);
    expect(steps.some(({ marked }) => marked)).toBe(false);
  });
});

it('marks moments in which something was asked of the market, and none for what is drawn, noted or timed at every bar', async () => {
  const talkative: StrategyDefinition = {
    ...idle,
    start: () => ({ state: { heard: 0 }, subscribe: [{ type: 'candle', instrumentId, interval: '1h' }] }),
    onMarket: (_, state) => {
      const heard = (state as { heard: number }).heard + 1;
      const intent = { apiId: 1, instrumentId, side: 'BUY', type: 'MARKET', qty: '0.001' } as const;
      const said: StrategyAction[] = [
        { type: 'plot', instrumentId, series: 'heard', value: '100' },
        { type: 'mark', instrumentId, key: 'heard', params: {} },
        { type: 'note', key: 'heard', params: {} },
        { type: 'setTimer', timer: 'nap', afterMs: 90_000 },
      ];
      return { state: { heard }, actions: heard === 9 ? [...said, { type: 'place', tag: 'one', intent }] : said };
    },
  };
  const { steps } = await stepped(runnerOf(talkative), job);
  const marked = steps.filter((step) => step.marked);
  // Asked for at the close of the ninth hour, filled after it.
  expect(marked.map(({ time }) => time)).toEqual([start + 9 * 3_600_000 - 1, start + 9 * 3_600_000 + 59_999]);
  expect(marked.map(({ fills }) => fills.length)).toEqual([0, 1]);
});

describe('a book of steps', () => {
  it('has pages that are the same in whichever order they are asked for', async () => {
    const [forward, backward] = [await open(), await open()];
    const pages: StepsPage[] = [];
    for (let page = 0; page < 8; page++) pages.push(await forward.read({ onlyMarked: false, at: { page } }));
    for (let page = 7; page >= 0; page--) expect(await backward.read({ onlyMarked: false, at: { page } })).toEqual(pages[page]);
    const numbers = pages.flatMap(({ steps }) => steps.map(({ number }) => number));
    expect(numbers).toEqual(Array.from({ length: 1_442 }, (_, at) => at));
    for (const [at, page] of pages.entries()) {
      expect(page.steps.length).toBeLessThanOrEqual(stepsPerPage);
      if (at === 0) expect(page.before).toBeNull();
      else expect(page.before).toEqual(pages[at - 1]?.steps.findLast(({ sheet }) => sheet !== null)?.sheet);
      expect(page.steps[0]?.sheet).not.toBeNull();
    }
  });

  it('lists marked moments alone, and finds the next, the one before and the one at a time', async () => {
    const book = await open();
    const all = (await stepped(runnerOf(grid), job)).steps;
    const marks = all.filter(({ marked }) => marked).map(({ number }) => number);
    const marked = await book.read({ onlyMarked: true, at: { page: 0 } });
    expect([marked.moments, marked.marked]).toEqual([all.length, marks.length]);
    expect(marked.steps.map(({ number }) => number)).toEqual(marks.slice(0, stepsPerPage));
    const [, second = 0, third = 0] = marks;
    expect((await book.read({ onlyMarked: false, at: { after: second } })).chosen).toBe(third);
    expect((await book.read({ onlyMarked: false, at: { before: third } })).chosen).toBe(second);
    for (const number of [0, 1, 700, 1_200, 1_441]) {
      const { time = 0 } = all[number] as RunStep;
      const found = await book.read({ onlyMarked: false, at: { timeMs: time } });
      expect(found.steps.find((step) => step.number === found.chosen)?.time).toBe(time);
    }
    expect((await book.read({ onlyMarked: false, at: { timeMs: 0 } })).chosen).toBe(0);
    expect((await book.read({ onlyMarked: false, at: { timeMs: start + 10 * dayMs } })).chosen).toBe(1_441);
  });

  it('ends a page that nobody waits for any more at the next moment, and gives the next as ever', async () => {
    const [book, other] = [await open(), await open()];
    let looks = 0;
    await expect(book.read({ onlyMarked: false, at: { page: 6 } }, () => ++looks > 20)).rejects.toThrow(ReplayCalledOff);
    expect(looks).toBe(21);
    expect(await book.read({ onlyMarked: false, at: { page: 6 } })).toEqual(await other.read({ onlyMarked: false, at: { page: 6 } }));
  });

  it('stays where it is when there is no marked moment further on', async () => {
    const seldom = runnerOf(buyer({ type: 'candle', instrumentId, interval: '1h' }, 9));
    const { book } = await StepBook.open(seldom, job, 50_000, () => undefined);
    const { steps } = await book.read({ onlyMarked: true, at: { page: 0 } });
    const numbers = steps.map(({ number }) => number);
    const beyond = (numbers.at(-1) as number) + 5;
    expect((await book.read({ onlyMarked: false, at: { after: beyond } })).chosen).toBe(beyond);
    expect((await book.read({ onlyMarked: false, at: { before: numbers[0] as number } })).chosen).toBe(numbers[0]);
  });
});
