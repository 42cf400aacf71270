import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCodeOf } from '../../core/contract/error-catalogue.ts';
import type { OperationsHistory, OperationsLog, OperationsNow } from '../../schemas/wire/operations.ts';
import { kitNotes } from '../../tests/kit/contributing.ts';
import { type HttpClient, refusalOf } from '../../tests/kit/servers/http-client.ts';
import { apiOf } from '../../tests/kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

let server: TestServer;
let admin: HttpClient;
let trader: HttpClient;
beforeAll(async () => {
  const plugins = ['venue-house', 'service-money', 'service-outbox', 'service-operations'].map(pluginSource);
  server = await startTestServer({ plugins: [...plugins, kitNotes()], processFigures: true });
  [admin, trader] = [await server.signIn('admin'), await server.signIn('trader1')];
}, 120_000);
afterAll(() => server?.close());

const now = (): Promise<OperationsNow> => admin.call('operationsNow');
/** Asks until it is as wanted; the server looks every ten seconds. */
async function until<T>(read: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const value = await read();
    if (isRight(value) || tries === 60) return value;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

it('is for administrators alone', async () => {
  const refusals = (client: HttpClient): Promise<readonly unknown[]> =>
    Promise.all(
      [
        client.call('operationsNow'),
        client.call('operationsHistory', { query: { key: 'heap', span: '1h' } }),
        client.call('operationsLog', { query: {} }),
      ].map(async (call) => errorCodeOf((await refusalOf(call)).number)),
    );
  expect(await refusals(trader)).toEqual(Array(3).fill('ACCESS_ROLE'));
  expect(await refusals(server.guest())).toEqual(Array(3).fill('SESSION_MISSING'));
});

it('says in one word whether all is well, and which versions of what run', async () => {
  const { state, checks, versions, server: own, venues, disk } = await until(now, ({ disk: { parts } }) => parts !== null);
  expect([state, checks.filter((check) => check.state !== 'ok')]).toEqual(['ok', []]);
  expect(checks.map(({ owner, id }) => `${owner}/${id}`)).toEqual(
    expect.arrayContaining([
      'tessera/exchanges',
      'tessera/database',
      'service-money/proofs',
      'service-outbox/letters',
      'service-operations/disk-trend',
      'service-operations/backup',
    ]),
  );
  expect(versions).toMatchObject({ product: '0.0.0-test', commit: null, node: process.versions.node, plugins_failed: [], plugins_on: 5 });
  expect(versions.database_version).toMatch(/^1\d\./);
  expect(own.list).toMatchObject([{ is_this: true, role: 'trading', is_alive: true }]);
  expect(venues).toMatchObject([{ exchange: 'tessera', health: 'LIVE', reason: '', waiting: 0, answer_p50: null }]);
  expect(disk.parts?.find(({ part }) => part === 'database')?.bytes).toBeGreaterThan(1_000_000);
});

it('measures how long an order waits for its exchange, and how far the database has come', async () => {
  const apiId = await apiOf(trader);
  const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
  for (let at = 0; at < 5; at++)
    await trader.call('doOrder', { body: { api_id: apiId, ...market, side: 'BUY', type: 'LIMIT', price: '30000', qty: '0.001' } });
  const { venues } = await until(now, ({ venues: [venue] }) => venue !== undefined && venue.sequence === venue.stored);
  const [venue] = venues;
  expect(venue?.answer_p50).toBeGreaterThan(0);
  expect(venue?.answer_p99).toBeLessThan(5);
  expect(venue?.sequence).toBeGreaterThanOrEqual(5);
  expect([venue?.stored, venue?.store_lag]).toEqual([venue?.sequence, 0]);
  expect(venue?.heard).toBeGreaterThan(Date.now() - 60_000);
  const { figures } = await until(now, (seen) => seen.figures.some(({ key, value }) => key === 'orders-rate' && (value ?? 0) > 0));
  expect(figures.find(({ key }) => key === 'orders-rate')?.value).toBeGreaterThan(0);
  expect(figures.find(({ key }) => key === 'heap')).toMatchObject({ unit: 'bytes', group: 'process', value: expect.any(Number) });
}, 60_000);

it('keeps a history of every figure, those of plugins too, and knows no others', async () => {
  const read = (key: string): Promise<OperationsHistory> => admin.call('operationsHistory', { query: { key, span: '1h' } });
  const heap = await until(
    () => read('heap'),
    ({ points }) => points.length > 0,
  );
  expect(heap).toMatchObject({ key: 'heap', step_ms: 10_000 });
  expect(heap.points[0]?.mean).toBeGreaterThan(1_000_000);
  expect((await read('service-outbox/letters-waiting')).points[0]).toMatchObject({ mean: 0, most: 0 });
  expect(await refusalOf(read('nothing'))).toMatchObject({ number: 40001, params: { field: 'key' } });
}, 60_000);

it('shows warnings and errors of the log by what they say', async () => {
  await server.room.venues.reopen('tessera');
  const { list }: OperationsLog = await admin.call('operationsLog', { query: { search: 'HEALTH changed' } });
  expect(list).toMatchObject([{ level: 'warn', part: 'trading', text: 'venue health changed', count: 1 }]);
  expect(JSON.parse(list[0]?.detail ?? '')).toMatchObject({ exchange: 'tessera', reason: 'it is opened again' });
  expect(await admin.call('operationsLog', { query: { search: 'nobody said this' } })).toEqual({ list: [] });
});

it('is not well while a job fails, says which and why, and is well again once it succeeds', async () => {
  const { sql } = server.store;
  const read = async () => {
    const { state, checks, jobs } = await now();
    const check = checks.find(({ owner, id }) => `${owner}/${id}` === 'tessera/jobs');
    return { state, check, job: jobs.find(({ owner, job }) => `${owner}/${job}` === 'kit-notes/forget') };
  };
  expect(await until(read, ({ job }) => job?.error === null)).toMatchObject({ check: { state: 'ok' } });
  await sql.run('alter table kit_notes__note rename to kit_notes__gone');
  const failing = await until(read, ({ check }) => check?.state !== 'ok');
  await sql.run('alter table kit_notes__gone rename to kit_notes__note');
  expect(failing.state).toBe('warn');
  expect(failing.check?.detail?.en).toBe('Failed: kit-notes/forget.');
  expect(failing.job?.error).toContain('kit_notes__note');
  expect(await until(read, ({ check }) => check?.state === 'ok')).toMatchObject({ check: { detail: null }, job: { error: null } });
}, 90_000);
