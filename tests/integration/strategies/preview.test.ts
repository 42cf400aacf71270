import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { apiOf, strategyMarket, tradeAt } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const strategy = 'strategy-shock-grid/shock-grid';

let server: TestServer;
let client: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: [pluginSource('venue-house'), pluginSource('strategy-shock-grid')] });
  client = await server.signIn('trader1');
  await tradeAt(server, '50000');
}, 150_000);
afterAll(() => server.close());

const grid = async (over: object = {}): Promise<Record<string, unknown>> => ({
  apiId: await apiOf(client),
  instrumentId: strategyMarket,
  lowPrice: '49000',
  highPrice: '51000',
  levels: 4,
  orderQty: '0.01',
  sellAtStop: false,
  ...over,
});
const previewOf = async (over: object = {}) => client.call('strategyPreview', { body: { strategy, params: await grid(over) } });

describe('the preview of a strategy', () => {
  it('shows what would be placed at the price of now, and places nothing', async () => {
    const { problem, lines } = await previewOf();
    expect(problem).toBeNull();
    expect(lines.map(({ price, side, qty, key }) => [Number(price), side ?? key, qty])).toEqual([
      [49_000, 'BUY', '0.01'],
      [49_500, 'BUY', '0.01'],
      [50_000, 'preview.line', null],
      [50_500, 'SELL', '0.01'],
      [51_000, 'SELL', '0.01'],
    ]);
    expect(await client.call('instanceList', { query: { state: 'running' } })).toEqual([]);
    expect(await client.call('openOrders', { query: {} })).toEqual([]);
  });

  it.each([
    ['the schema', { levels: 500 }, { field: 'levels' }],
    ['the strategy itself', { highPrice: '48000' }, { field: 'highPrice', rule: 'rules.aboveLow' }],
  ])('says which field breaks which rule of %s', async (_whose, over, problem) => {
    expect(await previewOf(over)).toMatchObject({ problem, lines: [] });
  });

  it.each([
    ['an unknown strategy', { strategy: 'no/such', params: {} }, 'STRATEGY_UNKNOWN'],
    ['an unknown pair', { strategy, params: { instrumentId: 'tessera/NOSUCH/spot' } }, 'STRATEGY_UNKNOWN_PAIR'],
  ])('is refused for %s', async (_what, body, code) => {
    const params = body.strategy === strategy ? await grid(body.params) : body.params;
    await expect(client.call('strategyPreview', { body: { ...body, params } })).rejects.toThrow(code);
  });

  it('is locked like the start', async () => {
    const beginner = await server.signIn('trader0');
    await expect(beginner.call('strategyPreview', { body: { strategy, params: {} } })).rejects.toThrow('ACCESS_VIP');
  });
});
