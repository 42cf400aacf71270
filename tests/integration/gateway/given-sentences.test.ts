import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpBase } from '../../../schemas/wire/index.ts';
import { errorSentence } from '../../../server/gateway/error-sentence.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { apiOf } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { duo, duoKey, twoTypeVenue } from '../../kit/venues/two-type-venue.ts';

/**
 * Sentences that are given word for word, as the server says them once something was sent. What forms say of it before stands in
 * `plugins/panel-order-ticket/form/ticket-form.dom.test.tsx`, `app/forms/schema-form.dom.test.tsx` and `app/i18n/given-words.test.ts`.
 */

let server: TestServer;
let trader: HttpClient;
let apiId: number;
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;

beforeAll(async () => {
  const plugins = [twoTypeVenue, ...['venue-house', 'service-accounts', 'strategy-smart-execute'].map(pluginSource)];
  server = await startTestServer({ plugins });
  trader = await server.signIn('trader3');
  apiId = (await trader.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? (await apiOf(trader));
}, 120_000);
afterAll(() => server?.close());

/** The first sentence of what a call was refused with. */
async function said(path: string, { token, body }: { readonly token?: string | null; readonly body?: object } = {}): Promise<string> {
  const response = await fetch(`${server.url}${httpBase}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(token == null ? {} : { authorization: token }), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { msg } = (await response.json()) as { readonly msg: string };
  return msg.split('. ')[0] ?? '';
}

describe('what was sent is refused with', () => {
  it("'Please Login' where nobody is signed in", async () => {
    expect(await said('/user/api/list')).toBe('Please Login');
    expect(await said('/order/doOrder', { body: { api_id: apiId, ...market, side: 'BUY', type: 'LIMIT', price: '1', qty: '1' } })).toBe(
      'Please Login',
    );
  });

  it("'Not Logged In' where a session has ended", async () => {
    const other = await server.signIn('trader2');
    const { token } = other;
    await other.call('outLogin');
    expect(await said('/user/currentUser', { token })).toBe('Not Logged In');
  });

  it("'Quantity cannot be empty' and 'Invalid quantity input' where an order has none, or what is no quantity", async () => {
    const order = (changes: object) => ({ api_id: apiId, ...market, side: 'BUY', type: 'LIMIT', price: '50000', ...changes });
    const { token } = trader;
    expect(await said('/order/doOrder', { token, body: order({}) })).toBe('Quantity cannot be empty');
    for (const qty of ['', '1e5', 'ten', '-1', 5])
      expect([qty, await said('/order/doOrder', { token, body: order({ qty }) })]).toEqual([qty, 'Invalid quantity input']);
  });

  it("'Please Set Api' where a strategy has no account", async () => {
    const params = { instrumentId: 'tessera/BTCUSDT/spot', side: 'BUY', qty: '1', mode: 'TWAP', durationSeconds: 60 };
    const body = { strategy: 'strategy-smart-execute/smart-execute', name: 'Parts', params };
    expect(await said('/strategy/client/start', { token: trader.token, body })).toBe('Please Set Api');
  });

  it("'Incorrect API key, please check the account settings!' where the exchange knows no such key", async () => {
    const terms = { name: 'Wrong', exchange: duo, permissions: ['spot'], group_id: null, expire_time: null };
    const body = { ...terms, ...duoKey, api_key: 'key-of-nobody-0123' };
    expect(await said('/user/api/save/keys', { token: trader.token, body })).toBe('Incorrect API key, please check the account settings!');
  });

  it("'Operation failed' where the server is at fault, with the reference by which it is found", () => {
    expect(errorSentence({ code: 'SERVER_FAILURE', params: { requestId: 'r-1' } })).toMatch(/^Operation failed\. .*r-1$/);
  });
});
