import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Principal } from '../../../core/contract/access.ts';
import { type ErrorCode, errorCatalogue } from '../../../core/contract/error-catalogue.ts';
import { accountActs } from '../../../core/domain/accounts/account-act.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { houseRoles, type Role, type VipLevel, vipLevels } from '../../../core/domain/accounts/role.ts';
import { RoleBook } from '../../../core/domain/accounts/role-book.ts';
import { contributionKinds, decideAccess, type PluginManifest, type PluginSource, partsOf } from '../../../core/kernel/index.ts';
import { httpBase, routes } from '../../../schemas/wire/index.ts';
import type { Envelope, Route } from '../../../schemas/wire/route.ts';
import { installedPlugins } from '../../../server/plugins/plugin-folders.ts';
import { HttpClient } from '../../kit/servers/http-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { userRecord } from '../../kit/store-records.ts';

/**
 * Who may do what, of every role at every VIP level: each route, each thing that a plugin brings, each topic, and what can be done with accounts.
 * The rows are made from the route table, the manifests and the topics; what each of them answers is read from a running server and held
 * against `docs/access-table.txt`, which is meant to be read when it changes.
 */

/** What one caller gets: it is there, it is there for a higher level, it is not there. */
type Answer = 'yes' | 'locked' | '-';
type Ask = (caller: Caller) => Promise<Answer>;

interface Caller {
  readonly principal: Principal;
  readonly client: HttpClient;
  readonly apiId: number;
  /** The server's list of plugins, and a socket: asked for once, as a page does. */
  readonly plugins: () => Promise<Map<string, number | null>>;
  readonly probe: () => Promise<StreamProbe>;
}

/** What belongs to a market has to name one. */
const ofMarkets: Readonly<Record<string, string>> = { ticker: '', depth: '', trades: '', candles: ':1m' };
const topicOf = (word: string): string => (ofMarkets[word] === undefined ? word : `${word}:tessera/BTCUSDT/spot${ofMarkets[word]}`);

let server: TestServer;
let sources: readonly PluginSource[];
let guestCaller: Caller;
const people = new Map<Role, readonly Caller[]>();
let stranger: Caller;
const probes: StreamProbe[] = [];

beforeAll(async () => {
  sources = await installedPlugins();
  server = await startTestServer({ plugins: sources });
  guestCaller = callerOf({ userId: null, username: null, role: null, vipLevel: 0 }, server.guest(), 0);
  for (const role of houseRoles) people.set(role, await Promise.all(vipLevels.map((level) => join(role, level))));
  stranger = await join('user', 3, 'stranger');
}, 300_000);
afterAll(async () => {
  for (const { socket } of probes) socket.close();
  await server.close();
});

/** A person of the role, signed in, with an account at the house that holds money. */
async function join(role: Role, vipLevel: VipLevel, name = `${role}${vipLevel}`): Promise<Caller> {
  const id = `table-${name}`;
  const user = userRecord(id, { username: id, role, vipLevel });
  await server.store.users.create(user);
  const opened = await server.sessions.open(user, { ip: '127.0.0.1', userAgent: 'table' });
  const { apiId } = await server.room.accounts.ensureAccount(id, 'tessera');
  await server.room.accounts.deposit(spotAccount(apiId), 'USDT', '10000', id);
  const client = new HttpClient(server.url);
  client.token = opened?.token ?? null;
  return callerOf({ userId: id, username: id, role, vipLevel }, client, apiId);
}

function callerOf(principal: Principal, client: HttpClient, apiId: number): Caller {
  let plugins: Promise<Map<string, number | null>> | undefined;
  let probe: Promise<StreamProbe> | undefined;
  return {
    ...{ principal, client, apiId },
    plugins: () => {
      plugins ??= client.call('pluginList').then((all) => new Map(all.map(({ id, locked_at_vip }) => [id, locked_at_vip])));
      return plugins;
    },
    probe: () => {
      probe ??= StreamProbe.open(server.url).then(async (open) => {
        if (client.token !== null) await open.request({ op: 'auth', token: client.token });
        probes.push(open);
        return open;
      });
      return probe;
    },
  };
}

/** Number of the error, or 200. */
async function codeOf({ client }: Caller, { path, method }: Route, body: object = { no_such_field: 1 }): Promise<number> {
  const response = await fetch(`${server.url}${httpBase}${path}${method === 'GET' ? '?no_such_field=1' : ''}`, {
    method,
    headers: { 'content-type': 'application/json', ...(client.token === null ? {} : { authorization: client.token }) },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  });
  if (!(response.headers.get('content-type') ?? '').includes('json')) return response.status;
  return ((await response.json()) as Envelope<unknown>).code;
}

const refusals: readonly ErrorCode[] = [
  'ACCESS_ROLE',
  'ACCESS_ACCOUNT',
  'ACCESS_PLUGIN',
  'SESSION_MISSING',
  'SESSION_INVALID',
  'STRATEGY_UNKNOWN',
];
const isOneOf = (codes: readonly ErrorCode[], number: number): boolean => codes.some((code) => errorCatalogue[code].number === number);

/** Whatever else is wrong with what was asked, it was not who asked. */
const answerOf = (number: number): Answer => (isOneOf(refusals, number) ? '-' : isOneOf(['ACCESS_VIP'], number) ? 'locked' : 'yes');

/** Four levels in one word: `yes`, `-`, `locked`, or the level from which it opens. */
function wordOf(answers: readonly Answer[]): string {
  const [first = '-'] = answers;
  if (answers.every((one) => one === first)) return first;
  const from = answers.indexOf('yes');
  const isStep = answers.every((one, level) => one === (level < from ? first : 'yes'));
  return isStep && first === 'locked' ? `VIP ${from}` : answers.join('/');
}

async function row(name: string, ask: Ask): Promise<string> {
  const cells = [await ask(guestCaller)] as string[];
  for (const role of houseRoles) cells.push(wordOf(await Promise.all((people.get(role) ?? []).map(ask))));
  return line(name, cells);
}

const line = (name: string, cells: readonly string[]): string =>
  `${name.padEnd(58)}${cells.map((cell) => cell.padEnd(9)).join('')}`.trimEnd();

async function section(title: string, rows: readonly (readonly [name: string, ask: Ask])[]): Promise<string> {
  const lines = [line(title, ['guest', ...houseRoles.map((role) => role.replace('finance_manage', 'fin_man'))])];
  for (const [name, ask] of rows) lines.push(await row(name, ask));
  return lines.join('\n');
}

/** What the caller has of one thing that a plugin brings: the server's list of plugins, and the manifest's own rule. */
function contributionOf(manifest: PluginManifest, access: PluginManifest['access']): Ask {
  return async ({ principal, plugins }) => {
    const lockedAtVip = (await plugins()).get(manifest.id);
    const own = decideAccess(new RoleBook(), principal, manifest.access, access);
    if (lockedAtVip === undefined || own.outcome === 'absent') return '-';
    return lockedAtVip !== null || own.outcome === 'locked' ? 'locked' : 'yes';
  };
}

const order = (apiId: number): object => ({
  ...{ api_id: apiId, exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' },
  ...{ side: 'BUY', type: 'LIMIT', price: '100', qty: '0.2' },
});

it('is the same for every route, plugin, topic and account as the table says', { timeout: 300_000 }, async () => {
  const routeRows = Object.entries(server.routes).map(([name, route]): readonly [string, Ask] => [
    `${route.method} ${route.path}`,
    async (caller) => {
      // It would end the caller's session for all rows after it.
      if (name !== 'outLogin') return answerOf(await codeOf(caller, route));
      return caller.principal.userId === null ? answerOf(await codeOf(caller, route)) : 'yes';
    },
  ]);
  const manifests = sources.map(({ manifest }) => manifest as PluginManifest);
  const pluginRows = manifests.flatMap((manifest) =>
    contributionKinds.flatMap((kind) =>
      partsOf(manifest, kind).map(({ id, access }): readonly [string, Ask] => [
        `${kind} ${manifest.id}/${id}`,
        contributionOf(manifest, access),
      ]),
    ),
  );
  const topicRows = server.topics.map(topicOf).map((topic): readonly [string, Ask] => [
    topic.replace(/:.*/, (rest) => rest.replace('tessera/BTCUSDT/spot', '<market>')),
    async (caller) => {
      const probe = await caller.probe();
      const { code } = await probe.request({ op: 'subscribe', topics: [topic] });
      await probe.request({ op: 'unsubscribe', topics: [topic] });
      return answerOf(code);
    },
  ]);
  const own = accountActs.map((act): readonly [string, Ask] => [
    `own account: ${act}`,
    async ({ client, apiId }) => {
      if (client.token === null) return '-';
      const account = (await client.call('apiList')).find(({ api_id }) => api_id === apiId);
      if (account?.may.includes(act) === true) return 'yes';
      return account?.locked_at_vip == null || (act !== 'trade' && act !== 'move') ? '-' : 'locked';
    },
  ]);
  const deeds: readonly (readonly [string, Ask])[] = [
    ['places an order with the own account', async (caller) => answerOf(await codeOf(caller, routes.doOrder, order(caller.apiId)))],
    [
      'places an order with somebody else’s account',
      async (caller) => answerOf(await codeOf(caller, routes.doOrder, order(stranger.apiId))),
    ],
    [
      'takes back all orders of the own account',
      async (caller) => answerOf(await codeOf(caller, routes.cancelAll, { api_id: caller.apiId })),
    ],
    [
      'takes back orders of somebody else’s account',
      async (caller) => answerOf(await codeOf(caller, routes.cancelAll, { api_id: stranger.apiId })),
    ],
    [
      'halts strategies of the own account',
      async (caller) => answerOf(await codeOf(caller, routes.strategyHalt, { api_id: caller.apiId, halted: false })),
    ],
    ['knows of somebody else’s account', knows],
    ['starts a grid', async (caller) => answerOf(await codeOf(caller, routes.strategyStart, start('strategy-shock-grid/shock-grid')))],
    [
      'starts a market maker',
      async (caller) => answerOf(await codeOf(caller, routes.strategyStart, start('strategy-market-maker/market-maker'))),
    ],
  ];
  const text = [
    await section('WITH ACCOUNTS', [...own, ...deeds]),
    await section('WHAT PLUGINS BRING', pluginRows),
    await section('TOPICS', topicRows),
    await section('ROUTES', routeRows),
  ].join('\n\n');
  const legend =
    'yes: at every VIP level   VIP n: from that level, shown locked below   locked: shown, at no level   -: does not exist\n\n';
  await expect(`${legend}${text}\n`).toMatchFileSnapshot('../../../docs/access-table.txt');
});

async function knows({ client }: Caller): Promise<Answer> {
  if (client.token === null) return '-';
  return (await client.call('apiAll')).some(({ api_id }) => api_id === stranger.apiId) ? 'yes' : '-';
}

const start = (strategy: string): object => ({ strategy, name: 'It', params: {} });
