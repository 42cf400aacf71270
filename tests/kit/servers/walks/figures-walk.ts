import { expect } from 'vitest';
import { dataRoutes } from '../../../../plugins/page-data/routes.ts';
import { statsRoutes } from '../../../../plugins/service-stats/routes.ts';
import type { Route } from '../../../../schemas/wire/route.ts';
import { ask, callsOf } from '../../contributing.ts';
import type { HttpClient } from '../http-client.ts';
import type { TestServer } from '../test-server.ts';
import type { CallWalk } from './call-walk.ts';

/** Calls that plugins keep in a table of their own, proven like those of the house. */

const prove = (walk: CallWalk, name: string): void => void (walk.proven as Set<string>).add(name);

async function answerOf(client: HttpClient, { method, path }: Pick<Route, 'method' | 'path'>, query = ''): Promise<string> {
  const { code, data } = await ask(client, { method, path: `${path}${query}` });
  expect([path, code]).toEqual([path, 200]);
  return JSON.stringify(data).replace(/"updated":\d+/, '"updated":0');
}

/** What two servers that differ answer to each reading call of a table must differ as well; `queries`: what stands behind the `?` at each. */
async function apart(
  walk: CallWalk,
  table: Readonly<Record<string, Route>>,
  [here, there]: readonly [HttpClient, HttpClient],
  queries: Readonly<Record<string, readonly [string, string]>> = {},
): Promise<void> {
  for (const [name, route] of Object.entries(table).filter(([, { method }]) => method === 'GET')) {
    const [mine, theirs] = queries[name] ?? [];
    expect(await answerOf(here, route, mine), name).not.toBe(await answerOf(there, route, theirs));
    prove(walk, name);
  }
}

/** What was traded, once it was summed up. */
export async function provenStats(walk: CallWalk, server: TestServer, elsewhere: TestServer): Promise<void> {
  const stats = callsOf(server.guest(), statsRoutes);
  await expect.poll(async () => (await stats('robotStats')).strategies.length, { timeout: 100_000 }).toBeGreaterThan(0);
  await apart(walk, statsRoutes, [server.guest(), elsewhere.guest()]);
}

/** Figures of the data page, and its index before, with and after a series in its place. */
export async function provenMarketFigures(walk: CallWalk, server: TestServer, elsewhere: TestServer): Promise<void> {
  const trader = await server.signIn('trader2');
  const queries = { volatility: ['?id=tessera/BTCUSDT/spot', '?id=aurora/BTCUSDT/spot'] } as const;
  await apart(walk, dataRoutes, [trader, await elsewhere.signIn('trader2')], queries);
  const admin = callsOf(await server.signIn('admin'), dataRoutes);
  const own = await answerOf(trader, dataRoutes.fearGreed);
  await admin('fearGreedImport', { name: 'Ours', csv: '2026-01-01,50' });
  expect(await answerOf(trader, dataRoutes.fearGreed)).not.toBe(own);
  await admin('fearGreedRemove');
  expect(await answerOf(trader, dataRoutes.fearGreed)).toBe(own);
  for (const name of ['fearGreedImport', 'fearGreedRemove']) prove(walk, name);
}
