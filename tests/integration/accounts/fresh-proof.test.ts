import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCodeOf } from '../../../core/contract/error-catalogue.ts';
import { httpBase, type RouteName, routes } from '../../../schemas/wire/index.ts';
import { silent } from '../../../server/trading/trading-fixture.ts';
import { AheadClock } from '../../kit/servers/ahead-clock.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { confirmAgain, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** A session that was left open, or stolen, is not enough for what changes money, controls or what everybody reads. */
const clock = new AheadClock(silent);
let server: TestServer;
let admin: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ clock });
  admin = await server.signIn('admin');
}, 120_000);
afterAll(() => server?.close());

const guarded: readonly RouteName[] = [
  ...(['adminMarketFees', 'adminFeeTier', 'adminAccountDiscount', 'adminMarketTerms'] as const),
  ...(['adminPackageKeyAdd', 'adminPackageInstall', 'adminPackageUpdate', 'adminPackageGrant', 'adminPackageRemove'] as const),
  ...(['adminPluginSetSave', 'adminNamedSetSave', 'adminProductVersionTie'] as const),
  ...(['adminAnnouncementSave', 'adminAnnouncementWithdraw', 'peopleExport', 'auditExport'] as const),
];

/** What it is refused with, by whoever has given a body that no route takes; null: it is not. */
async function refusalOfCall(name: RouteName): Promise<string | null> {
  const { method, path } = routes[name];
  const response = await fetch(server.url + httpBase + path, {
    method,
    headers: { authorization: admin.token ?? '', ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { body: '{"nothing":true}' } : {}),
  });
  const text = await response.text();
  return response.headers.get('content-type')?.includes('json') === true ? errorCodeOf((JSON.parse(text) as { code: number }).code) : null;
}
const refusals = async (): Promise<Readonly<Record<string, string | null>>> =>
  Object.fromEntries(await Promise.all(guarded.map(async (name) => [name, await refusalOfCall(name)] as const)));

it('refuses an administrator who has not proven of late that it is he, and takes the call once he has', async () => {
  clock.ahead(6 * 60_000);
  expect(await refusals()).toEqual(Object.fromEntries(guarded.map((name) => [name, 'CONFIRMATION_NEEDED'])));
  await confirmAgain(server, admin, 'admin');
  expect(await refusals()).toEqual(Object.fromEntries(guarded.map((name) => [name, name.endsWith('Export') ? null : 'REQUEST_INVALID'])));
});

it('leaves at hand what stops something: a package is switched off by a session of any age', async () => {
  clock.ahead(6 * 60_000);
  const body = { plugin: 'no-such-package', enabled: false };
  await expect(admin.call('adminPackageSwitch', { body })).rejects.toThrow('PACKAGE_UNKNOWN');
});
