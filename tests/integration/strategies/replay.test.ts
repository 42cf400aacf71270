import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import example from '../../../plugins/strategy-smart-execute/example.json' with { type: 'json' };
import { type TradedPrices, tradedPrices } from '../../kit/recordings/recorded-prices.ts';
import { madeSet } from '../../kit/recordings/recorded-sets.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { apiOf, infoOf, kinds, until } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const { folder: bookFolder, instrumentId } = madeSet.book;

let folder: string;
let traded: TradedPrices;
let server: TestServer;
let client: HttpClient;
let apiId: number;

beforeAll(async () => {
  folder = await freshDataDir();
  mkdirSync(dirname(join(folder, bookFolder)), { recursive: true });
  symlinkSync(join(madeSet.folder, bookFolder), join(folder, bookFolder));
  traded = await tradedPrices(madeSet);
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
    const params = { ...example, apiId, instrumentId, mode: 'ICEBERG', qty: '0.2', baseSplitOrders: 2, orderTimeoutSeconds: 2 };
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
    expect(info.positions).toMatchObject([{ side: 'LONG', instrument: instrumentId }]);
    const fills = await client.call('instanceDeviations', { query: { instance_id: one.instance_id } });
    expect(fills.length).toBeGreaterThan(0);
    expect(fills.reduce((sum, { qty }) => sum + Number(qty), 0)).toBeCloseTo(0.2, 9);
    for (const { price } of fills) {
      // Within what was recorded, and the spread.
      expect(Number(price)).toBeGreaterThan(Number(traded.lowest) * 0.999);
      expect(Number(price)).toBeLessThan(Number(traded.highest) * 1.001);
    }
    expect(kinds(info)).toContain('fill');
    expect(await balances()).toEqual(before);
    expect(await client.call('openOrders', { query: { api_ids: String(apiId) } })).toEqual([]);
  });

  it('is for that environment only', async () => {
    await expect(start('test')).rejects.toThrow(/STRATEGY_ONLY_REPLAY/);
  });
});
