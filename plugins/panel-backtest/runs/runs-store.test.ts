import { expect, it } from 'vitest';
import { accepted } from '../../../core/contract/app-error.ts';
import type { BacktestRun } from '../../../core/contract/backtest-runs.ts';
import type { TopicMessage } from '../../../core/contract/stream-items.ts';
import type { Services } from '../requires.ts';
import { RunsStore } from './runs-store.ts';

const going = { runId: 'b1', status: 'RUNNING', progress: 0.5, createdMs: 1 } as BacktestRun;
const done = { ...going, status: 'DONE', progress: 1 } as BacktestRun;

/** A server that has one run, and a line over which it tells of it. */
function open() {
  let run = going;
  let tell = (_: TopicMessage): void => undefined;
  const asked: string[] = [];
  const call = async (name: string) => {
    asked.push(name);
    return accepted(name === 'backtestList' ? [run] : { run, detail: null, sweep: [], folds: [] });
  };
  const stream = {
    subscribe: (_: string, listener: (message: TopicMessage) => void) => {
      tell = listener;
      return () => undefined;
    },
  };
  const store = new RunsStore({ api: { call }, stream } as unknown as Services);
  const stop = store.open();
  const become = (next: BacktestRun, k: 's' | 'd', told: readonly BacktestRun[]): void => {
    run = next;
    tell({ k, t: 'backtests', d: told });
  };
  return { store, become, asked, stop };
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

it('reads the result of the run that is looked at when it ends, and shows none from before', async () => {
  const { store, become } = open();
  await settled();
  store.choose('b1');
  await settled();
  expect(store.result?.run.status).toBe('RUNNING');
  become(done, 'd', [done]);
  expect(store.result).toBeNull();
  await settled();
  expect(store.result?.run.status).toBe('DONE');
});

it('finds out what has ended while nobody listened, and lets nothing late bring it back', async () => {
  const { store, become } = open();
  await settled();
  become(done, 's', []);
  await settled();
  expect(store.runs).toEqual([done]);
  become(done, 'd', [going]);
  expect(store.runs).toEqual([done]);
});

it('keeps the end of a run that was told while the list was on its way', async () => {
  const { store, become } = open();
  await settled();
  const late = store.load();
  become(done, 'd', [done]);
  await late;
  expect(store.runs).toEqual([done]);
});
