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
const suggestedFor = async (params: Record<string, unknown>) =>
  client.call('strategyPreview', { body: { strategy, params, suggest: true } });

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

  it('says what a line earns after the fees of the account, also where the strategy refuses the params', async () => {
    const { figures } = await previewOf();
    const fees = await client.call('accountFees', { query: { symbol: 'BTCUSDT', account_type: 'spot' } });
    const maker = Number(fees.find(({ id }) => id === strategyMarket)?.maker_fee);
    const net = 500 * 0.01 - (50_500 + 51_000) * 0.01 * maker;
    expect(Number(figures.find(({ title }) => title === 'figures.profit')?.params.price)).toBeCloseTo(net, 3);
    expect(figures.find(({ title }) => title === 'figures.fees')?.key).toBe('figures.ownFees');
    const close = await previewOf({ lowPrice: '49999', highPrice: '50001' });
    expect(close).toMatchObject({ problem: { field: 'levels', rule: 'rules.stepBelowFees' }, lines: [] });
    expect(close.figures.find(({ title }) => title === 'figures.profit')).toMatchObject({ key: 'figures.loss', warns: true });
  });

  it('refuses by the fees of the account a grid that earns nothing, and takes one that earns for that account alone', async () => {
    const feeOf = async (): Promise<number> => {
      const fees = await client.call('accountFees', { query: { symbol: 'BTCUSDT', account_type: 'spot' } });
      return Number(fees.find(({ id }) => id === strategyMarket)?.maker_fee);
    };
    const step = Math.round((await feeOf()) * 100_000 * 0.75);
    const narrow = { lowPrice: '50000', highPrice: String(50_000 + 2 * step), levels: 2 };
    expect(await previewOf(narrow)).toMatchObject({ problem: { rule: 'rules.stepBelowFees' } });
    const admin = await server.signIn('admin');
    const account = { api_id: await apiOf(client) };
    await admin.call('adminAccountDiscount', { body: { ...account, discount: '0.5', reason: 'a test' } });
    try {
      expect((await previewOf(narrow)).problem).toBeNull();
      const started = await client.call('strategyStart', { body: { strategy, name: 'Narrow', params: await grid(narrow) } });
      await client.call('strategyStop', { body: { instance_id: started.instance_id } });
    } finally {
      await admin.call('adminAccountDiscount', { body: { ...account, discount: '0', reason: 'a test' } });
    }
  });

  it('counts with the fees of the market where the account is a stranger’s', async () => {
    const stranger = await server.signIn('trader2');
    const { figures } = await previewOf({ apiId: await apiOf(stranger) });
    expect(figures.find(({ title }) => title === 'figures.fees')?.key).toBe('figures.marketFees');
  });

  it('is locked like the start', async () => {
    const beginner = await server.signIn('trader0');
    await expect(beginner.call('strategyPreview', { body: { strategy, params: {} } })).rejects.toThrow('ACCESS_VIP');
  });
});

describe('the suggestions of a strategy', () => {
  it('are given when they are asked for, and to a form that is not filled yet', async () => {
    expect((await previewOf()).suggestions).toBeNull();
    const { problem, lines, suggestions } = await suggestedFor({ instrumentId: strategyMarket });
    expect(problem).not.toBeNull();
    expect(lines).toEqual([]);
    // Nobody has traded here for a week.
    expect(suggestions).toEqual({ values: [], lack: { key: 'suggest.fewDays', params: { days: expect.any(Number), needed: 7 } } });
  });

  it('overlook what the form has wrong', async () => {
    const { suggestions } = await suggestedFor({ instrumentId: 5, lowPrice: {}, strange: 1 });
    expect(suggestions).toEqual({ values: [], lack: { key: 'suggest.noMarket', params: {} } });
  });

  it('are refused for an unknown market, an unknown strategy and whoever may not start it', async () => {
    await expect(suggestedFor({ instrumentId: 'tessera/NOSUCH/spot' })).rejects.toThrow('STRATEGY_UNKNOWN_PAIR');
    await expect(client.call('strategyPreview', { body: { strategy: 'no/such', params: {}, suggest: true } })).rejects.toThrow(
      'STRATEGY_UNKNOWN',
    );
    const beginner = await server.signIn('trader0');
    await expect(beginner.call('strategyPreview', { body: { strategy, params: {}, suggest: true } })).rejects.toThrow('ACCESS_VIP');
  });
});
