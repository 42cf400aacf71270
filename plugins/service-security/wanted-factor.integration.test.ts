import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCodeOf } from '../../core/contract/error-catalogue.ts';
import type { FactorDuty } from '../../core/domain/platform-settings.ts';
import type { HttpClient, RefusedCall } from '../../tests/kit/servers/http-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

let server: TestServer;
let [admin, trader]: HttpClient[] = [];
beforeAll(async () => {
  server = await startTestServer({ plugins: ['venue-house', 'service-platform', 'service-security'].map(pluginSource), rateFactor: 100 });
  [admin, trader] = [await server.signIn('admin'), await server.signIn('trader1')];
}, 120_000);
afterAll(() => server?.close());

const want = async (second_factor: FactorDuty): Promise<void> => {
  const { version = -1 } = (await admin?.call('platformGet')) ?? {};
  await admin?.call('platformChange', { body: { version, second_factor, reason: 'a rule of the firm' } });
};
/** Something that wants a fresh confirmation, and of whoever has no authenticator says so once it is asked. */
const renew = (client: HttpClient | undefined): Promise<string> =>
  (client as HttpClient).call('securityRecoveryRenew').then(
    () => 'done',
    ({ number }: RefusedCall) => errorCodeOf(number) ?? '',
  );

it('is wanted of staff, and then of everybody, before keys and money move, and whoever has none can still turn one on', async () => {
  expect([await renew(admin), await renew(trader)]).toEqual(['TOTP_OFF', 'TOTP_OFF']);
  await want('staff');
  expect([await renew(admin), await renew(trader)]).toEqual(['FACTOR_NEEDED', 'TOTP_OFF']);

  const { secret } = (await admin?.call('securityTotpBegin')) ?? { secret: '' };
  await admin?.call('securityTotpConfirm', { body: { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() } });
  expect(await renew(admin)).toBe('done');

  await want('everybody');
  expect(await renew(trader)).toBe('FACTOR_NEEDED');
  expect((await trader?.call('currentUser'))?.username, 'all else stays open').toBe('trader1');
  const { items } = await server.store.audit.page({ action: 'platform.changed', limit: 2 });
  expect(items[0]).toMatchObject({ before: { second_factor: 'staff' }, after: { second_factor: 'everybody' } });

  await want('nobody');
  expect(await renew(trader)).toBe('TOTP_OFF');
});
