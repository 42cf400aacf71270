import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VenueCapabilities } from '../../../core/contract/venue.ts';
import { HttpClient, refusalOf } from '../../kit/servers/http-client.ts';
import { apiOf } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** The five calls that tell what lies in accounts, each only of those that the caller may look at. */

let server: TestServer;
let owner: HttpClient;
let apiId: number;
let theirs: number;
const names = ['balanceCurrency', 'balanceUnique', 'balanceAllow', 'balanceDataList', 'balanceAll'] as const;

beforeAll(async () => {
  server = await startTestServer({ plugins: ['venue-house', 'venue-paper', 'service-accounts', 'service-risk'].map(pluginSource) });
  owner = await server.signIn('trader1');
  apiId = await apiOf(owner);
  theirs = await apiOf(await server.signIn('trader2'));
}, 120_000);
afterAll(() => server?.close());

describe('what lies in accounts', () => {
  it('is the same in each way of telling it, and what is ordered is held', async () => {
    const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
    await owner.call('doOrder', { body: { api_id: apiId, ...market, side: 'BUY', type: 'LIMIT', price: '10000', qty: '0.01' } });
    const own = { query: { api_ids: String(apiId) } };
    const listed = (await owner.call('balances', own)).filter(({ total }) => /[1-9]/.test(total));
    const { balances, accounts, currencies, currency, total_value } = await owner.call('balanceAll', own);
    const byAsset = (a: { readonly asset: string }, b: { readonly asset: string }) => (a.asset < b.asset ? -1 : 1);
    expect(balances).toEqual([...listed].sort(byAsset));
    expect(await owner.call('balanceUnique', own)).toEqual(accounts);
    expect(await owner.call('balanceCurrency', own)).toEqual({ currencies, currency, total_value });
    expect((await owner.call('balanceDataList', { query: { ...own.query, asset: 'USDT' } })).results).toMatchObject([{ asset: 'USDT' }]);
    const usdt = balances.find(({ asset }) => asset === 'USDT');
    expect(usdt).toMatchObject({ held: '100' });
    const allowed = (await owner.call('balanceAllow', own)).find(({ asset }) => asset === 'USDT');
    expect(allowed).toMatchObject({ available: usdt?.available, tradable: usdt?.available, movable: usdt?.available });
  });

  it('is valued in what the reader has chosen, or asks for', async () => {
    const choose = (currency: string) => owner.call('configSave', { body: { config_json: `{"preferences":{"currency":"${currency}"}}` } });
    const priced = async () => (await owner.call('indexes')).some(({ base, quote, stale }) => base === 'BTC' && quote === 'USDT' && !stale);
    await expect.poll(priced, { timeout: 20_000 }).toBe(true);
    await choose('BTC');
    for (const name of ['balanceCurrency', 'balanceAll'] as const) {
      const [own, asked] = [await owner.call(name), await owner.call(name, { query: { currency: 'USDT' } })];
      expect([own.currency, asked.currency]).toEqual(['BTC', 'USDT']);
      expect(Number(own.total_value)).toBeLessThan(Number(asked.total_value) / 1000);
    }
    // Whatever is written there, nothing fails.
    for (const word of ['__proto__', 'constructor', 'toString', 'ODD']) {
      await choose(word);
      expect(await owner.call('balanceAll'), word).toMatchObject({ currency: 'USDT' });
    }
  });

  it('may be traded and moved by a key only as the key may, and moved only where the exchange moves', async () => {
    const password = server.demoAccounts.find(({ username }) => username === 'trader1')?.password ?? '';
    const allowedTo = async (permission: 'read' | 'trade') => {
      const { token } = await owner.call('apiKeyCreate', { body: { name: permission, permission, addresses: [], password } });
      const script = new HttpClient(server.url);
      script.token = `Bearer ${token}`;
      return (await script.call('balanceAllow', { query: { api_ids: String(apiId) } })).find(({ asset }) => asset === 'USDT');
    };
    expect(await allowedTo('read')).toMatchObject({ tradable: '0', movable: '0' });
    const byKey = await allowedTo('trade');
    expect(byKey).toMatchObject({ tradable: byKey?.available, movable: '0' });
    const venue = server.room.venues.venue('tessera') as { capabilities: VenueCapabilities };
    const { capabilities } = venue;
    venue.capabilities = { ...capabilities, transfer: false };
    const [still] = await owner.call('balanceAllow', { query: { api_ids: String(apiId) } });
    venue.capabilities = capabilities;
    expect(still).toMatchObject({ tradable: still?.available, movable: '0' });
  });

  it.each(names)('%s tells nobody what others have, refuses by name what is malformed, and guests', async (name) => {
    await expect(owner.call(name, { query: { api_ids: String(theirs) } })).rejects.toThrow('ACCESS_ACCOUNT');
    expect(await refusalOf(owner.call(name, { query: { api_ids: '0' } }))).toMatchObject({ params: { field: 'api_ids' } });
    await expect(server.guest().call(name)).rejects.toThrow('SESSION_MISSING');
    expect(JSON.stringify(await owner.call(name))).not.toContain(`"api_id":${theirs}`);
  });

  it('refuses a page after none', async () => {
    await expect(owner.call('balanceDataList', { query: { cursor: 'nonsense' } })).rejects.toThrow(/REQUEST_INVALID .*"field":"cursor"/);
  });

  it('may neither be traded nor moved from a frozen account', async () => {
    const risk = await server.signIn('risk');
    const reason = 'something is being looked into';
    await risk.call('riskSwitchThrow', { body: { target: { about: 'account', api_id: apiId }, reason } });
    for (const row of await owner.call('balanceAllow', { query: { api_ids: String(apiId) } }))
      expect(row).toMatchObject({ tradable: '0', movable: '0' });
  });
});
