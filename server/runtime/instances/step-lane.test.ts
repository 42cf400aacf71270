import { expect, it } from 'vitest';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { instanceRecord } from '../../../tests/kit/store-records.ts';
import { silentLogger } from '../../engine/journal/logger.ts';
import type { InstanceCommit } from '../../store/strategies/instance-store.ts';
import { StepLane, type StepLaneParts } from './step-lane.ts';

const step = (id: string): InstanceCommit => ({
  record: instanceRecord(id),
  isUpdate: false,
  effects: [],
  done: [],
  events: [],
  plots: [],
});
const parts = (commit: StepLaneParts['store']['instances']['commit']): Pick<StepLaneParts, 'store' | 'lease'> => ({
  store: { instances: { commit } },
  lease: { name: 'trading', epoch: 1 },
});
const logger = { ...silentLogger, debug: () => undefined };
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

it('writes what gathers while one write runs in one transaction', async () => {
  const writes: string[][] = [];
  let release: () => void = () => undefined;
  const commit = (steps: readonly InstanceCommit[]): Promise<void> => {
    writes.push(steps.map(({ record }) => record.instanceId));
    return new Promise((resolve) => {
      release = resolve;
    });
  };
  const lane = new StepLane({ ...parts(commit), clock: new ManualClock(0), logger });
  const all = [lane.commit(step('a'))];
  await settle();
  all.push(lane.commit(step('b')), lane.commit(step('c')));
  release();
  await settle();
  expect(writes).toEqual([['a'], ['b', 'c']]);
  release();
  await Promise.all(all);
});

it('holds nobody up with a step that cannot be written, and tries that one until it can', async () => {
  const clock = new ManualClock(0);
  const written: string[] = [];
  let isBroken = true;
  const commit = async (steps: readonly InstanceCommit[]): Promise<void> => {
    if (isBroken && steps.some(({ record }) => record.instanceId === 'bad')) throw new Error('no');
    written.push(...steps.map(({ record }) => record.instanceId));
  };
  const lane = new StepLane({ ...parts(commit), clock, logger });
  const bad = lane.commit(step('bad'));
  await lane.commit(step('good'));
  await settle();
  expect(written).toEqual(['good']);
  isBroken = false;
  await clock.advance(1_000);
  await bad;
  expect(written).toEqual(['good', 'bad']);
});

it('tries everything once more when it closes, and lets those go that cannot be written', async () => {
  const clock = new ManualClock(0);
  const tried: string[] = [];
  let answer: 'no' | 'only a' = 'no';
  const commit = async (steps: readonly InstanceCommit[]): Promise<void> => {
    const ids = steps.map(({ record }) => record.instanceId);
    tried.push(ids.join());
    if (answer === 'no' || ids.join() !== 'a') throw new Error('connection refused');
  };
  const lane = new StepLane({ ...parts(commit), clock, logger });
  const before = [lane.commit(step('a')), lane.commit(step('b'))];
  await settle();
  answer = 'only a';
  lane.close();
  expect(await Promise.all(before)).toEqual([true, false]);
  expect(await lane.commit(step('c'))).toBe(false);
  await lane.idle();
  expect(clock.timers).toBe(0);
  expect(tried).toEqual(['a,b', 'a', 'b', 'a,b', 'a', 'b', 'c']);
});
