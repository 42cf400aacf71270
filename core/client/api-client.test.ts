import { describe, expect, it } from 'vitest';
import { routes } from '../../schemas/wire/index.ts';
import { ApiClient, type ApiOptions } from './api-client.ts';
import { routeTable } from './route-table.ts';

const reply = (body: unknown, status = 200): Response => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });

function client(send: (url: string, init: RequestInit) => Promise<Response>, changes: Partial<ApiOptions> = {}): ApiClient {
  return new ApiClient({ base: '/sapi', routes: routeTable, token: () => 'secret', fetch: send as unknown as typeof fetch, ...changes });
}

describe('a call', () => {
  it('carries path, query, token and body', async () => {
    let seen: [string, RequestInit] | null = null;
    const api = client(async (url, init) => {
      seen = [url, init];
      return reply({ code: 200, data: null, msg: 'ok' });
    });
    await api.call('layoutReset', {});
    await api.call('klines', { query: { exchange: 'aurora', symbol: 'BTCUSDT', account_type: 'spot', interval: '1m' } });
    const [url, init] = seen as unknown as [string, RequestInit];
    expect(url).toBe('/sapi/client/klines/list?exchange=aurora&symbol=BTCUSDT&account_type=spot&interval=1m');
    expect(init.headers).toEqual({ authorization: 'secret' });
  });

  it('is refused and not sent when it needs a session and there is no token', async () => {
    let sent = 0;
    const api = client(
      async () => {
        sent += 1;
        return reply({});
      },
      { token: () => null },
    );
    const outcome = await api.call('openOrders', { query: {} });
    expect(outcome.ok ? null : outcome.error.code).toBe('SESSION_MISSING');
    expect(sent).toBe(0);
  });

  it.each([
    [
      'an error of the catalogue',
      async () => reply({ code: 42203, data: null, msg: '', params: { field: 'price', value: '1', tick: '2' } }, 422),
      'ORDER_PRICE_OFF_GRID',
    ],
    ['a number that nobody knows', async () => reply({ code: 77777, data: null, msg: '' }, 500), 'SERVER_FAILURE'],
    ['a proxy that answers for a dead server', async () => reply('<html>Bad gateway</html>', 502), 'CLIENT_OFFLINE'],
    ['no connection', async () => Promise.reject(new TypeError('Failed to fetch')), 'CLIENT_OFFLINE'],
    ['no answer in time', async () => Promise.reject(new DOMException('', 'TimeoutError')), 'CLIENT_TIMEOUT'],
  ])('gives %s as an error', async (_, send, code) => {
    const outcome = await client(send).call('tickers', {});
    expect(outcome.ok ? null : outcome.error.code).toBe(code);
  });

  it('tells when the server no longer knows the session', async () => {
    let lost = 0;
    const api = client(async () => reply({ code: 40102, data: null, msg: '' }, 401), {
      onSessionLost: () => {
        lost += 1;
      },
    });
    await api.call('openOrders', { query: {} });
    expect(lost).toBe(1);
  });
});

it('knows every route of the wire', () => {
  expect(Object.keys(routeTable).sort()).toEqual(Object.keys(routes).sort());
  expect(routeTable.doOrder).toEqual({ method: 'POST', path: '/order/doOrder', session: true });
});
