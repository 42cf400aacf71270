import { expect, it } from 'vitest';
import { accepted } from '../../../core/contract/app-error.ts';
import type { BacktestView } from '../../../schemas/wire/backtest.ts';
import { createLogger } from '../../../server/logger.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { BacktestReplays } from './backtest-replays.ts';

/** A replays of runs whose replays wait for a place among the runs, which are all taken. */
function open() {
  const clock = new ManualClock(0);
  const waiting = new Set<string>();
  const replays = new BacktestReplays({
    runs: {
      find: async (_, run_id) => accepted({ run_id, status: 'DONE', choice: { sweep: null } } as BacktestView),
      result: async () => accepted(null),
      trades: async () => accepted([]),
      turn: (_, id, signal) =>
        new Promise((_resolve, reject) => {
          waiting.add(id);
          signal.addEventListener('abort', () => {
            waiting.delete(id);
            reject(signal.reason);
          });
        }),
      position: () => 1,
    },
    plays: { atOnce: 1, replay: () => Promise.reject(new Error('nothing has its place')) },
    ...{ clock, logger: createLogger('silent') },
  });
  const ask = (run: string, page: number) => {
    const gone = new AbortController();
    return { gone, reply: replays.read('ann', run, { onlyMarked: false, at: { page } }, gone.signal) };
  };
  /** Lets what is under way go on. */
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { clock, waiting, ask, settle, replays };
}

const notReady = { ok: true, value: { ready: false, position: 1, steps: [] } };
const busy = { ok: false, error: { code: 'BACKTEST_STEPS_BUSY', params: { retryAfterS: 1 } } };

it('ends a replay when the last caller who waits for it has gone away', async () => {
  const { ask, waiting, settle } = open();
  const [first, second] = [ask('b1', 0), ask('b1', 1)];
  await settle();
  expect(waiting.size).toBe(1);
  first.gone.abort();
  await settle();
  expect(waiting.size).toBe(1);
  second.gone.abort();
  await settle();
  expect(waiting.size).toBe(0);
  expect(await first.reply).toMatchObject(notReady);
});

it('ends a replay whose caller was told how far it is and does not ask again', async () => {
  const { ask, waiting, settle, clock } = open();
  const { reply } = ask('b1', 0);
  await settle();
  await clock.advance(5_000);
  expect(await reply).toMatchObject(notReady);
  await settle();
  expect(waiting.size).toBe(1);
  await clock.advance(10_000);
  await settle();
  expect([waiting.size, clock.timers]).toEqual([0, 0]);
});

it('goes on with a replay whose caller asks again and again', async () => {
  const { ask, waiting, settle, clock } = open();
  for (let again = 0; again < 100; again++) {
    const { reply } = ask('b1', 0);
    await settle();
    await clock.advance(5_000);
    expect(await reply).toMatchObject(notReady);
    await clock.advance(1_000);
  }
  expect([...waiting]).toEqual(['steps 1']);
});

it('refuses a fifth place of a run while four are waited for, and another run of the same user', async () => {
  const { ask, settle, clock, waiting } = open();
  const four = [0, 1, 2, 3].map((page) => ask('b1', page));
  await settle();
  expect(await ask('b1', 4).reply).toMatchObject(busy);
  expect(await ask('b2', 0).reply).toMatchObject(busy);
  const same = ask('b1', 3);
  await settle();
  await clock.advance(5_000);
  for (const { reply } of [...four, same]) expect(await reply).toMatchObject(notReady);
  const fifth = ask('b1', 4);
  await settle();
  expect([...waiting]).toEqual(['steps 1']);
  for (const { gone } of [...four, same, fifth]) gone.abort();
  await settle();
  const other = ask('b2', 0);
  await settle();
  expect([...waiting]).toEqual(['steps 2']);
  other.gone.abort();
});

it('gives another run of the same user its place when the first was given up, and not while its caller asks on', async () => {
  const { ask, settle, clock, waiting } = open();
  const first = ask('b1', 0);
  await settle();
  await clock.advance(5_000);
  expect(await first.reply).toMatchObject(notReady);
  const early = ask('b2', 0);
  await settle();
  await clock.advance(500);
  const again = ask('b1', 0);
  await settle();
  await clock.advance(600);
  expect(await early.reply).toMatchObject(busy);
  expect([...waiting]).toEqual(['steps 1']);
  await clock.advance(5_000);
  expect(await again.reply).toMatchObject(notReady);
  const second = ask('b2', 0);
  await settle();
  await clock.advance(1_000);
  await settle();
  expect([...waiting]).toEqual(['steps 2']);
  second.gone.abort();
  await settle();
});
