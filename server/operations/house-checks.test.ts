import { expect, it } from 'vitest';
import { houseChecks } from './house-checks.ts';

type Parts = Parameters<typeof houseChecks>[0];

const well: Parts = {
  venues: () => [
    { title: 'Tessera', health: 'LIVE', reason: '' },
    { title: 'Aurora', health: 'LIVE', reason: '' },
  ],
  isHalted: () => false,
  databaseSilentMs: () => null,
  storeLagMs: () => 900,
  isBehind: () => false,
  disk: { freeBytes: 10 * 1024 ** 3, hasRoom: () => true },
  floorBytes: 64 * 1024 ** 2,
  jobs: { list: () => [{ name: { owner: 'kit', job: 'sweep' }, last: null }] },
  failedPlugins: () => [],
  eventLoopSeconds: () => null,
  log: { errorsSince: () => 0, groups: () => [] },
  clock: { nowMs: () => 1_000_000 },
};
const found = async (changes: Partial<Parts>): Promise<readonly string[]> => {
  const checks = houseChecks({ ...well, ...changes });
  const findings = await Promise.all(checks.map(async ({ id, read }) => ({ id, ...(await read()) })));
  return findings.flatMap(({ id, state, detail }) => (state === 'ok' ? [] : [`${id} ${state}: ${detail?.en ?? ''}`]));
};

it('has nothing to say while all is well', async () => {
  expect(await found({})).toEqual([]);
});

it('wakes somebody when nobody can trade, and not when one exchange of several is away', async () => {
  const aurora = { title: 'Aurora', health: 'DOWN', reason: 'it is opened again' } as const;
  expect(await found({ venues: () => [...well.venues().slice(0, 1), aurora] })).toEqual([
    'exchanges warn: Not as it should be: Aurora (it is opened again).',
  ]);
  expect(await found({ venues: () => [aurora] })).toEqual(['exchanges down: Nobody can trade: Aurora (it is opened again).']);
});

it('lists what is not well with the marks of each language, the first few by name', async () => {
  const checks = houseChecks({ ...well, failedPlugins: () => ['a', 'b', 'c', 'd', 'e'] });
  const finding = await checks.find(({ id }) => id === 'plugins')?.read();
  expect(finding?.detail).toEqual({ en: 'Off: a, b, c, d + 1.', 'zh-CN': '已停用：a、b、c、d + 1。', 'zh-TW': '已停用：a、b、c、d + 1。' });
});

it('says that risk has halted everything, which nobody need be woken for', async () => {
  expect(await found({ isHalted: () => true })).toEqual([
    'desk warn: People of risk have halted everything: new orders are refused, cancels go on.',
  ]);
});

it('wakes somebody when the database is away or too far behind, and warns before that', async () => {
  expect(await found({ databaseSilentMs: () => 5_000 })).toEqual(['database down: It does not answer.']);
  expect(await found({ storeLagMs: () => 45_000 })).toEqual(['store-lag warn: It is 45 s behind.']);
  expect(await found({ storeLagMs: () => 90_000, isBehind: () => true })).toEqual([
    'store-lag down: It is 90 s behind: new orders are refused, cancels go on.',
  ]);
});

it('warns of a disk that fills before it is full', async () => {
  const disk = (megabytes: number, hasRoom: boolean) => ({ disk: { freeBytes: megabytes * 1024 ** 2, hasRoom: () => hasRoom } });
  expect(await found(disk(500, true))).toEqual(['disk warn: 500 MB are left.']);
  expect(await found(disk(40, false))).toEqual(['disk down: 40 MB are left: new orders are refused, cancels go on.']);
});

it('names failed jobs and plugins, a late event loop and new errors of the log', async () => {
  const last = { owner: 'kit', job: 'sweep', startedMs: 1, endedMs: 2, error: 'no table' };
  expect(await found({ jobs: { list: () => [{ name: last, last }] } })).toEqual(['jobs warn: Failed: kit/sweep.']);
  expect(await found({ failedPlugins: () => ['a', 'b', 'c', 'd', 'e', 'f'] })).toEqual(['plugins warn: Off: a, b, c, d + 2.']);
  expect(await found({ eventLoopSeconds: () => 1.25 })).toEqual(['event-loop warn: It comes 1.3 s late to what is due.']);
  const group = { level: 'error', part: 'jobs', text: 'a job failed', count: 2, firstMs: 1, lastMs: 2, detail: '{}' } as const;
  expect(await found({ log: { errorsSince: (ms) => (ms === 700_000 ? 2 : 0), groups: () => [group] } })).toEqual([
    'errors warn: 2 errors in the last five minutes: “a job failed”.',
  ]);
});
