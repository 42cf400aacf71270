import { expect, it } from 'vitest';
import { DIALECTS, type Dialect, JOBS, ROUTES, TOPICS } from '../../core/contract/server-contributions.ts';
import { createKernel } from '../../core/kernel/index.ts';
import { optionsFor } from '../../core/kernel/kernel-fixture.ts';
import { serviceOf } from '../../tests/kit/contributing.ts';
import { openJobs } from '../../tests/kit/job-runs.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { noteRoutes } from '../../tests/kit/plugins/kit-notes/routes.ts';
import { house } from '../jobs/job-runner.ts';
import { type ServerContributionParts, ServerContributions } from './contributions.ts';

const publisher = { publish: () => undefined, hasSubscribers: () => false };
const dialect: Dialect = {
  base: '/late',
  answer: async () => ({ status: 200, body: '' }),
  failure: () => ({ status: 400, body: '' }),
};

it('takes nothing from a plugin that has ended, whatever its setup left running', async () => {
  const jobs = await openJobs(new ManualClock(0));
  const contributions = new ServerContributions({
    publisher,
    jobs,
    store: {},
    clock: new ManualClock(0),
  } as unknown as ServerContributionParts);
  let goOn = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const refused: string[] = [];
  const late = serviceOf('late', { routes: ROUTES, topics: TOPICS, jobs: JOBS, dialects: DIALECTS }, async ({ services }) => {
    const adds = [
      () => services.routes.add({ lateList: noteRoutes.noteList }, { lateList: async () => ({ ok: true, value: [] }) }),
      () => services.topics.forEverybody({ name: 'late', snapshot: () => null }),
      () => services.jobs.add({ id: 'late', everyMs: 1_000, run: async () => undefined }),
      () => services.dialects.add(dialect),
    ];
    const afterwards = async (add: () => unknown): Promise<void> => {
      await slow;
      try {
        add();
      } catch (error) {
        refused.push(String(error));
      }
    };
    await Promise.all([...adds.map(afterwards), Promise.reject(new Error('the other half of it failed'))]);
    return undefined;
  });
  const kernel = await createKernel(optionsFor([late], { side: 'server', services: contributions.services() }).options);
  expect(kernel.plugin('late')?.state.kind).toBe('failed');
  goOn();
  await new Promise((resolve) => setTimeout(resolve));
  expect(refused).toHaveLength(4);
  const { routes, topics, dialects } = contributions;
  expect([routes.table(), topics.find('late'), dialects.list(), jobs.list()]).toEqual([{}, undefined, [], []]);
  await jobs.close();
});

it('gives no jobs to a plugin with the name under which the product has its own, and ends none of those with it', async () => {
  const jobs = await openJobs(new ManualClock(0));
  jobs.add(house, { id: 'own', everyMs: 1_000, run: async () => undefined });
  const contributions = new ServerContributions({
    publisher,
    jobs,
    store: {},
    clock: new ManualClock(0),
  } as unknown as ServerContributionParts);
  const namesake = serviceOf(house, { jobs: JOBS }, ({ services }) => {
    services.jobs.add({ id: 'other', everyMs: 1_000, run: async () => undefined });
    return undefined;
  });
  const kernel = await createKernel(optionsFor([namesake], { side: 'server', services: contributions.services() }).options);
  expect(kernel.plugin(house)?.state).toMatchObject({ kind: 'failed', reason: { detail: expect.stringContaining('can have no jobs') } });
  expect(jobs.list().map(({ name }) => name)).toEqual([{ owner: house, job: 'own' }]);
  await kernel.dispose();
  expect(jobs.list()).toHaveLength(1);
  await jobs.close();
});
