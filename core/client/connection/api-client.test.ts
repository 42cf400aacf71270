import { describe, expect, it } from 'vitest';
import { routes } from '../../../schemas/wire/index.ts';
import { ApiClient, type ApiOptions } from './api-client.ts';
import { officeRouteTable } from './office-route-table.ts';
import { routeTable } from './route-table.ts';
import { ServerTime } from './server-time.ts';

const reply = (body: unknown, status = 200): Response => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });

function client(send: (url: string, init: RequestInit) => Promise<Response>, changes: Partial<ApiOptions> = {}): ApiClient {
  const all = { ...routeTable, ...officeRouteTable };
  return new ApiClient({ base: '/sapi', routes: all, token: () => 'secret', fetch: send as unknown as typeof fetch, ...changes });
}

describe('a call', () => {
  it('carries path, query, token and body', async () => {
    let seen: [string, RequestInit] | null = null;
    const api = client(async (url, init) => {
      seen = [url, init];
      return reply({ code: 200, data: null, msg: 'ok' });
    });
    await api.call('outLogin', {});
    await api.call('klines', { query: { exchange: 'aurora', symbol: 'BTCUSDT', account_type: 'spot', interval: '1m' } });
    const [url, init] = seen as unknown as [string, RequestInit];
    expect(url).toBe('/sapi/client/klines/list?exchange=aurora&symbol=BTCUSDT&account_type=spot&interval=1m');
    expect(init.headers).toEqual({ authorization: 'secret' });
  });

  it('says until when it waits, by the server’s clock as that was heard, when the route is dated', async () => {
    let elapsedMs = 0;
    const seen: RequestInit[] = [];
    const api = client(
      async (_, init) => {
        seen.push(init);
        elapsedMs += 40;
        return new Response(JSON.stringify({ code: 200, data: [], msg: 'ok' }), { headers: { 'x-server-time': '1760000000000' } });
      },
      { serverTime: new ServerTime(() => elapsedMs), timeoutMs: 5_000 },
    );
    const body = { apiId: 1, instrumentId: 'aurora/BTCUSDT/spot', orderId: '7' } as const;
    await api.call('amendOrder', { body });
    await api.call('amendOrder', { body });
    await api.call('cancelOrder', { body });
    expect(seen.map(({ headers }) => (headers as Record<string, string>)['x-not-after'])).toEqual([undefined, '1760000005000', undefined]);
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

  it('ends at once when its signal calls it off, and by itself when nobody does', async () => {
    const never = (_: string, { signal }: RequestInit): Promise<Response> =>
      new Promise((_done, end) => signal?.addEventListener('abort', () => end(signal.reason)));
    const outcomeOf = async (leave: AbortController, timeoutMs: number) => {
      const outcome = await client(never, { timeoutMs }).call('auditList', { query: { search: 'nowhere' } }, { signal: leave.signal });
      return outcome.ok ? null : outcome.error.code;
    };
    const left = new AbortController();
    const outcome = outcomeOf(left, 60_000);
    left.abort();
    expect(await outcome).toBe('CLIENT_OFFLINE');
    expect(await outcomeOf(new AbortController(), 1)).toBe('CLIENT_TIMEOUT');
  });

  it('is made again once its person has signed in again, but for an order, which was for its moment', async () => {
    let token = 'old';
    const sent: string[] = [];
    const api = client(
      async (url, init) => {
        const { authorization } = init.headers as { authorization: string };
        sent.push(`${authorization} ${url}`);
        return authorization === 'old' ? reply({ code: 40102, data: null, msg: '' }, 401) : reply({ code: 200, data: null, msg: 'ok' });
      },
      {
        token: () => token,
        returned: async () => {
          token = 'new';
          return true;
        },
      },
    );
    const body = { apiId: 1, instrumentId: 'aurora/BTCUSDT/spot', side: 'BUY', type: 'MARKET', qty: '1' } as const;
    const order = await api.call('doOrder', { body: body as never });
    expect(order.ok || order.error.code).toBe('SESSION_INVALID');
    const saved = await api.call('configSave', { body: { config_json: '{}' } });
    expect(saved.ok).toBe(true);
    expect(sent.map((one) => one.split(' ')[0])).toEqual(['old', 'old', 'new']);
  });
});

it('knows every route of the wire, those of the office once one of them is called', async () => {
  expect(Object.keys({ ...routeTable, ...officeRouteTable }).sort()).toEqual(Object.keys(routes).sort());
  expect([routeTable.personCreate, officeRouteTable.doOrder]).toEqual([undefined, undefined]);
  let loads = 0;
  const sent: string[] = [];
  const lateRoutes = async () => {
    if (loads++ === 0) throw new Error('the line is down');
    return officeRouteTable;
  };
  const answer = async (url: string): Promise<Response> => {
    sent.push(url);
    return reply({ code: 200, data: null, msg: 'ok' });
  };
  const api = client(answer, { routes: routeTable, lateRoutes });
  const [offline, asked] = [await api.call('platformGet', {}), await api.call('platformGet', {})];
  expect([offline.ok || offline.error.code, asked.ok, sent, loads]).toEqual(['CLIENT_OFFLINE', true, ['/sapi/admin/platform/get'], 2]);
  expect(routeTable.doOrder).toEqual({ dated: true, method: 'POST', path: '/order/doOrder', session: true });
});

describe('a download', () => {
  const table = (pieces: readonly string[], breaks = false): Response => {
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces[0];
        pieces = pieces.slice(1);
        if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
        else if (breaks) controller.error(new TypeError('terminated'));
        else controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/csv; charset=utf-8' } });
  };

  it('gives the whole table and tells the rows as they come', async () => {
    const rows: number[] = [];
    const api = client(async (url) => {
      expect(url).toBe('/sapi/order/fills/export?side=BUY');
      return table(['\uFEFFtime\r\n', 'a\r\nb\r\n', 'c\r\n']);
    });
    const outcome = await api.download('fillsExport', { query: { side: 'BUY' } }, { onRows: (count) => rows.push(count) });
    expect(outcome?.ok ? await outcome.value.text() : null).toBe('time\r\na\r\nb\r\nc\r\n');
    expect(rows).toEqual([0, 2, 3]);
  });

  it('gives a file that is kept byte by byte', async () => {
    const bytes = new Uint8Array([0, 255, 10, 13]);
    const file = client(async () => new Response(bytes, { headers: { 'content-type': 'application/octet-stream' } }));
    const outcome = await file.download('inboxFile', { query: { letter_id: 'one' } });
    expect(outcome?.ok ? new Uint8Array(await outcome.value.arrayBuffer()) : null).toEqual(bytes);
  });

  it('is an error when the connection breaks in the middle, never half a table', async () => {
    const outcome = await client(async () => table(['time\r\n'], true)).download('fillsExport', { query: {} });
    expect(outcome?.ok === false ? outcome.error.code : null).toBe('CLIENT_OFFLINE');
  });

  it('gives the refusal of the server', async () => {
    const refused = client(async () => reply({ code: 40303, data: null, msg: '', params: { apiId: 7 } }, 403));
    const outcome = await refused.download('closesExport', { query: {} });
    expect(outcome?.ok === false ? outcome.error.code : null).toBe('ACCESS_ACCOUNT');
  });

  it('goes on by itself once the person has confirmed, asks him once, and is refused where he would not', async () => {
    let asked = 0;
    const needed = () => reply({ code: 40398, data: null, msg: '', params: {} }, 403);
    const bytes = new Response('{}', { headers: { 'content-type': 'application/octet-stream' } });
    const replies = [needed(), bytes, needed(), needed(), needed()];
    const api = (answer: boolean) =>
      client(async () => replies.shift() as Response, {
        confirm: async () => {
          asked++;
          return answer;
        },
      });
    expect((await api(true).download('ownDataExport', { query: {} }))?.ok).toBe(true);
    const again = await api(true).download('ownDataExport', { query: {} });
    expect(again?.ok === false ? again.error.code : null).toBe('CONFIRMATION_NEEDED');
    expect((await api(false).download('ownDataExport', { query: {} }))?.ok).toBe(false);
    expect(asked).toBe(3);
  });

  it('is nothing when it was called off', async () => {
    const abort = new AbortController();
    const api = client(async () => {
      abort.abort();
      throw new DOMException('', 'AbortError');
    });
    expect(await api.download('fillsExport', { query: {} }, { signal: abort.signal })).toBeNull();
  });
});
