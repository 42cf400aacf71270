import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../core/contract/app-error.ts';
import type { PackageView, PluginPackage } from '../../../schemas/wire/package.ts';
import { accepting, foreignCode, foreignFiles, foreignManifest, foreignStrategy, packageOf } from '../../kit/packages.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';

import { infoOf, kinds, kitParams, stopAndWait, until, untilStatus } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { strategyKit } from '../../kit/strategy-plugins.ts';

const plugins = [pluginSource('venue-house'), strategyKit];
let server: TestServer;
let admin: HttpClient;
let trader: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ plugins });
  [admin, trader] = [await server.signIn('admin'), await server.signIn('trader1')];
}, 150_000);
afterAll(() => server?.close());

interface Page {
  readonly access?: object;
  readonly requires?: readonly string[];
  readonly commands?: readonly object[];
  readonly open?: readonly object[];
  readonly panels?: readonly object[];
}

const install = (body: PluginPackage): Promise<PackageView> => admin.call('adminPackageInstall', { body: accepting(body) });
const remove = (plugin: string): Promise<null> => admin.call('adminPackageRemove', { body: { plugin } });
const start = async (id: string, client = trader, over: object = {}) =>
  client.call('strategyStart', {
    body: { strategy: `${id}/main`, name: id, params: await kitParams(client, { price: '30000', pauseMs: 20, ...over }) },
  });
const ticksOf = async (one: Awaited<ReturnType<typeof start>>): Promise<number> =>
  (await infoOf(trader, one)).events.filter(({ kind }) => kind === 'note').length;

/** Code and params of a refusal. */
const refusalOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it was taken',
    (error: unknown) => (error instanceof AppError ? `${error.code} ${JSON.stringify(error.params)}` : String(error)),
  );

describe('a package', () => {
  it('gives its strategy to traders, who start, see and stop it like any other', async () => {
    const installed = await install(foreignStrategy('strategy-guest'));
    expect(installed).toMatchObject({ id: 'strategy-guest', version: '1.0.0', state: 'enabled', strategies: ['main'], running: 0 });
    const offered = await trader.call('strategyTemplates');
    expect(offered.map(({ strategy }) => strategy)).toContain('strategy-guest/main');
    const one = await start('strategy-guest');
    expect(one).toMatchObject({ status: 'TRADING', strategy: 'strategy-guest/main' });
    await until(
      () => ticksOf(one),
      (ticks) => ticks >= 3,
      'it ticks',
    );
    expect((await infoOf(trader, one)).orders).toMatchObject([{ price: '30000' }]);
    expect((await admin.call('adminPackages')).map(({ running }) => running)).toEqual([1]);
    expect(await refusalOf(remove('strategy-guest'))).toContain('PACKAGE_RUNNING {"plugin":"strategy-guest","count":1}');
    expect(kinds(await stopAndWait(trader, one)).at(-1)).toBe('stopped');
    await remove('strategy-guest');
    expect(await admin.call('adminPackages')).toEqual([]);
    expect(await refusalOf(start('strategy-guest'))).toContain('STRATEGY_UNKNOWN');
  }, 120_000);

  it('is updated under a running instance, which goes on from its state; a state that cannot be read on is refused', async () => {
    await install(foreignStrategy('strategy-moves'));
    const one = await start('strategy-moves');
    await until(
      () => ticksOf(one),
      (ticks) => ticks >= 2,
      'it ticks',
    );
    const update = (version: string, code: string) =>
      admin.call('adminPackageUpdate', { body: accepting(foreignStrategy('strategy-moves', code, { version })) });
    expect(await refusalOf(update('1.0.0', foreignCode()))).toContain('PACKAGE_NOT_NEWER');
    // Who only looks at it hears it too, before anything is offered.
    const look = (version: string) =>
      admin.call('adminPackageExamine', { body: foreignStrategy('strategy-moves', foreignCode('void 0;'), { version }) });
    for (const version of ['0.9.0', '1.0.0']) expect(await refusalOf(look(version))).toContain('PACKAGE_NOT_NEWER');
    expect(await look('1.0.1')).toMatchObject({ version: '1.0.1' });
    const changed = "{ ticks: 'none', extra: 1 }";
    expect(await refusalOf(update('1.1.0', foreignCode('', changed)))).toContain(
      'STRATEGY_STATE_CHANGED {"strategy":"strategy-moves/main","change":"state.extra is new"}',
    );
    // What it brings is looked at before it is held against anything.
    expect(await refusalOf(update('1.1.0', foreignCode().replace('"maxLength":80', '"pattern":"^(a+)+$"')))).toContain(
      'has a pattern of its own',
    );
    const before = await ticksOf(one);
    const marked =
      "return { state: { ticks: state.ticks + 1 }, actions: [again(context), { type: 'note', key: 'newer', params: { ticks: state.ticks } }] };";
    expect(await update('1.1.0', foreignCode(marked))).toMatchObject({ version: '1.1.0', running: 1 });
    const news = async () => (await infoOf(trader, one)).events.filter(({ params }) => params.key === 'newer');
    const [first] = (await until(news, (all) => all.length > 0, 'the newer code runs')).reverse();
    expect(Number(first?.params.ticks)).toBeGreaterThanOrEqual(before - 1);
    expect((await infoOf(trader, one)).instance.status).toBe('TRADING');
    await stopAndWait(trader, one);
    await remove('strategy-moves');
  }, 120_000);

  it('is ended when it asks for nothing but what is refused, and its refusals are joined', async () => {
    const pester = `const bad = (at) => ({ type: 'place', tag: 'bad' + state.ticks + '-' + at, intent: { ...rest(context).intent, price: '0.001' } });
      return { state: { ticks: state.ticks + 1 }, actions: [...Array.from({ length: 190 }, (_, at) => bad(at)), again(context)] };`;
    await install(foreignStrategy('strategy-pesters', foreignCode(pester)));
    const { instance, events } = await untilStatus(trader, await start('strategy-pesters'), 'INTERRUPTED');
    expect(instance.cause).toContain('it only produces refusals');
    expect(events.length).toBeLessThan(60);
    expect(events.some(({ kind, params }) => kind === 'denied' && Number(params.joined) > 100)).toBe(true);
    await remove('strategy-pesters');
  }, 120_000);

  it('is switched off and on: its instances run on, new ones cannot be started meanwhile', async () => {
    await install(foreignStrategy('strategy-rests'));
    const one = await start('strategy-rests');
    const turn = (enabled: boolean) => admin.call('adminPackageSwitch', { body: { plugin: 'strategy-rests', enabled } });
    expect(await turn(false)).toMatchObject({ state: 'disabled', running: 1 });
    expect(await refusalOf(start('strategy-rests'))).toContain('STRATEGY_UNKNOWN');
    const before = await ticksOf(one);
    await until(
      () => ticksOf(one),
      (ticks) => ticks > before + 2,
      'it ticks on',
    );
    expect(await turn(true)).toMatchObject({ state: 'enabled' });
    await stopAndWait(trader, one);
    const audit = await server.store.audit.page({ limit: 10 } as never);
    expect(audit.items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['package.installed', 'package.enabled', 'package.disabled']),
    );
    await remove('strategy-rests');
  }, 120_000);

  it('tells browsers what to load, at an address that never changes its content', async () => {
    const manifest = foreignManifest('panel-guest', {
      kind: 'panel',
      contributes: { panels: [{ id: 'main', title: 'panel-guest.title', icon: 'panel', version: 1 }] },
    });
    const stream = await trader.call('pluginList');
    const sent = packageOf(foreignFiles(manifest, { 'client.js': 'export const plugin = {};', 'client.css': 'a{}' }));
    const { hash } = await install(sent);
    const [view] = (await trader.call('pluginList')).filter(({ id }) => id === 'panel-guest');
    expect(view).toEqual({ id: 'panel-guest', locked_at_vip: null, package: { hash, manifest, code: true, styles: true, fluent: false } });
    const get = async (path: string) => {
      const reply = await fetch(`${server.url}/packages/panel-guest/${path}`);
      return [reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control'), await reply.text()] as const;
    };
    const forEver = 'public, max-age=31536000, immutable';
    expect(await get(`${hash}/client.js`)).toEqual([200, 'text/javascript; charset=utf-8', forEver, 'export const plugin = {};']);
    expect((await get(`${hash}/locales/zh-TW.json`))[0]).toBe(200);
    for (const path of [
      `${hash}/plugin.json`,
      `${hash}/strategy.js`,
      `${'0'.repeat(64)}/client.js`,
      `${hash}/..%2f..%2fpackage.json`,
      `${hash}/`,
    ]) {
      expect((await get(path))[0], path).toBe(404);
    }
    const turn = (enabled: boolean) => admin.call('adminPackageSwitch', { body: { plugin: 'panel-guest', enabled } });
    await turn(false);
    expect((await get(`${hash}/client.js`))[0], 'switched off').toBe(404);
    await turn(true);
    expect((await get(`${hash}/client.js`))[0], 'switched on again').toBe(200);
    const script = await fetch(`${server.url}/packages/panel-guest/${hash}/client.js`, { headers: { 'sec-fetch-site': 'same-origin' } });
    expect([script.status, script.headers.get('vary')], 'for a script tag of the page itself').toEqual([404, 'Sec-Fetch-Site']);
    expect((await fetch(`${server.url}/packages/panel-guest/${hash}/client.js`)).headers.get('vary')).toBe('Sec-Fetch-Site');
    expect((await fetch(`${server.url}/packages/panel-guest/${hash}/client.css`)).headers.get('access-control-allow-origin')).toBe('*');
    await remove('panel-guest');
    expect(await trader.call('pluginList')).toEqual(stream);
    expect((await get(`${hash}/client.js`))[0]).toBe(404);
  });

  const good = () => foreignFiles(foreignManifest('strategy-bad'), { 'strategy.js': foreignCode() });
  const withManifest = (more: object, code: Readonly<Record<string, string>> = { 'strategy.js': foreignCode() }) =>
    packageOf(foreignFiles(foreignManifest('strategy-bad', more), code));
  const page = ({ path, access, title = 'page-bad.title' }: { path: string; access?: object; title?: string }, more: Page = {}) => {
    const { commands, open, panels, ...manifest } = more;
    const route = { id: 'main', title, path, ...(access === undefined ? {} : { access }) };
    const contributes = {
      routes: [route],
      ...(commands === undefined ? {} : { commands }),
      ...(open === undefined ? {} : { open }),
      ...(panels === undefined ? {} : { panels }),
    };
    return packageOf(foreignFiles(foreignManifest('page-bad', { kind: 'page', contributes, ...manifest }), { 'client.js': '' }));
  };
  it.each<[string, () => PluginPackage, string]>([
    [
      'a file that was changed after packing',
      () => ({
        ...packageOf(good()),
        files: packageOf(good()).files.map((file) => (file.path === 'strategy.js' ? { ...file, text: `${file.text} ` } : file)),
      }),
      'PACKAGE_HASH {"file":"strategy.js"}',
    ],
    ['another hash than its files make', () => ({ ...packageOf(good()), hash: '0'.repeat(64) }), 'PACKAGE_HASH {"file":"package"}'],
    [
      'a path above its folder',
      () => packageOf({ ...good(), '../../../etc/cron.d/x': 'x' }),
      'PACKAGE_PATH {"path":"../../../etc/cron.d/x"}',
    ],
    ['an absolute path', () => packageOf({ ...good(), '/etc/passwd': 'x' }), 'PACKAGE_PATH'],
    ['a path of Windows', () => packageOf({ ...good(), 'locales\\..\\..\\x': 'x' }), 'PACKAGE_PATH'],
    ['a file that packages do not have', () => packageOf({ ...good(), 'server.node': 'x' }), 'PACKAGE_INVALID {"field":"server.node"'],
    [
      'a missing text',
      () => packageOf(Object.fromEntries(Object.entries(good()).filter(([path]) => path !== 'locales/zh-TW.json'))),
      'PACKAGE_INVALID {"field":"locales/zh-TW.json","rule":"is missing"}',
    ],
    ['a manifest that is no JSON', () => packageOf({ ...good(), 'plugin.json': '{' }), 'PACKAGE_INVALID {"field":"plugin.json"'],
    ['a manifest with an unknown key', () => withManifest({ backdoor: true }), 'unknown key \\"backdoor\\"'],
    ['a contract of another version', () => withManifest({ api: '^3.0.0' }), 'PACKAGE_API {"range":"^3.0.0","version":"2.0.0"}'],
    ['a venue', () => withManifest({ kind: 'venue' }), 'PACKAGE_KIND {"kind":"venue"}'],
    ['a service', () => withManifest({ kind: 'service' }), 'PACKAGE_KIND {"kind":"service"}'],
    ['an unknown kind', () => withManifest({ kind: 'driver' }), 'PACKAGE_INVALID {"field":"plugin.json"'],
    ['a token that it provides', () => withManifest({ provides: ['tessera.trading'] }), 'may provide no tokens'],
    ['a page for guests', () => page({ path: '/fear', access: { roles: 'public' } }), 'may show nothing to guests'],
    ['a plugin for guests', () => page({ path: '/fear' }, { access: { roles: 'public' } }), 'may show nothing to guests'],
    ['a page in the place of the login', () => page({ path: '/login' }), '\\"/login\\", which belongs to the product'],
    ['a page in the place of every page', () => page({ path: '/:any' }), 'must begin with a word in lower case'],
    [
      'a title that is another plugin’s',
      () => page({ path: '/fear', title: 'panel-orders.title' }),
      'has a title that is not a text of its own',
    ],
    ['a token that does not reach a frame', () => page({ path: '/fear' }, { requires: ['tessera.api'] }), 'these do: tessera.markets'],
    ['accounts without a word of what for', () => page({ path: '/fear' }, { requires: ['tessera.accounts'] }), 'none of its capabilities'],
    [
      'a panel to which buttons of the product would lead',
      () => page({ path: '/fear' }, { panels: [{ id: 'main', title: 'page-bad.title', icon: 'panel', version: 1, role: 'order-ticket' }] }),
      'may give its panels no role',
    ],
    [
      'a command, which would run unopened',
      () => page({ path: '/fear' }, { commands: [{ id: 'go', title: 'page-bad.title' }] }),
      'may contribute no commands',
    ],
    [
      'a part in another plugin',
      () => page({ path: '/fear' }, { open: [{ id: 'mark', title: 'page-bad.title', point: 'chart.overlays' }] }),
      'contribution points',
    ],
    [
      'an id that every object has',
      () => withManifest({ contributes: { strategies: [{ id: 'constructor', title: 'strategy-bad.title' }] } }),
      'reserved name',
    ],
    [
      'the room of the shell’s texts',
      () => packageOf(foreignFiles(foreignManifest('errors'), { 'strategy.js': foreignCode() })),
      'reserved name',
    ],
    [
      'texts that are nested 20,000 deep',
      () => packageOf({ ...good(), 'locales/en.json': `${'{"a":'.repeat(20_000)}"x"${'}'.repeat(20_000)}` }),
      'PACKAGE_INVALID {"field":"locales/en.json","rule":"is nested more than 6 deep"}',
    ],
    ['the id of a plugin of the house', () => foreignStrategy('strategy-kit'), 'PACKAGE_DUPLICATE {"plugin":"strategy-kit"}'],
    ['a strategy whose code throws', () => foreignStrategy('strategy-bad', "throw new Error('no'); var tesseraPlugin;"), 'PACKAGE_CODE'],
    ['a strategy whose code never ends', () => foreignStrategy('strategy-bad', 'for (;;) {} var tesseraPlugin;'), 'PACKAGE_CODE'],
    [
      'a strategy of another name',
      () => withManifest({ contributes: { strategies: [{ id: 'other', title: 'strategy-bad.title' }] } }),
      'names \\"other\\" in strategies',
    ],
    [
      'params with a pattern of their own',
      () => foreignStrategy('strategy-bad', foreignCode().replace('"maxLength":80', '"pattern":"^(a+)+$"')),
      'has a pattern of its own',
    ],
    [
      'params that point elsewhere',
      () => foreignStrategy('strategy-bad', foreignCode().replace('"maxLength":80', '"$ref":"http://x/"')),
      'uses \\"$ref\\"',
    ],
  ])(
    'with %s is refused, and nothing has changed',
    async (_, make, reason) => {
      const before = [await admin.call('adminPackages'), await admin.call('adminPlugins'), await trader.call('pluginList')];
      expect(await refusalOf(install(make()))).toContain(reason);
      expect([await admin.call('adminPackages'), await admin.call('adminPlugins'), await trader.call('pluginList')]).toEqual(before);
    },
    30_000,
  );

  it('that is too large is refused before it is read', async () => {
    const large = packageOf({ ...good(), 'client.js': 'x'.repeat(4_300_000) });
    expect(await refusalOf(install(large))).toContain('REQUEST_TOO_LARGE');
  });

  it('is installed once: a second time is a duplicate, an update without a first is unknown', async () => {
    expect(await refusalOf(admin.call('adminPackageUpdate', { body: accepting(foreignStrategy('strategy-twice')) }))).toContain(
      'PACKAGE_UNKNOWN',
    );
    await install(foreignStrategy('strategy-twice'));
    expect(await refusalOf(install(foreignStrategy('strategy-twice')))).toContain('PACKAGE_DUPLICATE');
    await remove('strategy-twice');
    expect(await refusalOf(remove('strategy-twice'))).toContain('PACKAGE_UNKNOWN');
  }, 120_000);

  it('is for admins: a trader sees and changes nothing', async () => {
    expect(await refusalOf(trader.call('adminPackages'))).toContain('ACCESS_ROLE');
    expect(await refusalOf(trader.call('adminPackageInstall', { body: accepting(foreignStrategy('strategy-x')) }))).toContain(
      'ACCESS_ROLE',
    );
  });
});

describe('the strategy of a package', () => {
  it.each([
    ['throws', "if (state.ticks >= 2) throw new Error('enough');", /onTimer: enough/],
    ['loops', 'if (state.ticks >= 2) for (;;) {}', /took more work than 1000 ticks/],
    ['leaks', 'if (state.ticks >= 2) for (;;) seen.push(new Array(10_000).fill(1));', /needs more than 16 MB|more work than|took longer/],
    ['looks for the process', 'if (state.ticks >= 2) return process.env;', /a strategy has no process/],
    [
      'orders on a stranger’s account',
      "if (state.ticks >= 2) return { state, actions: [{ type: 'place', tag: 'x', intent: { ...rest(context).intent, apiId: context.params.apiId + 1 } }] };",
      /is not one of its params/,
    ],
  ])(
    'that %s ends its own instance as INTERRUPTED with its order canceled; its neighbour notices nothing',
    async (name, body, cause) => {
      const honest = foreignCode(`const isBad = context.params.qty === '0.02'; if (isBad) { ${body} }`);
      const id = `strategy-${name.split(' ')[0]}`;
      await install(foreignStrategy(id, honest));
      const [good, bad] = [await start(id), await start(id, trader, { qty: '0.02' })];
      const ended = await untilStatus(trader, bad, 'INTERRUPTED');
      expect(ended.instance.cause).toMatch(cause);
      await until(
        () => infoOf(trader, bad),
        ({ orders }) => orders.length === 0,
        'its order is gone',
      );
      const before = await ticksOf(good);
      await until(
        () => ticksOf(good),
        (ticks) => ticks > before + 3,
        'the neighbour ticks on',
      );
      expect((await infoOf(trader, good)).orders).toHaveLength(1);
      await stopAndWait(trader, good);
      await remove(id);
    },
    120_000,
  );
});

describe('packages over a restart', () => {
  const open: TestServer[] = [];
  let dataFolder: string;
  beforeAll(async () => {
    dataFolder = await freshDataDir();
  });
  afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  it('are there again with their state, and so are their instances', async () => {
    const serve = async (): Promise<TestServer> => {
      const one = await startTestServer({ plugins, dataFolder });
      open.push(one);
      return one;
    };
    const first = await serve();
    const [boss, owner] = [await first.signIn('admin'), await first.signIn('trader1')];
    const { hash } = await boss.call('adminPackageInstall', { body: accepting(foreignStrategy('strategy-stays')) });
    const one = await start('strategy-stays', owner);
    await open.pop()?.close();
    const second = await serve();
    const [again, client] = [await second.signIn('admin'), await second.signIn('trader1')];
    expect(await again.call('adminPackages')).toMatchObject([{ id: 'strategy-stays', hash, state: 'enabled', running: 1 }]);
    await until(
      async () => (await infoOf(client, one)).events.filter(({ kind }) => kind === 'note').length,
      (ticks) => ticks >= 3,
      'it ticks after the restart',
    );
    await stopAndWait(client, one);
  }, 120_000);
});
