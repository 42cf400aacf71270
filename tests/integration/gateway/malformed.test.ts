import { createHash } from 'node:crypto';
import type { TSchema } from '@sinclair/typebox';
import { afterAll, describe, expect, it } from 'vitest';
import { RoleBook } from '../../../core/domain/accounts/role-book.ts';
import { httpBase, type RouteName, routes } from '../../../schemas/wire/index.ts';
import { maxPackageBytes, packageFormat } from '../../../schemas/wire/package.ts';
import type { Envelope, Route } from '../../../schemas/wire/route.ts';
import { badIntegerTexts, badNameTexts, badValuesFor, malformedBodies, malformedQueries } from '../../kit/malformed/malformed.ts';
import { moneyBodies, moneyQueries, ofFinance } from '../../kit/malformed/money-bodies.ts';
import { peopleBodies } from '../../kit/malformed/people-bodies.ts';
import { ofRisk, riskBodies } from '../../kit/malformed/risk-bodies.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { noNumbers, unlimited } from '../../kit/servers/strategy-client.ts';
import { startTestServer } from '../../kit/servers/test-server.ts';

/** Its own list of calls says which there are: those of plugins are among them. */
const server = await startTestServer();
const admin: HttpClient = await server.signIn('admin');
const manager: HttpClient = await server.signIn('finance_manage');
const riskPerson: HttpClient = await server.signIn('risk');
const tokenFor = ({ path }: Route): string => (ofFinance.includes(path) ? manager : ofRisk.includes(path) ? riskPerson : admin).token ?? '';
afterAll(() => server.close());
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' };

const instanceId = `s${'0'.repeat(19)}`;
const startChoice = { strategy: 'no/such', name: 'Daily', environment: 'canary', params: {}, limits: unlimited };

const runId = `b${'0'.repeat(19)}`;
const backtestChoice = {
  ...{ strategy: 'no/such', params: {}, origin: 'house', kind: 'candles', interval: '1m', from: null, to: null },
  ...{ balances: { USDT: '1000' }, maker_fee: '0', taker_fee: '0', latency_ms: 0, optimistic: false, seed: 1, look_ahead: false },
  ...{ sweep: { axes: [{ field: 'levels', values: [1] }], drawn: 1, objective: 'sharpe' }, folds: 2 },
};

const unpacked = { format: packageFormat, files: [{ path: 'x', sha256: '0'.repeat(64), text: '' }], hash: '0'.repeat(64) };

/** A body that each route would take; a new route with a body has to be added here. */
const validBodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  login: { account: 'nobody', password: 'wrong password' },
  configSave: { config_json: '{}' },
  doOrder: { api_id: 1, ...market, side: 'BUY', type: 'LIMIT', price: '60000', qty: '0.1' },
  amendOrder: { api_id: 1, ...market, order_id: '1', price: '60000', qty: '1', trigger_price: '1' },
  cancelOrder: { api_id: 1, ...market, order_id: '1' },
  cancelAll: { api_id: 1, symbol: 'BTCUSDT', account_type: 'spot' },
  transfer: { api_id: 1, from: { account_type: 'spot' }, to: { account_type: 'usdm' }, asset: 'USDT', amount: '1', transfer_id: 'a' },
  pluginOptOut: { plugin: 'venue-house', off: true },
  adminPluginSetPreview: { role: 'user', included: ['*'], excluded: [], vip_overrides: {}, locked: [] },
  adminPluginSetSave: { role: 'user', included: ['*'], excluded: [], vip_overrides: {}, locked: [], reason: 'because' },
  adminPluginSetAs: { set: { role: 'user', included: ['*'], excluded: [], vip_overrides: {}, locked: [] }, level: 1 },
  adminNamedSetSave: { name: 'pro', included: ['*'], excluded: [], vip_overrides: {}, locked: [], reason: 'because' },
  adminProductVersionTie: { product_version: 'pro', set_name: 'pro', reason: 'because' },
  adminNamedSetRemove: { name: 'pro', reason: 'because' },
  adminPackageExamine: unpacked,
  adminPackageInstall: { package: unpacked, grant: { capabilities: [], reach: {} }, accept_untrusted: true },
  adminPackageUpdate: { package: unpacked, grant: { capabilities: [], reach: {} }, accept_untrusted: true },
  adminPackageGrant: { plugin: 'panel-none', grant: { capabilities: [], reach: {} } },
  adminPackageKeyAdd: { name: 'Ann', public_key: `${'A'.repeat(42)}B=` },
  adminPackageKeyRemove: { public_key: `${'A'.repeat(43)}=` },
  adminPackageSwitch: { plugin: 'panel-none', enabled: true },
  adminPackageRemove: { plugin: 'panel-none' },
  noticeDeviceAdd: { endpoint: 'https://fcm.googleapis.com/x', p256dh: 'B'.repeat(87), auth: 'A'.repeat(22), name: 'Chrome' },
  noticeDeviceRemove: { device_id: '11111111-2222-3333-4444-555555555555' },
  noticeTry: {},
  alertSave: {
    instrument: 'tessera/BTCUSDT/spot',
    watched_price: 'LAST',
    condition: { kind: 'CROSS', price: '60000' },
    duration: 'ONE_MINUTE',
    note: '',
  },
  apiKeyCreate: { name: 'Bot', permission: 'read', addresses: [], password: 'wrong' },
  apiKeyRevoke: { key_id: '0123456789abcdef' },
  alertStatus: { alert_id: 'gone', status: 'PAUSED' },
  alertDelete: { alert_id: 'gone' },
  tradeTemplateSave: {
    template_id: 'a',
    revision: 0,
    name: 'Quarter',
    content: {
      side: 'BUY',
      mode: 'ORDER',
      type: 'LIMIT',
      time_in_force: 'GTC',
      stp: 'EXPIRE_TAKER',
      by_quote: false,
      profit_type: 'LIMIT',
      stop_type: 'STOP_MARKET',
      percent: 25,
      price: '1',
    },
  },
  tradeTemplateDelete: { template_id: 'a', revision: 1 },
  documentSave: { kind: 'chart', key: 'a', revision: 0, content: {} },
  documentDelete: { kind: 'chart', key: 'a', revision: 0 },
  layoutCreate: { name: 'Main', version: 2, content: {} },
  layoutSave: { id: 'gone', version: 2, revision: 0, content: {} },
  layoutRename: { id: 'gone', name: 'Main' },
  layoutReset: { id: 'gone', revision: 0, built_in: true },
  layoutDelete: { id: 'gone' },
  layoutRestore: { id: 'gone' },
  layoutTabs: { open: [], active: null, ai: null },
  adminLayoutShare: { id: 'gone', role: 'user' },
  adminLayoutUnshare: { id: 'gone' },
  adminLayoutDefault: { role: 'user', id: null },
  strategyStart: startChoice,
  symbolSubscriptionAdd: { ...market },
  symbolSubscriptionRemove: { ...market },
  strategyPreview: { strategy: 'no/such', environment: 'canary', params: {} },
  strategyStop: { instance_id: instanceId },
  strategyUpdate: { instance_id: instanceId, params: {} },
  strategyUpdateCancel: { instance_id: instanceId },
  startTemplateSave: { template_id: 'a', revision: 0, name: 'Daily', content: startChoice },
  startTemplateDelete: { template_id: 'a', revision: 1 },
  strategyLimitsSave: { api_id: 1, limits: noNumbers },
  strategyHalt: { halted: true, api_id: 1 },
  adminStrategyHalt: { halted: true },
  adminMarketTerms: { id: 'tessera/BTCUSDT/spot', min_notional: '5', reason: 'a test' },
  adminMarketFees: { id: 'tessera/BTCUSDT/spot', maker_fee: '0.001', taker_fee: '0.001', reason: 'a test' },
  adminFeeTier: { exchange: 'tessera', tier: 0, maker_share: '1', taker_share: '1', reason: 'a test' },
  adminAccountDiscount: { api_id: 1, discount: '0', reason: 'a test' },
  adminStayingStop: { instance_ids: [instanceId] },
  adminAnnouncementSave: { texts: { en: { title: 'News', text: 'In full' } }, pinned: false },
  adminAnnouncementReach: { audience: { kind: 'everybody' } },
  adminAnnouncementWithdraw: { announcement_id: 'a' },
  inboxRetention: { retention_days: 90 },
  inboxState: { letter_id: 'a', state: 'closed' },
  inboxNote: { letter_id: 'a', body: 'Called back' },
  inboxDelete: { letter_id: 'a' },
  ...peopleBodies,
  platformMailChange: { version: 99, server: null, reason: 'malformed' },
  platformSmsChange: { version: 99, gateway: null, reason: 'malformed' },
  platformSmsTest: { to: '+85255550101' },
  platformChange: { version: 99, firm_name: 'Firm', reason: 'malformed' },
  ...moneyBodies,
  ...riskBodies,
  fearGreedImport: { name: 'Ours', csv: '2026-01-01,50' },
  contactSend: { firstName: 'Ann', email: 'ann' },
  backtestStart: { name: 'Daily', choice: backtestChoice },
  backtestCancel: { run_id: runId },
  backtestRename: { run_id: runId, name: 'Daily' },
  backtestDelete: { run_id: runId },
  backtestRestore: { run_id: runId },
  backtestStepsClose: { run_id: runId },
};
const validQueries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  captchaImage: { captcha_id: 'aaaaaaaaaaaa' },
  login: { captcha_id: 'aaaaaaaaaaaa', captcha_value: '1' },
  contactSend: { captcha_id: 'aaaaaaaaaaaa', captcha_value: '1' },
  checkInviteCode: { invite_code: 'A' },
  inboxLetter: { letter_id: 'a' },
  inboxFile: { letter_id: 'a' },
  outboxBody: { delivery_id: 'a' },
  register: { captcha_id: 'aaaaaaaaaaaa', captcha_value: '1' },
  captchaEmail: { email: 'ann@people.example', captcha_id: 'aaaaaaaaaaaa', captcha_value: '1' },
  captchaPhone: { phone: '+85255550101', captcha_id: 'aaaaaaaaaaaa', captcha_value: '1' },
  forgetPasswordEmail: { email: 'ann@people.example', captcha_id: 'aaaaaaaaaaaa', captcha_value: '1' },
  checkEmail: { email: 'ann@people.example' },
  checkPhone: { phone: '+85255550101' },
  checkUsername: { username: 'ann' },
  personGet: { user_id: 'a' },
  personHistory: { user_id: 'a' },
  ...moneyQueries,
  careerSend: { captcha_id: 'aaaaaaaaaaaa', captcha_value: '1' },
  klines: { ...market, interval: '1m' },
  klinesHistory: { ...market, interval: '1m', before: '1' },
  tradeFlow: { ...market, window: '1h' },
  sparklines: { ids: 'tessera/BTCUSDT/spot' },
  depth: market,
  trades: market,
  findOrder: { api_id: '1', account_type: 'spot', client_order_id: 'a' },
  orderRefusals: { from: '0' },
  orderEvents: { api_id: '1', exchange: 'tessera', order_id: '1' },
  documentList: { kind: 'chart' },
  documentGet: { kind: 'chart', key: 'a' },
  layoutOpen: { id: 'gone' },
  instanceList: { state: 'running' },
  instanceInfo: { instance_id: instanceId },
  instanceMarks: { instance_id: instanceId },
  backtestResult: { run_id: runId },
  backtestTrades: { run_id: runId, page: '0' },
  backtestCompare: { run_ids: runId },
  backtestSteps: { run_id: runId, page: '0' },
  instanceDeviations: { instance_id: instanceId },
  instanceState: { instance_id: instanceId },
  instancePlots: { instance_id: instanceId },
  volatility: { id: 'tessera/BTCUSDT/spot' },
  observerInstances: { state: 'running' },
  riskInstances: { state: 'running' },
  messageList: { type: '1' },
  messageLoad: { type: '1', last_time: '0' },
  messageLoadBefore: { type: '1', before_id: '1' },
};
const layoutBytes = 516 * 1024;
const limits: Readonly<Record<string, number>> = {
  adminPackageExamine: maxPackageBytes + 4_096,
  adminPackageInstall: maxPackageBytes + 4_096,
  adminPackageUpdate: maxPackageBytes + 4_096,
  layoutCreate: layoutBytes,
  layoutSave: layoutBytes,
  configSave: 300 * 1024,
  fearGreedImport: 256 * 1024,
  peopleImport: 640 * 1024,
  documentSave: 320 * 1024,
};
/** Only its query is tried with a session: any call ends it. */
const endsSession: RouteName = 'outLogin';

const allRoutes = Object.entries(server.routes);
const queryOf = (name: string): string => new URLSearchParams(validQueries[name]).toString();

interface Reply {
  readonly status: number;
  readonly envelope: Envelope<unknown>;
}

async function send(route: Route, query: string, body?: string | Buffer, contentType: string | null = 'application/json'): Promise<Reply> {
  const response = await fetch(`${server.url}${httpBase}${route.path}${query === '' ? '' : `?${query}`}`, {
    method: route.method,
    headers: { authorization: tokenFor(route), ...(body === undefined || contentType === null ? {} : { 'content-type': contentType }) },
    ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
  });
  return { status: response.status, envelope: (await response.json()) as Envelope<unknown> };
}

/** Everything that a call could have changed, as one hash. */
async function stateHash(): Promise<string> {
  const parts = await Promise.all([
    admin.call('openOrders', { query: {} }),
    admin.call('balances', { query: {} }),
    admin.call('orderHistory', { query: {} }),
    admin.call('ledger', { query: {} }),
    admin.call('configGet'),
    admin.call('layoutList'),
    admin.call('adminPluginSets'),
    admin.call('pluginList'),
    admin.call('alertList'),
    admin.call('documentList', { query: { kind: 'chart' } }),
    admin.call('tradeTemplateList'),
    admin.call('startTemplateList'),
    admin.call('symbolSubscriptionList'),
    admin.call('strategyLimits'),
    admin.call('instanceList', { query: { state: 'running' } }),
    admin.call('backtestList'),
    admin.call('adminPackages'),
  ]);
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Of the cases before: they left everything as it was, so that one look at the state is enough for each test. */
let lastHash: string | null = null;

/** Runs the cases, and checks that none of them was taken. */
async function refuseAll(cases: readonly (() => Promise<string | null>)[]): Promise<void> {
  // What wants a fresh confirmation says what is malformed to whoever has given one.
  await server.store.sessions.confirmed(
    createHash('sha256')
      .update(admin.token ?? '')
      .digest('hex'),
    Date.now(),
  );
  const before = lastHash ?? (await stateHash());
  const problems: string[] = [];
  for (const run of cases) {
    const problem = await run();
    if (problem !== null) problems.push(problem);
  }
  expect(problems).toEqual([]);
  lastHash = await stateHash();
  expect(lastHash, 'something has changed').toBe(before);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
}

const judge = (name: string, reply: Reply, code: number): string | null =>
  reply.envelope.code === code && reply.status >= 400 && reply.status < 500 && reply.envelope.data === null
    ? null
    : `${name}: got ${reply.status} ${JSON.stringify(reply.envelope).slice(0, 200)}, expected ${code}`;

describe('a malformed body is refused and changes nothing', () => {
  // Forms with a file have cases of their own: `form-upload.integration.test.ts`.
  const posts = allRoutes.filter(([, route]) => route.method === 'POST' && route.upload === undefined);

  it('has a valid body for every route that takes one', () => {
    expect(Object.keys(validBodies).sort()).toEqual(posts.flatMap(([name, route]) => (route.body === undefined ? [] : [name])).sort());
  });

  it.each(posts)('%s', async (name, route) => {
    const valid = validBodies[name] ?? {};
    const cases = malformedBodies(valid, limits[name] ?? 64 * 1024);
    expect(cases.length).toBeGreaterThanOrEqual(20);
    await refuseAll(cases.map((one) => async () => judge(one.name, await send(route, queryOf(name), one.body, one.contentType), one.code)));
  });

  it.each(posts.filter(([, route]) => route.body !== undefined))('%s, field by field', async (name, route) => {
    const valid = validBodies[name] ?? {};
    const properties = (route.body?.properties ?? {}) as Readonly<Record<string, TSchema>>;
    const cases = Object.entries(properties).flatMap(([field, schema]) =>
      badValuesFor(schema).map((value) => async () => {
        const reply = await send(route, queryOf(name), JSON.stringify({ ...valid, [field]: value }));
        const named = String(reply.envelope.params?.field ?? '').startsWith(field) ? null : `${field} is not named`;
        return judge(`${field} = ${JSON.stringify(value).slice(0, 40)}`, reply, 40001) ?? named;
      }),
    );
    const required = (route.body?.required ?? []) as readonly string[];
    const missing = required.map((field) => async () => {
      const { [field]: _left, ...rest } = valid;
      return judge(`without ${field}`, await send(route, queryOf(name), JSON.stringify(rest)), 40001);
    });
    await refuseAll([...cases, ...missing]);
  });

  it('refuses a field that stands there twice, and names it', async () => {
    const reply = await send(routes.cancelAll, '', '{"api_id":"1","api_id":1}');
    expect(reply.envelope).toMatchObject({ code: 40001, params: { field: 'api_id', rule: 'must not be repeated' } });
  });

  it.each([
    ['gzip', { 'content-encoding': 'gzip' }, 415],
    ['no coding', { 'content-encoding': 'identity' }, 200],
    ['UTF-16', { 'content-type': 'application/json; charset=utf-16' }, 415],
    ['UTF-8', { 'content-type': 'application/json;charset=UTF-8' }, 200],
    ['UTF-8 in quotes', { 'content-type': 'application/json; charset="utf-8"' }, 200],
    ['another parameter', { 'content-type': 'application/json; version=2' }, 415],
  ])('reads a body that says it is in %s as that, or not at all', async (_name, headers, status) => {
    const response = await fetch(`${server.url}${httpBase}${routes.checkToken.path}`, {
      method: 'POST',
      headers: { authorization: admin.token ?? '', 'content-type': 'application/json', ...headers },
      body: '{}',
    });
    expect([response.status, ((await response.json()) as Envelope<unknown>).code]).toEqual([status, status === 415 ? 40004 : 200]);
  });

  it('refuses a body in a body-less POST and takes an empty one', async () => {
    expect((await send(routes.checkToken, '', '{"a":1}')).envelope.code).toBe(40001);
    expect((await send(routes.checkToken, '', '{}')).envelope.data).toBe(1);
    expect((await send(routes.checkToken, '')).envelope.data).toBe(1);
  });
});

describe('a malformed query is refused and changes nothing', () => {
  it.each(allRoutes)('%s', async (name, route) => {
    const valid = validQueries[name] ?? {};
    const body = name in validBodies ? JSON.stringify(validBodies[name]) : undefined;
    const properties = (route.query?.properties ?? {}) as Readonly<Record<string, TSchema>>;
    const ask = async (query: string): Promise<string | null> => judge(query.slice(0, 80), await send(route, query, body), 40001);
    const encoded = (query: Readonly<Record<string, string>>): string => new URLSearchParams(query).toString();
    const bad = Object.entries(properties).flatMap(([field, schema]) => {
      const free = schema.type === 'string' && schema.pattern === undefined && schema.enum === undefined;
      const texts = schema.type === 'integer' ? badIntegerTexts : free ? ['\u0000', 'x'.repeat(300)] : badNameTexts;
      const first = valid[field] ?? '1';
      return [
        ...texts.map((text) => () => ask(encoded({ ...valid, [field]: text }))),
        () => ask(`${encoded({ ...valid, [field]: first })}&${field}=${encodeURIComponent(first)}`),
      ];
    });
    const always = malformedQueries.map((extra) => () => ask([encoded(valid), extra].filter((part) => part !== '').join('&')));
    expect(always.length).toBeGreaterThanOrEqual(20);
    await refuseAll([...bad, ...always]);
  });
});

describe('a call that no route has', () => {
  it.each([
    ['GET', '/sapi/nothing'],
    ['GET', '/sapi/order/doOrder'],
    ['POST', '/sapi/user/currentUser'],
    ['DELETE', '/sapi/user/config/get'],
    ['GET', '/sapi/../sapi/nothing'],
    ['GET', '/sapi/%ff'],
    ['GET', `/sapi/${'x'.repeat(3000)}`],
  ])('%s %s is unknown', async (method, path) => {
    const response = await fetch(server.url + path, { method });
    expect(response.status).toBe(404);
    expect(((await response.json()) as Envelope<unknown>).code).toBe(40401);
  });
});

const roles = new RoleBook();
const isForTraders = ({ roles: named, account }: Exclude<Route['access'], string>): boolean =>
  (!Array.isArray(named) || named.includes('user')) && (account === undefined || roles.may('user', account));

describe('who may call', () => {
  it.each(allRoutes.filter(([name]) => name !== endsSession))('%s', async (_name, route) => {
    const as = async (token: string | null): Promise<number> => {
      const response = await fetch(`${server.url}${httpBase}${route.path}?bogus=1`, {
        method: route.method,
        headers: token === null ? {} : { authorization: token },
      });
      return ((await response.json()) as Envelope<unknown>).code;
    };
    const trader = await server.signIn('trader1');
    const isOpen = route.access === 'public';
    expect(await as(null)).toBe(isOpen ? 40001 : 40101);
    expect(await as('A'.repeat(43))).toBe(isOpen ? 40001 : 40102);
    const forTraders = typeof route.access === 'string' || isForTraders(route.access);
    expect(await as(trader.token)).toBe(forTraders ? 40001 : 40301);
  });
});
