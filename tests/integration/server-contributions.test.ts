import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../core/contract/error-catalogue.ts';
import { ROUTES, TABLES } from '../../core/contract/server-contributions.ts';
import { ask, kitNotes, serviceOf } from '../kit/contributing.ts';
import type { HttpClient } from '../kit/http-client.ts';
import { noteRoutes } from '../kit/plugins/kit-notes/routes.ts';
import { pluginSource, startTestServer, type TestServer } from '../kit/test-server.ts';

/** A plugin's server half that adds calls and tables of its own, beside others that may not. */

const table = (id: string, ...statements: readonly string[]) =>
  serviceOf(id, { tables: TABLES }, async ({ services }) => {
    await services.tables.migrate([{ id: 1, name: 'first', statements }]);
    return undefined;
  });
const route = (id: string, name: string, path: string) =>
  serviceOf(id, { routes: ROUTES }, ({ services }) => {
    services.routes.add({ [name]: { ...noteRoutes.noteList, path } }, { [name]: async () => ({ ok: true, value: [] }) });
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
      table('foreign-name', 'create table my_notes (a int)'),
      table('foreign-table', 'alter table app_user add column nick text'),
      table('broken-step', 'create table broken_step__x (a int)', 'select no_such_column from broken_step__x'),
      serviceOf('half-way', { routes: ROUTES }, ({ services }) => {
        services.routes.add({ halfWay: { ...noteRoutes.noteList, path: '/half/way' } }, { halfWay: async () => ({ ok: true, value: [] }) });
        throw new Error('the rest of it failed');
      }),
    ],
    onLog: (line) => log.push(line),
  });
  [ann, admin] = await Promise.all([server.signIn('trader1'), server.signIn('admin')]);
}, 120_000);
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

  it('is refused to whoever the plugin was taken from, and answered again when it is given back', async () => {
    const set = (await admin.call('adminPluginSets')).find(({ role }) => role === 'user');
    if (set === undefined) throw new Error('the role has no set');
    await admin.call('adminPluginSetSave', { body: { ...set, excluded: [...set.excluded, 'kit-notes'] } });
    expect(await ask(ann, noteRoutes.noteList)).toMatchObject({
      code: errorCatalogue.ACCESS_PLUGIN.number,
      params: { plugin: 'kit-notes' },
    });
    expect(await ask(admin, noteRoutes.noteList)).toMatchObject({ code: 200 });
    await admin.call('adminPluginSetSave', { body: set });
    expect(await ask(ann, noteRoutes.noteList)).toMatchObject({ code: 200 });
  });
});

describe('a plugin that cannot have what it wants is off with a sentence, and the rest goes on', () => {
  it.each([
    ['same-name', 'route name "noteList" is taken by plugin "kit-notes"'],
    ['same-path', 'route "GET /kit-notes/list" is taken by plugin "kit-notes"'],
    ['house-path', 'route "ownOrders" has the path "/order/doOrder/../x", which is none'],
    ['house-name', 'route name "doOrder" is the product\'s own'],
    ['foreign-name', 'table "my_notes" has to begin with "foreign_name__"'],
    ['foreign-table', 'table "app_user" is not its own to change'],
    ['broken-step', 'migration 1 (first) failed: column "no_such_column" does not exist'],
    ['half-way', 'the rest of it failed'],
  ])('%s', async (id, sentence) => {
    const status = (await admin.call('adminPlugins')).find((plugin) => plugin.id === id);
    expect(status).toMatchObject({ state: 'failed', reason: sentence });
    expect(log.some((line) => line.includes(JSON.stringify(sentence).slice(1, -1)))).toBe(true);
  });

  it('and nothing of it stays', async () => {
    expect(await ask(ann, { method: 'GET', path: '/half/way' })).toMatchObject({ code: errorCatalogue.ROUTE_UNKNOWN.number });
    const tables = server.store.tablesOf('kit-notes');
    const left = await tables.run("select relname from pg_class where relname in ('my_notes', 'broken_step__x')");
    expect(left).toEqual([]);
    expect(await tables.run("select 1 from pg_attribute where attname = 'nick'")).toEqual([]);
  });
});
