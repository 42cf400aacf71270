import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import example from '../../plugins/strategy-smart-execute/example.json' with { type: 'json' };
import { freshDataDir } from '../kit/data-folder.ts';
import type { HttpClient } from '../kit/http-client.ts';
import { recordedPath } from '../kit/recorded-data.ts';
import { spotFolder, spotId } from '../kit/replayed-spot.ts';
import { apiOf, infoOf, kinds, until } from '../kit/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../kit/test-server.ts';

/** Recorded prices of the ten minutes lie between these. */
const [lowest, highest] = [61_000, 63_000];

let folder: string;
let server: TestServer;
let client: HttpClient;
let apiId: number;

beforeAll(async () => {
  folder = await freshDataDir();
  mkdirSync(join(folder, 'l2/binance_spot'), { recursive: true });
  symlinkSync(recordedPath(spotFolder), join(folder, spotFolder));
  server = await startTestServer({
    plugins: [pluginSource('venue-replay'), pluginSource('strategy-smart-execute')],
    environment: { TESSERA_REPLAY: `${folder}?speed=5` },
  });
  client = await server.signIn('trader3');
  apiId = await apiOf(client);
}, 120_000);
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a strategy on a replayed exchange', () => {
  const start = (environment: 'replay' | 'test') => {
    const params = { ...example, apiId, instrumentId: spotId, mode: 'ICEBERG', qty: '0.2', baseSplitOrders: 2, orderTimeoutSeconds: 2 };
    return client.call('strategyStart', {
      body: { strategy: 'strategy-smart-execute/smart-execute', name: 'Replayed', environment, params },
    });
  };

  it('buys from the recorded market, tells of every fill, and leaves the account of the exchange as it is', {
    timeout: 120_000,
  }, async () => {
    const balances = () => client.call('balances', { query: { api_ids: String(apiId) } });
    const before = await balances();
    const one = await start('replay');
    expect(one).toMatchObject({ environment: 'replay', status: 'TRADING' });
    const info = await until(
      () => infoOf(client, one),
      ({ instance }) => instance.status === 'STOPPED',
      'all is bought',
    );
    expect(info.positions).toMatchObject([{ side: 'LONG', instrument: spotId }]);
    const fills = await client.call('instanceDeviations', { query: { instance_id: one.instance_id } });
    expect(fills.length).toBeGreaterThan(0);
    expect(fills.reduce((sum, { qty }) => sum + Number(qty), 0)).toBeCloseTo(0.2, 9);
    for (const { price } of fills) {
      expect(Number(price)).toBeGreaterThan(lowest);
      expect(Number(price)).toBeLessThan(highest);
    }
    expect(kinds(info)).toContain('fill');
    expect(await balances()).toEqual(before);
    expect(await client.call('openOrders', { query: { api_ids: String(apiId) } })).toEqual([]);
  });

  it('is for that environment only', async () => {
    await expect(start('test')).rejects.toThrow(/STRATEGY_ONLY_REPLAY/);
  });
});
