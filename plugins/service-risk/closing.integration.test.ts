import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { apiOf, tradeAt } from '../../tests/kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

/** Risk closes positions of others in a real server; trader2 buys what is sold. */
let server: TestServer;
let risk: HttpClient;
let owner: HttpClient;
let buyer: HttpClient;
let api = 0;
const reason = 'more than the desk can bear';
const pair = 'tessera/BTCUSDT/spot';
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;

beforeAll(async () => {
  server = await startTestServer({ plugins: ['venue-house', 'service-risk', 'service-accounts'].map(pluginSource) });
  [risk, owner, buyer] = (await Promise.all(['risk', 'trader1', 'trader2'].map(server.signIn))) as [HttpClient, HttpClient, HttpClient];
  api = await apiOf(owner);
  await tradeAt(server, '1000');
}, 150_000);
afterAll(() => server?.close());

const place = async (by: HttpClient, side: 'BUY' | 'SELL', qty: string, price: string) =>
  by.call('doOrder', { body: { api_id: await apiOf(by), ...market, side, type: 'LIMIT', qty, price } as never });
const close = (closing_id: string, by = risk, changes: object = {}) =>
  by.call('riskClose', { body: { api_id: api, instrument: pair, closing_id, reason, ...changes } as never });
const look = async (query: object) => (await risk.call('riskPositions', { query } as never)).positions;
const held = async () => (await look({ api_id: api })).find(({ id }) => id === pair);
const switchIt = (name: 'riskSwitchThrow' | 'riskSwitchRelease', target: object) => risk.call(name, { body: { target, reason } as never });
/** Sells all but so much to the buyer, so that little is left to close. */
const keep = async (lots: string) => {
  const { qty } = (await held()) ?? { qty: '0' };
  const sold = (Math.round(Number(qty) * 1e5) - Math.round(Number(lots) * 1e5)) / 1e5;
  await place(buyer, 'BUY', sold.toFixed(5), '1000');
  await place(owner, 'SELL', sold.toFixed(5), '1000');
};
const told = async () =>
  JSON.stringify(await owner.call('messageList', { query: {} })).match(/has closed positions of your account [^"]*/g) ?? [];

describe('closing', () => {
  it('counts what would be closed with its worth, of an account, of a person, of a market and of an exchange', async () => {
    const mine = await held();
    expect(mine).toMatchObject({ username: 'trader1', asset: 'BTC', quote: 'USDT', side: 'LONG', left: null, api_id: api });
    expect(Number(mine?.value)).toBeCloseTo(Number(mine?.close_qty) * 1_000, 0);
    expect((await look({ username: 'trader1' })).every(({ username }) => username === 'trader1')).toBe(true);
    const inMarket = await look({ instrument: pair });
    expect(new Set(inMarket.map(({ id }) => id))).toEqual(new Set([pair]));
    expect(inMarket.length).toBeGreaterThan(1);
    const atHouse = await look({ exchange: 'tessera' });
    expect(new Set(atHouse.map(({ exchange }) => exchange))).toEqual(new Set(['tessera']));
    expect(atHouse.length).toBeGreaterThan(inMarket.length);
    await expect(look({ exchange: 'nowhere' })).rejects.toThrow('VENUE_UNAVAILABLE');
    await expect(look({ exchange: 'tessera', api_id: api })).rejects.toThrow('REQUEST_INVALID');
    await expect(look({})).rejects.toThrow('REQUEST_INVALID');
    await expect(look({ username: 'nobody-at-all' })).rejects.toThrow('PERSON_UNKNOWN');
    await expect(look({ instrument: 'tessera/NONE/spot' })).rejects.toThrow('MARKET_UNKNOWN_INSTRUMENT');
  });

  it('sells what lies in a frozen account while the desk is halted, takes back its orders first, and marks the order as of risk', async () => {
    await keep('0.3');
    const resting = await place(owner, 'SELL', '0.1', '1100');
    await place(buyer, 'BUY', '0.3', '1000');
    await switchIt('riskSwitchThrow', { about: 'account', api_id: api });
    await switchIt('riskSwitchThrow', { about: 'everyone' });
    const done = await close('frozen-1');
    expect(done.canceled).toBe(1);
    expect(done.positions).toMatchObject([{ state: 'CLOSED', close_qty: '0.3', filled_qty: '0.3', filled_quote: '300', left: null }]);
    expect(await owner.call('openOrders', { query: {} })).not.toContainEqual(expect.objectContaining({ order_id: resting[0]?.order_id }));
    const [order_id = ''] = done.positions[0]?.order_ids ?? [];
    const life = await owner.call('orderEvents', { query: { api_id: api, exchange: 'tessera', order_id } });
    expect(life).toMatchObject({ origin: { kind: 'risk', username: 'risk' }, order: { side: 'SELL', type: 'MARKET' } });
    expect(life.order.client_order_id).toMatch(/^risk-/);
    expect(await told()).toEqual([expect.stringContaining('0.3 BTC (300 USDT)')]);
    const { items } = await server.store.audit.page({ subject: `account/${api}`, action: 'positions.closed', limit: 5 });
    expect(items).toMatchObject([{ reason, after: { closing_id: 'frozen-1', instrument: pair } }]);
  });

  it('sells once when it is asked for again, and tells then what became of it', async () => {
    const before = await told();
    for (const scope of ['everyone', 'account'] as const) {
      await switchIt('riskSwitchRelease', scope === 'everyone' ? { about: 'everyone' } : { about: 'account', api_id: api });
    }
    const admin = await server.signIn('admin');
    await admin.call('riskReleaseDecide', { body: { approve: true, reason } });
    await place(buyer, 'SELL', '0.2', '1000');
    await place(owner, 'BUY', '0.2', '1000');
    await place(buyer, 'BUY', '1', '1000');
    const [first, second] = await Promise.all([close('again-and-again'), close('again-and-again')]);
    const third = await close('again-and-again');
    expect(third.positions).toMatchObject([{ state: 'CLOSED', filled_qty: '0.1998' }]);
    const ids = [first, second, third].flatMap(({ positions }) => positions.flatMap((one) => one.order_ids));
    expect(new Set(ids).size).toBe(1);
    expect(await held()).toBeUndefined();
    expect((await told()).length - before.length).toBe(1);
    // What is bought later is no part of it.
    await place(buyer, 'SELL', '0.1', '1001');
    await place(owner, 'BUY', '0.1', '1001');
    const later = await close('again-and-again');
    expect(later.positions).toMatchObject([{ state: 'PART', qty: '0.0999', filled_qty: '0.1998' }]);
    expect(await held()).toMatchObject({ qty: '0.0999' });
  });

  it('leaves what no buyer wants, and what is closed or too small, each with its reason', async () => {
    await risk.call('riskCancelAll', { body: { target: { about: 'everyone' }, reason } });
    const none = await close('no-buyer-1');
    expect(none.positions).toMatchObject([{ state: 'LEFT', filled_qty: '0' }]);
    await switchIt('riskSwitchThrow', { about: 'market', instrument: pair });
    expect(await held()).toMatchObject({ left: { code: 'MARKET_HALTED', params: { instrument: pair } } });
    expect((await close('halted-1')).positions).toMatchObject([{ state: 'LEFT', left: { code: 'MARKET_HALTED' }, order_ids: [] }]);
    await switchIt('riskSwitchRelease', { about: 'market', instrument: pair });
    await keep('0.00002');
    expect((await close('too-small-1')).positions).toMatchObject([
      { state: 'LEFT', close_qty: '0', left: { code: expect.stringMatching(/TOO_SMALL/) }, order_ids: [] },
    ]);
  });

  it('is of risk alone, and with a reason', async () => {
    const clients = await Promise.all(['admin', 'asset', 'trader1', 'finance_manage'].map(server.signIn));
    for (const client of clients) await expect(close('not-for-you', client)).rejects.toThrow('ACCESS_ROLE');
    await expect(close('without-a-reason', risk, { reason: '    ' })).rejects.toThrow('FORM_FIELD_EMPTY');
    await expect(close('of-nobody', risk, { api_id: 999_999 })).rejects.toThrow('ACCESS_ACCOUNT');
  });

  it('lets no owner pass an order of his off as one of risk', async () => {
    const body = { api_id: api, ...market, side: 'BUY', type: 'LIMIT', qty: '0.01', price: '900', client_order_id: 'risk-mine' };
    await expect(owner.call('doOrder', { body: body as never })).rejects.toThrow('REQUEST_INVALID');
  });
});
