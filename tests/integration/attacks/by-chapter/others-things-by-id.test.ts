import type { TSchema } from '@sinclair/typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpBase } from '../../../../schemas/wire/index.ts';
import type { Envelope, Route } from '../../../../schemas/wire/route.ts';
import { moneyBodies, moneyQueries } from '../../../kit/malformed/money-bodies.ts';
import { peopleBodies } from '../../../kit/malformed/people-bodies.ts';
import type { HttpClient } from '../../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../../kit/servers/test-server.ts';

/** Each call that names a thing, as the server lists them, asked by somebody else with the number of what its owner has, and with one that nobody has. */
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const bases: Readonly<Record<string, unknown>> = {
  ...peopleBodies,
  ...moneyBodies,
  ...moneyQueries,
  doOrder: { ...market, side: 'BUY', type: 'LIMIT', price: '20000', qty: '0.01' },
  amendOrder: { ...market, order_id: '1', price: '60000' },
  cancelOrder: { ...market, order_id: '1' },
  orderEvents: { exchange: 'tessera', order_id: '1' },
  findOrder: { account_type: 'spot', client_order_id: 'a' },
  transfer: { from: { account_type: 'spot' }, to: { account_type: 'usdm' }, asset: 'USDT', amount: '1', transfer_id: 'a' },
  strategyHalt: { halted: true },
  layoutSave: { version: 2, revision: 0, content: {} },
  layoutRename: { name: 'Main' },
  layoutReset: { revision: 0, built_in: true },
  alertStatus: { status: 'PAUSED' },
};

let server: TestServer;
let owner: HttpClient;
let stranger: HttpClient;
/** By the field that names it: what the owner has, and what nobody has. */
const things = new Map<string, readonly [his: string | number, nobodys: string | number]>();
beforeAll(async () => {
  server = await startTestServer();
  [owner, stranger] = [await server.signIn('trader1'), await server.signIn('trader2')];
  const api_id = (await owner.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
  const order = { api_id, ...market, side: 'BUY', type: 'LIMIT', price: '20000', qty: '0.01' } as const;
  await owner.call('doOrder', { body: order });
  const layout = await owner.call('layoutCreate', { body: { name: 'His', version: 2, content: {} } });
  const { group_id } = await owner.call('accountGroupSave', { body: { name: 'His' } });
  const condition = { kind: 'CROSS', price: '60000' } as const;
  await owner.call('alertSave', {
    body: { instrument: 'tessera/BTCUSDT/spot', watched_price: 'LAST', condition, duration: 'ONE_MINUTE', note: '' },
  });
  const [alert] = await owner.call('alertList');
  const [session] = await owner.call('securitySessions');
  things.set('api_id', [api_id, 999_999]).set('main_api_id', [api_id, 999_999]);
  things.set('group_id', [group_id, 999_998]).set('id', [layout.id, 'nobodys']);
  things
    .set('alert_id', [alert?.alert_id ?? '', 'nobodys'])
    .set('session_id', [session?.session_id ?? '', [...(session?.session_id ?? '')].reverse().join('')]);
}, 120_000);
afterAll(() => server?.close());

const schemaOf = ({ method, query, body }: Route): TSchema | undefined => (method === 'GET' ? query : body);
async function answer(by: HttpClient, { method, path }: Route, input: object): Promise<{ readonly code: number; readonly data: string }> {
  const response = await fetch(
    `${server.url}${httpBase}${path}${method === 'GET' ? `?${new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))}` : ''}`,
    {
      method,
      headers: { 'content-type': 'application/json', authorization: by.token ?? '' },
      ...(method === 'POST' ? { body: JSON.stringify(input) } : {}),
    },
  );
  const text = await response.text();
  if (!text.startsWith('{')) return { code: response.status, data: text };
  const { code, data } = JSON.parse(text) as Envelope<unknown>;
  return { code, data: JSON.stringify(data) };
}
const belongings = async (): Promise<string> =>
  JSON.stringify([
    await Promise.all((['apiList', 'accountOwn', 'accountGroupList', 'layoutList', 'alertList'] as const).map((name) => owner.call(name))),
    (await owner.call('securitySessions')).map(({ session_id }) => session_id),
    (await owner.call('openOrders')) as unknown,
    await owner.call('authorisationList'),
  ]);

describe('a thing of somebody else, named by its number', () => {
  it('answers as of one that nobody has, and changes nothing', async () => {
    const before = await belongings();
    const reached: string[] = [];
    const apart: string[] = [];
    for (const [name, route] of Object.entries(server.routes)) {
      const fields = Object.keys((schemaOf(route)?.properties ?? {}) as object).filter((field) => things.has(field));
      for (const field of fields) {
        const [his, nobodys] = things.get(field) ?? ['', ''];
        const base = (bases[name] ?? {}) as object;
        const [foreign, unknown] = [
          await answer(stranger, route, { ...base, [field]: his }),
          await answer(stranger, route, { ...base, [field]: nobodys }),
        ];
        // Refused for its form, it has looked at nothing.
        if (foreign.code !== 40001) reached.push(`${name}.${field}`);
        if (foreign.code !== unknown.code || foreign.data !== unknown.data)
          apart.push(
            `${name}.${field}: ${foreign.code} ${foreign.data.slice(0, 80)} for his, ${unknown.code} ${unknown.data.slice(0, 80)} for nobody’s`,
          );
      }
    }
    expect(apart).toEqual([]);
    expect(await belongings()).toBe(before);
    expect(reached.length, reached.join(' ')).toBeGreaterThan(25);
  }, 60_000);
});
