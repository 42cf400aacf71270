import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../core/contract/app-error.ts';
import type { PluginPackage } from '../../../schemas/wire/package.ts';
import { makeKey, signPackage } from '../../../server/packages/package-signature.ts';
import { accepting, foreignCode, foreignFiles, foreignManifest, foreignStrategy, packageOf } from '../../kit/packages.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

let server: TestServer;
let admin: HttpClient;
let trader: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: [pluginSource('venue-house')] });
  [admin, trader] = [await server.signIn('admin'), await server.signIn('trader1')];
}, 150_000);
afterAll(() => server?.close());

const remove = (plugin: string): Promise<null> => admin.call('adminPackageRemove', { body: { plugin } });

/** Code and params of a refusal. */
const refusalOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it was taken',
    (error: unknown) => (error instanceof AppError ? `${error.code} ${JSON.stringify(error.params)}` : String(error)),
  );

describe('a package', () => {
  const panel = (version: string, more: object = {}): PluginPackage =>
    packageOf(
      foreignFiles(
        foreignManifest('panel-asks', {
          ...{ version, kind: 'panel', requires: ['tessera.markets'], access: { roles: ['user'], minVip: 1 } },
          contributes: { panels: [{ id: 'main', title: 'panel-asks.title', icon: 'panel', version: 1 }] },
          ...more,
        }),
        { 'client.js': 'export const plugin = {};' },
      ),
    );
  const isThere = async (): Promise<boolean> => (await trader.call('pluginList')).some(({ id }) => id === 'panel-asks');

  it('is off until all that it asks for is granted, and again when a newer version asks for more', async () => {
    const first = panel('1.0.0');
    const exam = await admin.call('adminPackageExamine', { body: first });
    expect(exam).toEqual({
      ...{ id: 'panel-asks', version: '1.0.0', signer: null },
      asks: { capabilities: ['markets.read'], reach: { user: 1 } },
      asks_more: { capabilities: ['markets.read'], reach: { user: 1 } },
    });
    const send = (route: 'adminPackageInstall' | 'adminPackageUpdate', body: PluginPackage) =>
      admin.call(route, { body: { package: body, accept_untrusted: true } });
    expect(await send('adminPackageInstall', first)).toMatchObject({ state: 'waiting', granted: { capabilities: [], reach: {} } });
    expect(await isThere()).toBe(false);
    const turn = (enabled: boolean) => admin.call('adminPackageSwitch', { body: { plugin: 'panel-asks', enabled } });
    expect(await turn(false)).toMatchObject({ state: 'disabled' });
    expect(await turn(true), 'switching on grants nothing').toMatchObject({ state: 'waiting' });
    const grant = (granted: typeof exam.asks) => admin.call('adminPackageGrant', { body: { plugin: 'panel-asks', grant: granted } });
    expect(await refusalOf(grant({ ...exam.asks, capabilities: [] }))).toContain('PACKAGE_GRANT');
    expect(await grant(exam.asks)).toMatchObject({ state: 'enabled', asks_more: { capabilities: [], reach: {} } });
    expect(await isThere()).toBe(true);

    expect(await send('adminPackageUpdate', panel('1.0.1', { requires: [] }))).toMatchObject({ state: 'enabled' });
    const wider = panel('1.1.0', { requires: ['tessera.accounts'], capabilities: ['orders.place'] });
    expect(await send('adminPackageUpdate', wider)).toMatchObject({ state: 'waiting', asks_more: { capabilities: ['orders.place'] } });
    expect(await isThere()).toBe(false);
    expect(await send('adminPackageUpdate', panel('1.2.0', { requires: [], access: { roles: ['user', 'admin'] } }))).toMatchObject({
      state: 'waiting',
      asks_more: { capabilities: [], reach: { user: 0, admin: 0 } },
    });
    const last = panel('1.3.0', { requires: ['tessera.accounts'], capabilities: ['orders.place'] });
    expect(await admin.call('adminPackageUpdate', { body: accepting(last) })).toMatchObject({ state: 'enabled' });
    expect(await isThere()).toBe(true);
    const audit = await server.store.audit.page({ limit: 20 } as never);
    expect(audit.items.find(({ action }) => action === 'package.granted')?.after).toMatchObject({ granted: exam.asks, signer: null });
    await remove('panel-asks');
  }, 60_000);

  it('hands nothing that was granted on to a version that somebody else has signed', async () => {
    const keys = { ann: makeKey(), bob: makeKey() };
    for (const [name, { publicKey }] of Object.entries(keys))
      await admin.call('adminPackageKeyAdd', { body: { name, public_key: publicKey } });
    const by = (name: 'ann' | 'bob', version: string): PluginPackage => {
      const one = panel(version);
      return { ...one, signature: signPackage(one.hash, keys[name].secret) ?? (null as never) };
    };
    const update = (one: PluginPackage) => admin.call('adminPackageUpdate', { body: { package: one } });
    expect(await admin.call('adminPackageInstall', { body: accepting(by('ann', '1.0.0')) })).toMatchObject({ state: 'enabled' });
    expect(await update(by('ann', '1.0.1'))).toMatchObject({ state: 'enabled' });
    const asks_more = { capabilities: ['markets.read'], reach: { user: 1 } };
    expect(await admin.call('adminPackageExamine', { body: by('bob', '1.0.2') })).toMatchObject({ signer: { name: 'bob' }, asks_more });
    expect(await update(by('bob', '1.0.2'))).toMatchObject({ state: 'waiting', signer: { name: 'bob' }, granted: { capabilities: [] } });
    expect(await isThere()).toBe(false);
    expect(await admin.call('adminPackageUpdate', { body: accepting(by('ann', '1.0.3')) })).toMatchObject({ state: 'enabled' });
    const stripped = { package: panel('1.0.4'), accept_untrusted: true };
    expect(await admin.call('adminPackageUpdate', { body: stripped })).toMatchObject({ state: 'waiting', signer: null });
    await remove('panel-asks');
    for (const { publicKey } of Object.values(keys)) await admin.call('adminPackageKeyRemove', { body: { public_key: publicKey } });
  }, 60_000);

  it('is taken when a trusted key has signed it, and else only as the one file that an administrator accepts', async () => {
    const { secret, publicKey } = makeKey();
    const signed = (one: PluginPackage): PluginPackage => ({ ...one, signature: signPackage(one.hash, secret) ?? (null as never) });
    const body = accepting(foreignStrategy('strategy-signed'));
    const careful = { ...body, accept_untrusted: false };
    expect(await refusalOf(admin.call('adminPackageInstall', { body: careful }))).toContain('PACKAGE_UNSIGNED');
    const sent = { ...careful, package: signed(body.package) };
    expect(await refusalOf(admin.call('adminPackageInstall', { body: sent }))).toContain(`PACKAGE_UNTRUSTED {"key":"${publicKey}"}`);
    expect(await refusalOf(trader.call('adminPackageKeyAdd', { body: { name: 'Ann', public_key: publicKey } }))).toContain('ACCESS_ROLE');
    for (const wrong of [publicKey.slice(0, -1), 'author.key', secret.trim()])
      expect(await refusalOf(admin.call('adminPackageKeyAdd', { body: { name: 'Ann', public_key: wrong } }))).toContain('PACKAGE_KEY');
    const add = () => admin.call('adminPackageKeyAdd', { body: { name: 'Ann', public_key: publicKey } });
    expect(await add()).toMatchObject([{ name: 'Ann', public_key: publicKey }]);
    expect(await refusalOf(add())).toContain('PACKAGE_KEY_KNOWN {"name":"Ann"}');
    const forged = { ...sent, package: { ...foreignStrategy('strategy-forged'), signature: sent.package.signature as never } };
    for (const accept_untrusted of [false, true])
      expect(await refusalOf(admin.call('adminPackageInstall', { body: { ...forged, accept_untrusted } }))).toContain('PACKAGE_SIGNATURE');
    expect(await admin.call('adminPackageInstall', { body: sent })).toMatchObject({ signer: { public_key: publicKey, name: 'Ann' } });
    const list = async () =>
      (await admin.call('adminPackages')).flatMap((one) => (one.id === 'strategy-signed' ? [[one.state, one.signer?.name]] : []));
    expect(await list()).toEqual([['enabled', 'Ann']]);
    expect(await admin.call('adminPackageKeyRemove', { body: { public_key: publicKey } })).toEqual([]);
    expect(await list(), 'what is installed stays, and says that nobody trusts its key').toEqual([['enabled', null]]);
    const newer = accepting(signed(foreignStrategy('strategy-signed', foreignCode(), { version: '1.1.0' })));
    expect(await refusalOf(admin.call('adminPackageUpdate', { body: { ...newer, accept_untrusted: false } }))).toContain(
      'PACKAGE_UNTRUSTED',
    );
    expect(await admin.call('adminPackageUpdate', { body: newer })).toMatchObject({ version: '1.1.0' });
    const actions = (await server.store.audit.page({ limit: 20 } as never)).items.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['package-key.trusted', 'package-key.distrusted']));
    await remove('strategy-signed');
  }, 60_000);
});
