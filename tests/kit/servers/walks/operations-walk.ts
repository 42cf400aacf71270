import { expect } from 'vitest';
import type { HttpClient } from '../http-client.ts';
import type { TestServer } from '../test-server.ts';
import type { CallWalk } from './call-walk.ts';

/** How the server is: what becomes of it shows. Times in the answers change by themselves, so what is asked for is looked at alone. */
export async function walkOperations(walk: CallWalk, server: TestServer, admin: HttpClient): Promise<void> {
  const health = async () => (await admin.call('operationsNow')).venues.find(({ exchange }) => exchange === 'tessera')?.health;
  const lines = async () => (await admin.call('operationsLog', { query: { search: 'a walk through the calls' } })).list.length;
  const before = [await health(), await lines()];
  server.room.venues.report('tessera', 'DEGRADED', 'a walk through the calls');
  expect([before, [await health(), await lines()]]).toEqual([
    ['LIVE', 0],
    ['DEGRADED', 1],
  ]);
  server.room.venues.report('tessera', 'LIVE', '');
  const newest = async (key: string) => (await admin.call('operationsHistory', { query: { key, span: '1h' } })).points.at(-1)?.mean;
  const heap = await newest('heap');
  expect(heap).toBeGreaterThan(1_000_000);
  expect(await newest('memory')).not.toBe(heap);
  for (const name of ['operationsNow', 'operationsLog', 'operationsHistory'] as const) walk.proven.add(name);
}
