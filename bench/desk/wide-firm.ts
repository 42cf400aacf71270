import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import { pluginSource, startTestServer, type TestServer, type TestServerOptions } from '../../tests/kit/servers/test-server.ts';
import { engineVenue } from '../../tests/kit/venues/engine-venue.ts';

export const accounts = 200;
export const assets = 50;
export const wide = 'wide';

/** A server with an exchange on which two hundred accounts hold fifty assets each. */
export async function startWideFirm(plugins: readonly string[], options: TestServerOptions = {}): Promise<TestServer> {
  const codes = Array.from({ length: assets }, (_, at) => `A${at}`);
  const server = await startTestServer({
    checkReplies: false,
    ...options,
    plugins: [...plugins.map(pluginSource), engineVenue({ exchange: wide, assets: codes })],
  });
  await fill(server, codes).catch((error: unknown) => server.close().then(() => Promise.reject(error)));
  return server;
}

async function fill({ room, store }: TestServer, codes: readonly string[]): Promise<void> {
  const [owner] = (await store.users.list({ limit: 1 })).items;
  for (let at = 0; at < accounts; at++) {
    const { apiId } = await room.accounts.create({
      ...{ userId: owner?.id ?? '', name: `Wide ${at}`, exchange: wide, permissions: ['spot'], groupId: null, expiresMs: null },
      ...{ state: 'ACTIVE', createdMs: 0 },
    });
    for (const code of codes) await room.accounts.deposit(spotAccount(apiId), code, `${at + 1}.12345678`, `wide-${apiId}-${code}`);
  }
}
