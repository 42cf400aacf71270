import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { pluginSource, startTestServer } from '../../kit/servers/test-server.ts';

const dataFolder = await freshDataDir();
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

it('names an exchange that has not opened on the health page, to browsers as down, trades at the others, and opens it when it can', async () => {
  mkdirSync(join(dataFolder, 'venues'));
  // Where the journal of a simulated exchange should lie.
  writeFileSync(join(dataFolder, 'venues', 'aurora'), 'not a folder');
  const server = await startTestServer({ dataFolder, plugins: [pluginSource('venue-house'), pluginSource('venue-paper')] });
  const response = await fetch(`${server.url}/healthz`);
  expect([response.status, await response.json()]).toEqual([200, { healthy: true, problems: ['exchange-down:paper'] }]);

  const guest = server.guest();
  const known = (await guest.call('exchangeInfo')).map(({ exchange, title, health, trading }) => [exchange, title, health, trading]);
  expect(known).toEqual([
    ['tessera', 'Tessera', 'LIVE', true],
    ['paper', 'Simulated exchanges', 'DOWN', false],
  ]);

  // What stood in its way is gone: it opens without a start.
  rmSync(join(dataFolder, 'venues', 'aurora'));
  const healthOf = async (exchange: string) => (await guest.call('exchangeInfo')).find((one) => one.exchange === exchange)?.health;
  await expect.poll(() => healthOf('aurora'), { timeout: 60_000 }).toBe('LIVE');
  await expect.poll(() => healthOf('paper'), { timeout: 10_000 }).toBeUndefined();
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ healthy: true, problems: [] });
  await server.close();
}, 120_000);
