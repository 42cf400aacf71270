import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';
import { engineVenue } from '../../tests/kit/venues/engine-venue.ts';
import { type Figure, figure } from '../figure.ts';
import { p95 } from './p95.ts';

const accounts = 200;
const assets = 50;
const rounds = Number(process.env.TESSERA_BENCH_ROUNDS ?? 100);
const goalMs = 50;
const wide = 'wide';

/** How long finance waits at the server for the list of two hundred accounts that hold fifty assets each. */
export async function listOfAccounts(): Promise<Figure[]> {
  const codes = Array.from({ length: assets }, (_, at) => `A${at}`);
  const server = await startTestServer({
    checkReplies: false,
    plugins: [pluginSource('venue-house'), pluginSource('service-money'), engineVenue({ exchange: wide, assets: codes })],
  });
  try {
    await fill(server, codes);
    const finance = await server.signIn('finance');
    const times: number[] = [];
    for (let round = 0; round < rounds + 10; round++) {
      const before = performance.now();
      const response = await fetch(`${server.url}/sapi/user/finance/user/api/list?exchange=${wide}&limit=500`, {
        headers: { authorization: finance.token ?? '' },
      });
      const text = await response.text();
      if (round === 0 && (JSON.parse(text) as { data: { accounts: unknown[] } }).data.accounts.length < accounts)
        throw new Error('accounts are missing');
      if (round >= 10) times.push(performance.now() - before);
    }
    return [figure(`list of ${accounts} accounts of ${assets} assets at the server, p95 of ${times.length}`, p95(times), 'ms', goalMs)];
  } finally {
    await server.close();
  }
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
