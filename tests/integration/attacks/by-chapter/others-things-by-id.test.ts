import type { TSchema } from '@sinclair/typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpBase, routes } from '../../../../schemas/wire/index.ts';
import type { Envelope, Route } from '../../../../schemas/wire/route.ts';
import { moneyBodies, moneyQueries } from '../../../kit/malformed/money-bodies.ts';
import { peopleBodies } from '../../../kit/malformed/people-bodies.ts';
import { madeSet } from '../../../kit/recordings/recorded-sets.ts';
import type { HttpClient } from '../../../kit/servers/http-client.ts';
import { PushService } from '../../../kit/servers/push-service.ts';
import { apiOf, noNumbers, tradeAt, until } from '../../../kit/servers/strategy-client.ts';
import { StreamProbe } from '../../../kit/servers/stream-probe.ts';
import { pluginSource, pluginsWithRoutes, startTestServer, type TestServer } from '../../../kit/servers/test-server.ts';
import { sampleStrategy, strategyKit } from '../../../kit/strategy-plugins.ts';

/** Each call that names a thing, as the server lists them, asked by somebody else with the number of what its owner has, and with one that nobody has. */
const instrument = 'tessera/BTCUSDT/spot';
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const ticket = {
  ...{ side: 'BUY', mode: 'ORDER', type: 'LIMIT', time_in_force: 'GTC', stp: 'EXPIRE_TAKER', by_quote: false },
  ...{ profit_type: 'LIMIT', stop_type: 'STOP_MARKET' },
} as never;
const begun = { strategy: 'strategy-sample/sample', name: 'His', params: {} };
const from = Date.UTC(2025, 5, 10);
const recordedWeek = {
  strategy: 'strategy-shock-grid/shock-grid',
  params: { apiId: 1, instrumentId: madeSet.book.instrumentId, ...madeSet.grid, levels: 24, orderQty: '0.01', sellAtStop: false },
  ...{ origin: 'recorded', kind: 'candles', interval: '1m', from, to: from + 86_400_000 - 1, balances: { USDT: '100000' } },
  ...{ maker_fee: null, taker_fee: null, latency_ms: 0, optimistic: false, seed: 1, look_ahead: false, sweep: null, folds: null },
} as never;
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
  alertSave: { instrument, watched_price: 'LAST', condition: { kind: 'CROSS', price: '1' }, duration: 'ONE_MINUTE', note: '' },
  alertStatus: { status: 'PAUSED' },
  balanceChanges: { from: Date.now() - 60_000 },
  orderRefusals: { from: 0 },
  instanceList: { state: 'running' },
  strategyLimitsSave: { limits: noNumbers },
  strategyUpdate: { params: {} },
  instanceAuthorisationGive: { grantee: 'observer', until: null },
  backtestTrades: { page: 0 },
  backtestSteps: { page: 0 },
  backtestRename: { name: 'Mine' },
  layoutTabs: { active: null },
  tradeTemplateSave: { revision: 1, name: 'Mine', content: ticket },
  tradeTemplateDelete: { revision: 1 },
  startTemplateSave: { revision: 1, name: 'Mine', content: begun },
  startTemplateDelete: { revision: 1 },
};

let server: TestServer;
let push: PushService;
let owner: HttpClient;
let stranger: HttpClient;
/** What the stranger names rightly beside it. */
let own: object;
type Named = readonly [his: string | number | readonly string[], nobodys: string | number | readonly string[]];
/** By the field that names it, or by call and field: what the owner has, and what nobody has. */
const things = new Map<string, Named>();
beforeAll(async () => {
  push = await PushService.start();
  server = await startTestServer({
    plugins: [pluginSource('venue-house'), pluginSource('strategy-shock-grid'), strategyKit, sampleStrategy, ...pluginsWithRoutes()],
    environment: { TESSERA_REPLAY: madeSet.folder, TESSERA_PUSH_SERVICES: push.origin },
    rateFactor: 100,
  });
  [owner, stranger] = [await server.signIn('trader1'), await server.signIn('trader2')];
  own = { api_id: await apiOf(stranger) };
  await makeThings();
}, 120_000);
afterAll(async () => {
  await server?.close();
  await push?.close();
});

async function makeThings(): Promise<void> {
  const api_id = await apiOf(owner);
  const order = { api_id, ...market, side: 'BUY', type: 'LIMIT', price: '20000', qty: '0.01', client_order_id: 'his-own' } as const;
  const [placed] = await owner.call('doOrder', { body: order });
  const order_id = placed?.order_id ?? '';
  const layout = await owner.call('layoutCreate', { body: { name: 'His', version: 2, content: {} } });
  const { group_id } = await owner.call('accountGroupSave', { body: { name: 'His' } });
  await tradeAt(server, '50000');
  for (const price of ['52000', '90000'])
    await owner.call('alertSave', {
      body: { instrument, watched_price: 'LAST', condition: { kind: 'CROSS', price }, duration: 'CLOSE_MANUALLY', note: '' },
    });
  await tradeAt(server, '53000');
  const [alert] = await owner.call('alertList');
  const [session] = await owner.call('securitySessions');
  const session_id = session?.session_id ?? '';
  const trade = await owner.call('tradeTemplateSave', { body: { revision: 0, name: 'His', content: ticket } });
  const start = await owner.call('startTemplateSave', { body: { revision: 0, name: 'His', content: begun } });
  const params = { apiId: api_id, instrumentId: instrument, price: '10000', qty: '0.01' };
  const one = await owner.call('strategyStart', { body: { name: 'His', strategy: 'strategy-sample/sample', params } });
  const run = await owner.call('backtestStart', { body: { name: 'His', choice: recordedWeek } });
  const { address_id } = await owner.call('addressAdd', {
    body: { label: 'Cold', asset: 'USDT', network: 'TRC20', address: 'TQn9Y2khEsLJW1Ch' },
  });
  const movement_id = 'his-withdrawal';
  await owner.call('withdrawalAsk', { body: { movement_id, api_id, account_type: 'spot', address_id, amount: '1' } });
  const { device_id } = await owner.call('noticeDeviceAdd', { body: { ...push.browser('his'), name: 'His' } });
  const password = server.demoAccounts.find(({ username }) => username === 'trader1')?.password ?? '';
  const { key } = await owner.call('apiKeyCreate', { body: { name: 'His', permission: 'read', addresses: [], password } as never });
  const messages = await until(
    () => owner.call('messageList', { query: { type: 3 } }),
    (told) => told.length > 0,
    'the alert has told him something',
  );
  // Of the same form, and nobody's.
  const beside = (id: string): string => `${id.slice(0, -1)}${id.endsWith('1') ? '2' : '1'}`;
  const named: Readonly<Record<string, Named>> = {
    api_id: [api_id, 999_999],
    api_ids: [api_id, 999_999],
    main_api_id: [api_id, 999_999],
    order_id: [order_id, '999999999'],
    'findOrder.client_order_id': ['his-own', 'nobodys'],
    group_id: [group_id, 999_998],
    id: [layout.id, beside(layout.id)],
    open: [[layout.id], [beside(layout.id)]],
    alert_id: [alert?.alert_id ?? '', beside(alert?.alert_id ?? '')],
    session_id: [session_id, beside(session_id)],
    template_id: [start.template_id, beside(start.template_id)],
    'tradeTemplateSave.template_id': [trade.template_id, beside(trade.template_id)],
    'tradeTemplateDelete.template_id': [trade.template_id, beside(trade.template_id)],
    instance_id: [one.instance_id, beside(one.instance_id)],
    run_id: [run.run_id, `b${'0'.repeat(19)}`],
    run_ids: [run.run_id, `b${'0'.repeat(19)}`],
    address_id: [address_id, beside(address_id)],
    movement_id: [movement_id, beside(movement_id)],
    device_id: [device_id, beside(device_id)],
    key_id: [key.key_id, beside(key.key_id)],
    messages: [messages.map(({ id }) => id), ['999999999']],
  };
  for (const [field, one] of Object.entries(named)) things.set(field, one);
}

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
  return { code, data: JSON.stringify(data)?.replace(/"as_of":\d+/, '') };
}
const belongings = async (): Promise<string> =>
  JSON.stringify([
    await Promise.all(
      (
        [
          ...(['apiList', 'accountOwn', 'accountGroupList', 'layoutList', 'alertList', 'tradeTemplateList', 'startTemplateList'] as const),
          ...(['addressList', 'withdrawalList', 'noticeWays', 'messageList'] as const),
        ] as const
      ).map((name) => owner.call(name)),
    ),
    (await owner.call('apiKeyList')).map(({ key_id }) => key_id),
    (await owner.call('instanceList', { query: { state: 'running' } })).map(({ instance_id, status }) => [instance_id, status]),
    (await owner.call('backtestList')).map(({ run_id, name }) => [run_id, name]),
    (await owner.call('securitySessions')).map(({ session_id }) => session_id),
    (await owner.call('openOrders')) as unknown,
    await owner.call('authorisationList'),
  ]);

describe('a thing of somebody else, named by its number', () => {
  it('answers as of one that nobody has, and changes nothing', async () => {
    const before = await belongings();
    const reached: string[] = [];
    const apart: string[] = [];
    const malformed: string[] = [];
    for (const [name, route] of Object.entries(server.routes)) {
      for (const field of Object.keys((schemaOf(route)?.properties ?? {}) as object)) {
        const named = things.get(`${name}.${field}`) ?? things.get(field);
        if (named === undefined) continue;
        const base = { ...('api_id' in (schemaOf(route)?.properties ?? {}) ? own : {}), ...(bases[name] ?? {}) };
        const [foreign, unknown] = [
          await answer(stranger, route, { ...base, [field]: named[0] }),
          await answer(stranger, route, { ...base, [field]: named[1] }),
        ];
        // Refused for its form, it has looked at nothing.
        (foreign.code === 40001 ? malformed : reached).push(`${name}.${field}`);
        if (foreign.code !== unknown.code || foreign.data !== unknown.data)
          apart.push(
            `${name}.${field}: ${foreign.code} ${foreign.data.slice(0, 80)} for his, ${unknown.code} ${unknown.data.slice(0, 80)} for nobody’s`,
          );
      }
    }
    expect(apart).toEqual([]);
    expect(await belongings()).toBe(before);
    expect(reached.length, reached.join(' ')).toBeGreaterThan(90);
    // The volatility of a market, whose id is nobody's.
    expect(malformed).toEqual(['volatility.id']);
  }, 60_000);
});

describe('a file of somebody else', () => {
  it('that proves a movement of money is there for those alone who answer for money, and proves nothing for another one of them', async () => {
    const [finance, manager] = [await server.signIn('finance'), await server.signIn('finance_manage')];
    const form = new FormData();
    form.append('proof', new Blob([new TextEncoder().encode('%PDF-1.7\n%%EOF\n')]), 'receipt.pdf');
    const sent = await fetch(server.url + httpBase + routes.movementProof.path, {
      method: 'POST',
      headers: { authorization: finance.token ?? '' },
      body: form,
    });
    const { data } = (await sent.json()) as Envelope<{ readonly file_id: string }>;
    const file_id = data?.file_id ?? '';
    const deposit = { kind: 'deposit', api_id: await apiOf(owner), account_type: 'spot', asset: 'USDT', amount: '1' } as const;
    const ask = (by: HttpClient, movement_id: string, file: string) =>
      answer(by, routes.movementAsk, { ...deposit, movement_id, reason: 'his deposit', proof: '', file_id: file });
    const [borrowed, made] = [
      await ask(manager, 'borrowed', file_id),
      await ask(manager, 'made-up-file', `${file_id.slice(0, -1)}${file_id.endsWith('1') ? '2' : '1'}`),
    ];
    expect(borrowed).toEqual(made);
    expect(borrowed.code).not.toBe(200);
    expect((await ask(finance, 'proven-file', file_id)).code).toBe(200);
    expect((await answer(manager, routes.movementFile, { movement_id: 'proven-file' })).data).toContain('%PDF');
    // Not even the owner of the account that it moved: it may show what the house keeps to itself.
    for (const by of [stranger, owner, await server.signIn('observer'), await server.signIn('risk'), await server.signIn('asset')]) {
      const [his, nobodys] = [
        await answer(by, routes.movementFile, { movement_id: 'proven-file' }),
        await answer(by, routes.movementFile, { movement_id: 'nobodys-file' }),
      ];
      expect(his).toEqual(nobodys);
      expect(his.data).not.toContain('%PDF');
    }
  });

  it('with all that the house holds of him has no name that a stranger could give: each gets his own', async () => {
    const marks = ['order_id', 'id', 'address_id', 'movement_id', 'instance_id', 'run_id'].map((field) => String(things.get(field)?.[0]));
    const file = async (by: HttpClient): Promise<string> => {
      const headers = { authorization: by.token ?? '' };
      return (await fetch(server.url + httpBase + routes.ownDataExport.path, { headers })).text();
    };
    const his = await file(owner);
    expect(marks.filter((mark) => !his.includes(mark))).toEqual([]);
    const another = await file(stranger);
    expect(another).toContain('trader2');
    // The short numbers of orders are found in any text.
    expect(marks.filter((mark) => mark.length > 12 && another.includes(mark))).toEqual([]);
    for (const forged of [{ user_id: 'trader1' }, { username: 'trader1' }, { table: '../trader1' }])
      expect((await answer(stranger, routes.ownDataExport, forged)).code).toBe(40001);
  });
});

describe('a topic of somebody else', () => {
  it('has no name that a stranger could ask for, and what its owner does is told to nobody else', async () => {
    const probe = await StreamProbe.open(server.url);
    await probe.request({ op: 'auth', token: stranger.token });
    const kinds = ['orders', 'fills', 'balances', 'accounts', 'strategies', 'layouts', 'alerts'];
    const marks = ['#', '/', ':', ' '];
    const forged = kinds.flatMap((kind) => marks.map((mark) => `${kind}${mark}${things.get('api_id')?.[0]}`));
    const answer = await probe.request({ op: 'subscribe', topics: [...forged, ...kinds] });
    expect(answer.refused).toEqual(forged);
    const order = { ...market, side: 'BUY', type: 'LIMIT', qty: '0.01' } as const;
    const [his] = await owner.call('doOrder', { body: { ...order, api_id: await apiOf(owner), price: '20001' } });
    const hidden = await owner.call('layoutCreate', { body: { name: 'Hidden', version: 2, content: {} } });
    const [mine] = await stranger.call('doOrder', { body: { ...order, api_id: await apiOf(stranger), price: '20002' } });
    const heard = (): string => JSON.stringify(probe.messages);
    // His own news come after those of the owner, so they would be here.
    await probe.until(() => heard().includes(`"${mine?.order_id}"`));
    expect(heard()).not.toContain(`"${his?.order_id}"`);
    expect(heard()).not.toContain(hidden.id);
    probe.socket.close();
  }, 30_000);
});
