import { expect, it } from 'vitest';
import { accepted } from '../../../core/contract/app-error.ts';
import type { BacktestStep, BacktestSteps, StepSheet } from '../../../core/contract/backtest-runs.ts';
import { stepsPerPage } from '../../../schemas/wire/backtest-steps.ts';
import type { Services } from '../requires.ts';
import { StepsStore } from './steps-store.ts';

const moments = stepsPerPage * 2 + 50;
const marks = [30, 199, 200, 410];

const sheetOf = (level: number): StepSheet => ({ state: { level }, cut: false, executors: [], orders: [], positions: [] });

/** The state changes where something was asked for. */
const stepOf = (number: number): BacktestStep => ({
  ...{ number, timeMs: number * 60_000, marked: marks.includes(number), calls: [], moreCalls: 0, cut: false, fills: [], funding: [] },
  ...{ equity: null, prices: [], candles: [], sheet: marks.includes(number) || number === 0 ? sheetOf(number) : null },
});

interface Query {
  readonly view: 'all' | 'marked';
  readonly page?: number;
  readonly timeMs?: number;
  readonly after?: number;
  readonly before?: number;
}

/** What the server answers about such a run. */
function answer({ view, page, timeMs, after = -1, before }: Query): BacktestSteps {
  const list = view === 'marked' ? marks : Array.from({ length: moments }, (_, number) => number);
  const wanted =
    timeMs !== undefined
      ? list.findLast((number) => number * 60_000 <= timeMs)
      : before !== undefined
        ? marks.findLast((number) => number < before)
        : marks.find((number) => number > after);
  const chosen = page === undefined ? (wanted ?? null) : (list[page * stepsPerPage] ?? null);
  const at = page ?? Math.floor(list.indexOf(chosen ?? 0) / stepsPerPage);
  const from = at * stepsPerPage;
  const known = [0, ...marks].findLast((number) => number < (list[from] ?? 0));
  return {
    ...{ ready: true, progress: 1, position: null, moments, marked: marks.length, markets: [], page: at, chosen },
    before: known === undefined ? null : sheetOf(known),
    steps: list.slice(from, from + stepsPerPage).map(stepOf),
  };
}

async function open() {
  const asked: Query[] = [];
  const notReady: Partial<BacktestSteps>[] = [];
  const waits: unknown[] = [];
  const call = async (_: string, { query }: { readonly query: Query }) => {
    asked.push(query);
    waits.push(store.waiting);
    return accepted({ ...answer(query), ...notReady.shift() });
  };
  const store: StepsStore = new StepsStore({ call } as unknown as Services['api'], 'b1');
  await store.look({ page: 0 });
  return { store, asked, waits, notReady };
}

it('steps on within a page without asking, over its edge with one question, and stops at both ends', async () => {
  const { store, asked } = await open();
  expect([store.chosen, store.pages]).toEqual([0, 3]);
  await store.move(stepsPerPage - 1);
  expect([store.chosen, asked.length]).toEqual([stepsPerPage - 1, 1]);
  await store.move(1);
  expect([store.chosen, store.page?.page, asked.length]).toEqual([stepsPerPage, 1, 2]);
  await store.move(-1);
  expect([store.chosen, store.page?.page]).toEqual([stepsPerPage - 1, 0]);
  await store.move(-10_000);
  expect(store.chosen).toBe(0);
  await store.move(10_000);
  expect([store.chosen, store.page?.page]).toEqual([moments - 1, 2]);
});

it('goes from one action to the next and back, wherever its page is', async () => {
  const { store } = await open();
  const seen: number[] = [];
  for (let at = 0; at < marks.length; at++) {
    await store.nextMark();
    seen.push(store.chosen);
  }
  expect(seen).toEqual(marks);
  await store.previousMark();
  expect([store.chosen, store.page?.page]).toEqual([200, 1]);
});

it('lists the moments with actions alone, and stays at the time that is looked at', async () => {
  const { store } = await open();
  await store.look({ after: 199 });
  await store.filter(true);
  expect([store.chosen, store.page?.steps.map(({ number }) => number)]).toEqual([200, marks]);
  await store.move(1);
  expect(store.chosen).toBe(410);
  await store.filter(false);
  expect([store.chosen, store.page?.page]).toEqual([410, 2]);
});

it('has the state after a moment and the one before it, also where only the page before said it', async () => {
  const { store } = await open();
  const levels = () =>
    [store.sheetBefore?.state ?? null, store.sheet?.state ?? null].map((state) => (state as { level: number } | null)?.level);
  expect(levels()).toEqual([undefined, 0]);
  store.choose(30);
  expect(levels()).toEqual([0, 30]);
  store.choose(31);
  expect(levels()).toEqual([30, 30]);
  await store.look({ after: 199 });
  expect(levels()).toEqual([199, 200]);
});

it('asks again while the run is replayed, and says how far it is', async () => {
  const { store, asked, waits, notReady } = await open();
  notReady.push({ ready: false, progress: 0, position: 2 }, { ready: false, progress: 0.4 });
  await store.look({ page: 1 });
  expect(asked.map(({ page }) => page)).toEqual([0, 1, 1, 1]);
  expect(waits.slice(1)).toMatchObject([
    { progress: 0, position: null },
    { progress: 0, position: 2 },
    { progress: 0.4, position: null },
  ]);
  expect([store.waiting, store.page?.page]).toEqual([null, 1]);
});

it('steps as often as it was told to, however soon one follows the other', async () => {
  const { store } = await open();
  await Promise.all([store.nextMark(), store.nextMark()]);
  expect(store.chosen).toBe(199);
  await Promise.all([store.move(1), store.move(1), store.nextMark(), store.previousMark()]);
  expect([store.chosen, store.page?.page, store.waiting]).toEqual([200, 1, null]);
});

it('forgets the steps that wait when a moment is chosen or something else looked at', async () => {
  const { store } = await open();
  await Promise.all([store.nextMark(), store.nextMark(), store.choose(7)]);
  expect([store.chosen, store.waiting]).toEqual([7, null]);
  await Promise.all([store.nextMark(), store.nextMark(), store.look({ page: 2 })]);
  expect([store.chosen, store.waiting]).toEqual([2 * stepsPerPage, null]);
  await Promise.all([store.look({ page: 0 }), store.nextMark()]);
  expect(store.chosen).toBe(30);
});

it('keeps to what was asked for last', async () => {
  const { store } = await open();
  await Promise.all([store.look({ page: 1 }), store.look({ page: 2 }), store.look({ after: 0 })]);
  expect([store.waiting, store.chosen]).toEqual([null, 30]);
});
