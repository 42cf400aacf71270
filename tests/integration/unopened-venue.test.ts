import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freshDataDir } from '../kit/servers/data-folder.ts';
import { pluginSource, startTestServer } from '../kit/servers/test-server.ts';

const dataFolder = await freshDataDir();
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

it('names an exchange that never opened on the health page, to browsers as down, and trades at the others', async () => {
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
  await server.close();
}, 60_000);
