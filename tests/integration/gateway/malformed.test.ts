import { createHash } from 'node:crypto';
import type { TSchema } from '@sinclair/typebox';
import { afterAll, describe, expect, it } from 'vitest';
import { RoleBook } from '../../../core/domain/accounts/role-book.ts';
import { httpBase, type RouteName, routes } from '../../../schemas/wire/index.ts';
import { maxPackageBytes } from '../../../schemas/wire/package.ts';
import type { Envelope, Route } from '../../../schemas/wire/route.ts';
import { closedToAdmins } from '../../kit/malformed/closed-to-admins.ts';
import { badIntegerTexts, badNameTexts, badValuesFor, malformedBodies, malformedQueries } from '../../kit/malformed/malformed.ts';
import { validBodies, validQueries } from '../../kit/malformed/valid-bodies.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { startTestServer } from '../../kit/servers/test-server.ts';
import { stored } from '../../kit/stored/stored.ts';

/** Its own list of calls says which there are: those of plugins are among them. */
const server = await startTestServer();
const admin: HttpClient = await server.signIn('admin');
const trader: HttpClient = await server.signIn('trader1');
const callers = await Promise.all(closedToAdmins.map(async ({ to, paths }) => ({ by: await server.signIn(to), paths })));
const tokenFor = ({ path }: Route): string => (callers.find(({ paths }) => paths.includes(path))?.by ?? admin).token ?? '';
afterAll(() => server.close());
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

/** Everything that a call could have changed: each table as one digest, and what is only in memory yet. */
async function state(): Promise<Readonly<Record<string, string>>> {
  const live = await Promise.all([
    admin.call('openOrders', { query: {} }),
    admin.call('balances', { query: {} }),
    admin.call('adminPluginSets'),
    admin.call('pluginList'),
    admin.call('instanceList', { query: { state: 'running' } }),
    admin.call('backtestList'),
    admin.call('adminPackages'),
  ]);
  return { ...(await stored(server.store)), live: createHash('sha256').update(JSON.stringify(live)).digest('hex') };
}

/** Of the cases before: they left everything as it was, so that one look at the state is enough for each test. */
let last: Readonly<Record<string, string>> | null = null;

/** Runs the cases, and checks that none of them was taken. */
async function refuseAll(cases: readonly (() => Promise<string | null>)[]): Promise<void> {
  // What wants a fresh confirmation says what is malformed to whoever has given one.
  await server.store.sessions.confirmed(
    createHash('sha256')
      .update(admin.token ?? '')
      .digest('hex'),
    Date.now(),
  );
  const before = last ?? (await state());
  const problems: string[] = [];
  for (const run of cases) {
    const problem = await run();
    if (problem !== null) problems.push(problem);
  }
  expect(problems).toEqual([]);
  last = await state();
  expect(last, 'something has changed').toEqual(before);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
}

const judge = (name: string, reply: Reply, code: number): string | null =>
  reply.envelope.code === code && reply.status >= 400 && reply.status < 500 && reply.envelope.data === null
    ? null
    : `${name}: got ${reply.status} ${JSON.stringify(reply.envelope).slice(0, 200)}, expected ${code}`;

describe('a malformed body is refused and changes nothing', () => {
  // Forms with a file have cases of their own: `server/gateway/guards/uploads.integration.test.ts`.
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
    const isOpen = route.access === 'public';
    expect(await as(null)).toBe(isOpen ? 40001 : 40101);
    expect(await as('A'.repeat(43))).toBe(isOpen ? 40001 : 40102);
    const forTraders = typeof route.access === 'string' || isForTraders(route.access);
    expect(await as(trader.token)).toBe(forTraders ? 40001 : 40301);
  });
});
