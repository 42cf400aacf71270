import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { callsOf } from '../../tests/kit/contributing.ts';
import { freshDataDir } from '../../tests/kit/servers/data-folder.ts';
import { pluginIn, pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';
import { statsRoutes } from './routes.ts';

const dataFolder = await freshDataDir();
const house = pluginSource('venue-house');
let server: TestServer | undefined;
afterAll(async () => {
  await server?.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** A trade between two accounts of the platform, before anybody counted. */
async function trade(): Promise<void> {
  server = await startTestServer({ dataFolder, plugins: [house] });
  for (const [name, side] of [
    ['trader1', 'BUY'],
    ['trader2', 'SELL'],
  ] as const) {
    const trader = await server.signIn(name);
    const [account] = await trader.call('apiList');
    const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
    const order = { api_id: account?.api_id ?? 0, ...market, side, type: 'LIMIT', price: '50000', qty: '0.01' } as const;
    await trader.call('doOrder', { body: order });
  }
  await server.close();
}

it('tells guests what was traded, before its own time too, once the job has summed it up, and that it is a demo', async () => {
  await trade();
  server = await startTestServer({ dataFolder, plugins: [house, pluginIn(new URL('.', import.meta.url))] });
  const stats = callsOf(server.guest(), statsRoutes);
  expect(await stats('mainStats')).toMatchObject({ total_volume: '0.00', simulated: true, orders: 0, since: null });
  await expect.poll(() => stats('mainStats'), { timeout: 50_000, interval: 500 }).toMatchObject({ fills: 2 });
  expect(await stats('mainStats')).toMatchObject({ total_volume: '500.00', week_volume: '500.00', orders: 2, unvalued: 0 });
  expect(await stats('dayStats')).toMatchObject({ exchanges: [{ exchange: 'tessera', volume: '500.00', orders: 2 }] });
  expect(await stats('robotStats')).toMatchObject({ strategies: [] });
  expect(await stats('robotDataStats')).toMatchObject({ days: [{ strategies: '0.00', others: '1000.00' }] });
  expect(await stats('mainOnlyStats')).toMatchObject({ total_volume: '500.00' });
});
