import { describe, expect, it } from 'vitest';
import { FakeWorker } from '../../../tests/kit/fake-worker.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { noLimits } from '../driver/account/trading-limits.ts';
import { defaultThreadLimits, StrategyThread } from './strategy-thread.ts';
import type { StepResult, UnderWay, WorkerAnswer } from './worker-protocol.ts';

const result: StepResult = {
  effects: [],
  denials: [],
  isFinished: false,
  saved: null,
  listening: null,
  nextTimerMs: null,
  busyMs: 0,
};
const stepped: WorkerAnswer = { kind: 'stepped', result };
const world = { nowMs: 0, limits: noLimits, lastPrices: {}, balances: [], instruments: [] };
const logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const turn = () => new Promise((resolve) => setImmediate(resolve));

function begin() {
  const clock = new ManualClock(0);
  const workers: { readonly worker: FakeWorker; readonly underWay: UnderWay }[] = [];
  const thread = new StrategyThread({
    pluginId: 'p',
    input: () => ({ pluginId: 'p', moduleUrl: null, code: null, instruments: {} }),
    spawn: (_, underWay) => {
      const worker = new FakeWorker();
      workers.push({ worker, underWay });
      return worker.asWorker();
    },
    limits: defaultThreadLimits,
    clock,
    logger,
  });
  const fates: Record<string, string> = {};
  const step = (instanceId: string): void => {
    const opening = () => ({ strategyId: 's', params: {}, seed: 1, snapshot: instanceId });
    thread.step({ instanceId, opening, inputs: [{ type: 'ring' }], world }).then(
      () => {
        fates[instanceId] = 'stepped';
      },
      (error: Error) => {
        fates[instanceId] = error.message;
      },
    );
  };
  const ready = async (at: number) => {
    workers[at]?.worker.reply({ kind: 'ready' });
    await turn();
    return workers[at] as (typeof workers)[number];
  };
  const sent = ({ worker }: { readonly worker: FakeWorker }, at: number) =>
    worker.batches[at]?.map((task) => (task.kind === 'step' ? `${task.instanceId}${task.opening === null ? '' : ' opened'}` : task.kind));
  return { clock, thread, workers, fates, step, ready, sent };
}

describe('a thread of strategies', () => {
  it('names the limit that a step broke, and blames no limit for what broke otherwise', async () => {
    const { clock, workers, fates, step, ready } = begin();
    step('a');
    await turn();
    const first = await ready(0);
    first.worker.emit('error', Object.assign(new Error('Worker terminated'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
    await turn();
    step('b');
    await turn();
    (await ready(1)).worker.emit('error', new Error('a listener threw'));
    await turn();
    step('c');
    await turn();
    await ready(2);
    for (let look = 0; look < 21; look += 1) clock.advance(50);
    await turn();
    expect(workers).toHaveLength(3);
    expect(fates).toEqual({ a: 'memory: it needs more than 128 MB', b: 'step: a listener threw', c: 'step: it took longer than 1000 ms' });
  });

  it('is sent together what several instances ask at the same time, and then what gathered meanwhile', async () => {
    const { step, ready, sent, fates } = begin();
    for (const id of ['a', 'b']) step(id);
    await turn();
    const first = await ready(0);
    expect(sent(first, 0)).toEqual(['a opened', 'b opened']);
    for (const id of ['c', 'd']) step(id);
    await turn();
    expect(first.worker.batches).toHaveLength(1);
    first.worker.answer(stepped);
    await turn();
    expect([fates, first.worker.batches.length]).toEqual([{ a: 'stepped' }, 1]);
    first.worker.answer(stepped);
    await turn();
    expect(sent(first, 1)).toEqual(['c opened', 'd opened']);
  });

  it('ends the instance whose task was under way when the thread is lost; the others go on in a fresh one from their records', async () => {
    const { step, ready, sent, fates } = begin();
    for (const id of ['a', 'b', 'c', 'd']) step(id);
    await turn();
    const lost = await ready(0);
    lost.worker.answer(stepped);
    // B's step was done, and nobody heard of it.
    Atomics.store(lost.underWay, 0, 2);
    lost.worker.emit('exit', 1);
    await turn();
    const fresh = await ready(1);
    expect(sent(fresh, 0)).toEqual(['b opened', 'd opened']);
    fresh.worker.answer(stepped, stepped);
    await turn();
    expect(fates).toEqual({ a: 'stepped', b: 'stepped', c: expect.stringContaining('ended'), d: 'stepped' });
  });

  it('gives every task its own time: many together may take longer than one', async () => {
    const { clock, step, ready, workers, fates } = begin();
    for (const id of ['a', 'b', 'c']) step(id);
    await turn();
    const { underWay } = await ready(0);
    for (const at of [0, 1, 2]) {
      Atomics.store(underWay, 0, at);
      await clock.advance(0.8 * defaultThreadLimits.stepMs);
    }
    expect(fates).toEqual({});
    await clock.advance(0.8 * defaultThreadLimits.stepMs);
    await turn();
    expect(fates).toEqual({ c: expect.stringContaining('longer than') });
    expect(workers).toHaveLength(2);
  });

  it('asks another thread what one that can be trusted no more has left', async () => {
    const { step, ready, sent, fates } = begin();
    for (const id of ['a', 'b', 'c']) step(id);
    await turn();
    const { worker } = await ready(0);
    worker.answer(stepped, { kind: 'fault', fault: { hook: 'onTimer', problem: 'it broke out' } });
    worker.reply({ kind: 'unsound' });
    await turn();
    expect(sent(await ready(1), 0)).toEqual(['c opened']);
    expect(fates).toEqual({ a: 'stepped', b: expect.stringContaining('broke out') });
  });
});
