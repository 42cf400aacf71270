import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../../core/contract/error-catalogue.ts';
import { MESSAGES } from '../../../core/contract/messages.ts';
import { AUTHENTICATION, DIALECTS, JOBS, ROUTES, TABLES, TOPICS } from '../../../core/contract/server-contributions.ts';
import type { PluginSource } from '../../../core/kernel/index.ts';
import { keyPrefix } from '../../../schemas/wire/api-key.ts';
import { routes } from '../../../schemas/wire/index.ts';
import type { ReplyOf, Route } from '../../../schemas/wire/route.ts';
import { ask, kitNotes, routesOfPlugins, serviceOf } from '../../kit/contributing.ts';
import { noteRoutes } from '../../kit/plugins/kit-notes/routes.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { until } from '../../kit/servers/strategy-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** A plugin's server half that adds calls and tables of its own, beside others that may not. */

const table = (id: string, ...statements: readonly string[]) =>
  serviceOf(id, { tables: TABLES }, async ({ services }) => {
    await services.tables.migrate([{ id: 1, name: 'first', statements }]);
    return undefined;
  });
const rowsByTrigger = [
  `create function foreign_rows_by_trigger__f() returns trigger language plpgsql as $$ begin
    update schema_migration set name = name; return new; end $$`,
  'create table foreign_rows_by_trigger__x (a int)',
  'create trigger late before insert on foreign_rows_by_trigger__x for each row execute function foreign_rows_by_trigger__f()',
  'insert into foreign_rows_by_trigger__x values (1)',
];
/** All that a plugin may make, and names in it that are none of a statement. */
const ownEverything = [
  `create table own_everything__x (id bigint generated always as identity primary key, user_id text references app_user (id), state text default 'end; commit')`,
  'create index own_everything__i on own_everything__x (user_id)',
  `create function own_everything__f() returns trigger language plpgsql as $$ begin new.state := 'made'; return new; end; $$`,
  'create trigger made before insert on own_everything__x for each row execute function own_everything__f()',
  'create view own_everything__v as select id from own_everything__x',
  'insert into own_everything__x (state) select name from schema_migration',
  'create sequence own_everything__s',
  "create type own_everything__t as enum ('a', 'b')",
];
const route = (id: string, name: string, path: string, value: ReplyOf<typeof noteRoutes.noteList> = []) =>
  serviceOf(id, { routes: ROUTES }, ({ services }) => {
    services.routes.add({ [name]: { ...noteRoutes.noteList, path } }, { [name]: async () => ({ ok: true, value }) });
    return undefined;
  });

const tooMuch = { text: 'Buy low', create_time: 1, password_hash: 'of somebody' };

/** A plugin with a page and nothing else. */
const page = (id: string, path: string): PluginSource => {
  const { manifest, ...source } = serviceOf(id, {}, () => undefined);
  return {
    ...source,
    otherSide: true,
    manifest: { ...(manifest as object), contributes: { routes: [{ id, title: `${id}.title`, path }] } },
  };
};
const scheme = (id: string, schemeId: string, prefix: string) =>
  serviceOf(id, { authentication: AUTHENTICATION }, ({ services }) => {
    services.authentication.add({ id: schemeId, description: '', prefix, find: async () => null, isLive: async () => false });
    return undefined;
  });

const topic = (id: string, name: string) =>
  serviceOf(id, { topics: TOPICS }, ({ services }) => {
    services.topics.forEverybody({ name, snapshot: () => null });
    return undefined;
  });

let server: TestServer;
let ann: HttpClient;
let admin: HttpClient;
const log: string[] = [];

beforeAll(async () => {
  server = await startTestServer({
    plugins: [
      pluginSource('venue-house'),
      kitNotes(),
      route('same-name', 'noteList', '/same-name/list'),
      route('same-path', 'otherList', '/kit-notes/list'),
      route('house-path', 'ownOrders', '/order/doOrder/../x'),
      route('house-name', 'doOrder', '/house-name/order'),
      route('tells-too-much', 'noteSecrets', '/kit-notes/secrets', [tooMuch]),
      topic('same-topic', 'kit-notes'),
      topic('house-topic', 'orders'),
      serviceOf('house-base', { dialects: DIALECTS }, ({ services }) => {
        const answer = async () => ({ status: 200, body: '' });
        services.dialects.add({ base: '/login', answer, failure: () => ({ status: 400, body: '' }) });
        return undefined;
      }),
      serviceOf('same-prefix', { authentication: AUTHENTICATION }, ({ services }) => {
        services.authentication.add({ id: 'x', description: '', prefix: 'ticket_', find: async () => null, isLive: async () => false });
        return undefined;
      }),
      serviceOf('same-job', { jobs: JOBS }, ({ services }) => {
        for (let times = 0; times < 2; times++) services.jobs.add({ id: 'twice', everyMs: 1_000, run: async () => undefined });
        return undefined;
      }),
      table('foreign-name', 'create table my_notes (a int)'),
      table('foreign-table', 'alter table app_user add column nick text'),
      table('foreign-index', 'create index foreign_index__i on app_user (created_ms)'),
      table('foreign-rows', 'create table foreign_rows__x (a int)', 'update schema_migration set name = name'),
      table('foreign-rows-by-trigger', ...rowsByTrigger),
      table(
        'foreign-trigger',
        'create function foreign_trigger__f() returns trigger language plpgsql as $$ begin return null; end $$',
        'create trigger late before update on app_user for each row execute function foreign_trigger__f()',
      ),
      table('foreign-emptied', 'truncate login_log'),
      table('foreign-default', "alter table app_user alter column state set default 'DISABLED'"),
      table('foreign-constraint', 'alter table api_key drop constraint api_key_pkey'),
      table('foreign-schema', 'create schema mine', 'create table mine.x (a int)'),
      serviceOf('message-alone', { tables: TABLES, messages: MESSAGES }, async ({ services: { tables, messages } }) => {
        await tables.migrate([{ id: 1, name: 'first', statements: ['create table message_alone__x (a int)'] }]);
        const message = { userId: null, kind: 'system', about: 'system', title: 'all or nothing', body: '', timeMs: 1 } as const;
        const cut = tables.transaction(async (sql) => {
          await sql.run('insert into message_alone__x values (1)');
          await messages.send(message, sql);
          throw new Error('cut');
        });
        await cut.catch(() => undefined);
        await messages.send({ ...message, title: 'by itself' });
        await messages.send(message, tables);
        return undefined;
      }),
      table('changes-session', '/* a */ set search_path = elsewhere'),
      table('foreign-rights', 'grant select on app_user to public'),
      table('foreign-checks', 'alter table session disable trigger all'),
      page('notebook', '/notebook/:id'),
      serviceOf('page-path', { dialects: DIALECTS }, ({ services }) => {
        services.dialects.add({
          base: '/notebook',
          answer: async () => ({ status: 200, body: '' }),
          failure: () => ({ status: 400, body: '' }),
        });
        return undefined;
      }),
      scheme('same-scheme', 'ticket', 'other_'),
      scheme('house-scheme', 'session', 'third_'),
      scheme('key-prefix', 'mine', keyPrefix),
      table('ends-early', 'commit; delete from app_user'),
      table('own-everything', ...ownEverything),
      table('broken-step', 'create table broken_step__x (a int)', 'select no_such_column from broken_step__x'),
      serviceOf('half-way', { routes: ROUTES }, ({ services }) => {
        services.routes.add({ halfWay: { ...noteRoutes.noteList, path: '/half/way' } }, { halfWay: async () => ({ ok: true, value: [] }) });
        throw new Error('the rest of it failed');
      }),
    ],
    onLog: (line) => log.push(line),
  });
  [ann, admin] = await Promise.all([server.signIn('trader1'), server.signIn('admin')]);
}, 400_000);
afterAll(() => server?.close());

describe('a call of a plugin', () => {
  it('is answered with its schemas, access and limits, like any other', async () => {
    expect(await ask(ann, noteRoutes.noteAdd, { text: 'Buy low' })).toMatchObject({ code: 200, data: [{ text: 'Buy low' }] });
    expect(await ask(admin, noteRoutes.noteList)).toMatchObject({ code: 200, data: [] });
    expect(await ask(ann, noteRoutes.noteAdd, { text: 'x'.repeat(21) })).toMatchObject({ status: 400, params: { field: 'text' } });
    expect(await ask(ann, noteRoutes.noteAdd, { text: 'a', more: 1 })).toMatchObject({ status: 400, params: { field: 'more' } });
    expect(await ask(server.guest(), noteRoutes.noteList)).toMatchObject({ status: 401, code: errorCatalogue.SESSION_MISSING.number });
    expect(await ask(ann, { ...noteRoutes.noteList, method: 'POST' }, {})).toMatchObject({ code: errorCatalogue.ROUTE_UNKNOWN.number });
  });

  it('stands in the pages of the API, with the permission that a key needs', async () => {
    const { paths } = (await (await fetch(`${server.url}/docs/json`)).json()) as { paths: Record<string, Record<string, object>> };
    expect(paths['/sapi/kit-notes/list']?.get).toMatchObject({ operationId: 'noteList', 'x-api-key-permission': 'read' });
    expect(paths['/sapi/kit-notes/add']?.post).toMatchObject({ description: expect.stringContaining('Not for API keys') });
    expect(Object.keys(server.routes)).toEqual(expect.arrayContaining(['doOrder', 'noteList', 'noteAdd']));
  });

  it('is answered with the fields that its schema names and no other, as every call of the product: one that tells more is a failure', async () => {
    const said = await ask(ann, { method: 'GET', path: '/kit-notes/secrets' });
    expect(said).toMatchObject({ status: 500, code: errorCatalogue.SERVER_FAILURE.number });
    expect(JSON.stringify(said)).not.toContain('of somebody');
    expect(log.some((line) => line.includes('the reply of noteSecrets breaks its schema'))).toBe(true);
    const objectsIn = (schema: unknown): readonly object[] => {
      if (typeof schema !== 'object' || schema === null) return [];
      const isOne = 'type' in schema && schema.type === 'object' && 'properties' in schema;
      return [...(isOne ? [schema] : []), ...Object.values(schema).flatMap(objectsIn)];
    };
    const calls = [...Object.values(routes), ...(await routesOfPlugins())] as readonly Route[];
    const told = calls.flatMap(({ path, reply }) => objectsIn(reply).map((one) => ({ path, one })));
    expect(told.length).toBeGreaterThan(300);
    expect(told.filter(({ one }) => !('additionalProperties' in one) || one.additionalProperties !== false)).toEqual([]);
  });

  it('is refused to whoever the plugin was taken from, and answered again when it is given back', async () => {
    const set = (await admin.call('adminPluginSets')).find(({ role }) => role === 'user');
    if (set === undefined) throw new Error('the role has no set');
    await admin.call('adminPluginSetSave', { body: { ...set, excluded: [...set.excluded, 'kit-notes'], reason: 'a test' } });
    expect(await ask(ann, noteRoutes.noteList)).toMatchObject({
      code: errorCatalogue.ACCESS_PLUGIN.number,
      params: { plugin: 'kit-notes' },
    });
    expect(await ask(admin, noteRoutes.noteList)).toMatchObject({ code: 200 });
    await admin.call('adminPluginSetSave', { body: { ...set, reason: 'a test' } });
    expect(await ask(ann, noteRoutes.noteList)).toMatchObject({ code: 200 });
  });
});

describe('a topic of a plugin', () => {
  const probe = async (client: HttpClient): Promise<StreamProbe> => {
    const opened = await StreamProbe.open(server.url);
    if (client.token !== null) await opened.request({ op: 'auth', token: client.token });
    return opened;
  };
  const subscribe = async (to: StreamProbe, ...topics: string[]): Promise<number> => (await to.request({ op: 'subscribe', topics })).code;

  it('tells each user what is his, everybody what is for all, and accounts to those who may see them', async () => {
    const [anns, admins, guests] = await Promise.all([probe(ann), probe(admin), probe(server.guest())]);
    expect(await subscribe(anns, 'kit-notes', 'kit-note-accounts')).toBe(200);
    expect(await subscribe(admins, 'kit-notes')).toBe(200);
    expect(await subscribe(guests, 'kit-notes')).toBe(errorCatalogue.SESSION_MISSING.number);
    expect(await subscribe(guests, 'kit-note-count')).toBe(errorCatalogue.ACCESS_PLUGIN.number);
    const own = (await ann.call('apiList')).map(({ api_id }) => api_id);
    const [snapshot] = await anns.until(() =>
      anns.ofTopic('kit-note-accounts').length > 0 ? anns.ofTopic('kit-note-accounts') : undefined,
    );
    expect(snapshot).toMatchObject({ k: 's', d: own });
    await ask(ann, noteRoutes.noteAdd, { text: 'Sell high' });
    await anns.until(() => anns.ofTopic('kit-notes').find(({ k }) => k === 'e'));
    expect(anns.ofTopic('kit-notes')).toEqual([expect.objectContaining({ k: 'e', d: { text: 'Sell high' } })]);
    const told = anns.ofTopic('kit-note-accounts').filter(({ k }) => k === 'e');
    expect(told.map(({ d }) => (d as { apiId: number }).apiId)).toEqual(own.filter((apiId) => apiId <= 8));
    expect(admins.ofTopic('kit-notes')).toEqual([]);
    for (const one of [anns, admins, guests]) one.close();
  });

  it('ends on open sockets when its plugin is withdrawn, and nothing else does', async () => {
    const anns = await probe(ann);
    expect(await subscribe(anns, 'kit-note-count', 'venues')).toBe(200);
    await anns.until(() => anns.ofTopic('kit-note-count').find(({ k }) => k === 'd'));
    const set = (await admin.call('adminPluginSets')).find(({ role }) => role === 'user');
    if (set === undefined) throw new Error('the role has no set');
    await admin.call('adminPluginSetSave', { body: { ...set, excluded: [...set.excluded, 'kit-notes'], reason: 'a test' } });
    expect(await subscribe(anns, 'kit-note-count')).toBe(errorCatalogue.ACCESS_PLUGIN.number);
    const before = anns.ofTopic('kit-note-count').length;
    await until(
      async () => lastRun(),
      (ran) => ran > Date.now() - 100,
      'the job runs on',
    );
    await anns.request({ op: 'ping' });
    expect(anns.ofTopic('kit-note-count')).toHaveLength(before);
    await admin.call('adminPluginSetSave', { body: { ...set, reason: 'a test' } });
    expect(await subscribe(anns, 'kit-note-count')).toBe(200);
    anns.close();
  });
});

/** When the plugin's job ended last, as the figures say. */
async function lastRun(): Promise<number> {
  const figures = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/tessera_job_ended_seconds\{owner="kit-notes",job="forget"\} (\S+)/.exec(figures)?.[1] ?? 0) * 1_000;
}

describe('a way to come in of a plugin', () => {
  it('lets a caller do what the permission of his token allows, on calls and sockets, until it ends', async () => {
    const { userId } = (await ann.call('currentUser')) as unknown as { readonly userId?: string };
    const holder = { url: server.url, token: `Bearer ticket_${userId ?? 'somebody'}_t1` };
    expect(await ask(holder, noteRoutes.noteList)).toMatchObject({ code: 200 });
    expect(await ask(holder, noteRoutes.noteAdd, { text: 'a' })).toMatchObject({ code: errorCatalogue.KEY_FORBIDDEN.number });
    const probe = await StreamProbe.open(server.url);
    expect((await probe.request({ op: 'auth', token: holder.token.slice(7) })).code).toBe(200);
    expect((await probe.request({ op: 'subscribe', topics: ['kit-notes'] })).code).toBe(200);
    expect((await probe.request({ op: 'subscribe', topics: ['layouts'] })).code).toBe(errorCatalogue.KEY_FORBIDDEN.number);
    await ask(ann, noteRoutes.noteAdd, { text: 'end t1' });
    await until(
      async () => probe.socket.readyState,
      (state) => state === probe.socket.CLOSED,
      'its socket is closed',
    );
    expect(await ask(holder, noteRoutes.noteList)).toMatchObject({ code: errorCatalogue.SESSION_INVALID.number });
    expect(await ask({ ...holder, token: 'Bearer ticket_' }, noteRoutes.noteList)).toMatchObject({ status: 401 });
  });

  it('stands in the pages of the API', async () => {
    const document = (await (await fetch(`${server.url}/docs/json`)).json()) as {
      readonly components: { readonly securitySchemes: object };
    };
    expect(document.components.securitySchemes).toMatchObject({ ticket: { scheme: 'bearer', bearerFormat: 'ticket_…' } });
  });
});

describe('a dialect of a plugin', () => {
  const call = async (path: string, init: RequestInit = {}): Promise<readonly [number, string]> => {
    const response = await fetch(`${server.url}/kit${path}`, init);
    return [response.status, await response.text()];
  };
  const signed = { 'x-kit-key': 'ticket_somebody_t2', 'content-type': 'application/x-www-form-urlencoded' };

  it('reads its own bodies and knows callers by every way to come in', async () => {
    const init = { headers: signed, body: 'text=Buy+low' };
    expect(await call('/v3/order?a=1&b=%20', { method: 'PUT', ...init })).toEqual([
      200,
      '["PUT","/v3/order","a=1&b=%20","Buy low","read"]',
    ]);
    expect(await call('/v3/order', { method: 'DELETE', headers: { 'x-kit-key': ann.token ?? '' } })).toEqual([
      200,
      '["DELETE","/v3/order","",null,"all"]',
    ]);
  });

  it('refuses and fails in its own manner, and the house goes on in its own', async () => {
    expect(await call('/v3/order')).toEqual([418, 'E:ACCESS_PLUGIN']);
    expect(await call('/v3/order', { headers: { 'x-kit-key': 'nonsense' } })).toEqual([418, 'E:SESSION_INVALID']);
    expect(await call('/v3/order', { method: 'POST', headers: signed, body: 'x'.repeat(41) })).toEqual([418, 'E:REQUEST_TOO_LARGE']);
    expect(await call('/broken', { headers: signed })).toEqual([418, 'E:SERVER_FAILURE']);
    expect(log.some((line) => line.includes('it broke'))).toBe(true);
    expect(await ask(ann, { method: 'GET', path: '/kit/v3/order' })).toMatchObject({
      status: 404,
      code: errorCatalogue.ROUTE_UNKNOWN.number,
    });
  });
});

describe('a job of a plugin', () => {
  it('is done again and again, and shows in the figures', async () => {
    await ask(ann, noteRoutes.noteAdd, { text: 'forget me' });
    const texts = async () => JSON.stringify((await ask(ann, noteRoutes.noteList)).data);
    await until(texts, (text) => !text.includes('forget me'), 'it is forgotten');
    expect(await lastRun()).toBeGreaterThan(0);
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('tessera_job_failed{owner="kit-notes",job="forget"} 0');
  });
});

describe('a plugin that cannot have what it wants is off with a sentence, and the rest goes on', () => {
  it.each([
    ['same-name', 'route name "noteList" is taken by plugin "kit-notes"'],
    ['same-path', 'route "GET /kit-notes/list" is taken by plugin "kit-notes"'],
    ['house-path', 'route "ownOrders" has the path "/order/doOrder/../x", which is none'],
    ['house-name', 'route name "doOrder" is the product\'s own'],
    ['same-topic', 'topic "kit-notes" is taken by plugin "kit-notes"'],
    ['house-topic', 'topic "orders" is the product\'s own'],
    ['house-base', 'path "/login" is the product\'s own'],
    ['same-prefix', 'prefix of tokens "ticket_" is taken by plugin "kit-notes"'],
    ['same-job', 'job "twice" is there twice'],
    ['foreign-name', 'table "my_notes" has to begin with "foreign_name__"'],
    ['foreign-table', 'table "app_user" is not its own to change'],
    ['foreign-index', 'index "foreign_index__i" is not its own to change'],
    ['foreign-rows', 'rows of table "schema_migration" is not its own to change'],
    ['foreign-rows-by-trigger', 'rows of table "schema_migration" is not its own to change'],
    ['foreign-trigger', 'trigger "late" of table "app_user" is not its own to change'],
    ['foreign-emptied', 'table "login_log" is not its own to change'],
    ['foreign-default', 'table "app_user" is not its own to change'],
    ['foreign-constraint', 'index "api_key_pkey" is not its own to change'],
    ['foreign-schema', 'schema "mine" has to begin with "foreign_schema__"'],
    ['ends-early', 'migration 1 (first) may neither end its transaction nor change its session'],
    ['message-alone', 'TRANSACTION_OPEN: a plugin has to hand over what its transaction was given'],
    ['changes-session', 'migration 1 (first) may neither end its transaction nor change its session'],
    ['foreign-rights', 'table "app_user" is not its own to change'],
    ['foreign-checks', 'table "session" is not its own to change'],
    ['page-path', 'path "/notebook" is the product\'s own'],
    ['same-scheme', 'way to come in "ticket" is taken by plugin "kit-notes"'],
    ['house-scheme', 'way to come in "session" is the product\'s own'],
    ['key-prefix', 'prefix of tokens "tsk_" is the product\'s own'],
    ['broken-step', 'migration 1 (first) failed: column "no_such_column" does not exist'],
    ['half-way', 'the rest of it failed'],
  ])('%s', async (id, sentence) => {
    const status = (await admin.call('adminPlugins')).find((plugin) => plugin.id === id);
    expect(status).toMatchObject({ state: 'failed', reason: sentence });
    expect(log.some((line) => line.includes(JSON.stringify(sentence).slice(1, -1)))).toBe(true);
  });

  it('and of a message in a transaction that was cut nothing is written', async () => {
    const titles = (await ann.call('messageList', { query: { type: 3 } })).map(({ title }) => title);
    expect(titles).toContain('by itself');
    expect(titles).not.toContain('all or nothing');
    expect(await server.store.tablesOf('message-alone').run('select * from message_alone__x')).toEqual([]);
  });

  it('while one that keeps to its own has all kinds of things', async () => {
    expect((await admin.call('adminPlugins')).find(({ id }) => id === 'own-everything')).toMatchObject({ state: 'active' });
    expect(await server.store.tablesOf('own-everything').run('select distinct state from own_everything__x')).toEqual([{ state: 'made' }]);
  });

  it('and nothing of it stays', async () => {
    expect(await ask(ann, { method: 'GET', path: '/half/way' })).toMatchObject({ code: errorCatalogue.ROUTE_UNKNOWN.number });
    const tables = server.store.sql;
    const left = await tables.run("select relname from pg_class where relname in ('my_notes', 'broken_step__x')");
    expect(left).toEqual([]);
    expect(await tables.run("select 1 from pg_attribute where attname = 'nick'")).toEqual([]);
  });
});
