import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { errorCatalogue } from '../../../core/contract/error-catalogue.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { HttpClient, RefusedCall } from '../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** A hundred and twenty unknown tokens of a minute, two sign-ins. */
const rateFactor = 0.1;
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;

let server: TestServer | null = null;
let folder = '';
afterEach(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const withToken = (url: string, token: string | null): HttpClient => {
  const client = new HttpClient(url);
  client.token = token;
  return client;
};

/** Tries unknown tokens until the address is answered 429. */
async function spendUnknown(url: string, token: () => string): Promise<void> {
  for (let calls = 0; calls < 200; calls++) {
    const refusal = await withToken(url, token())
      .call('apiList')
      .catch((error: unknown) => error);
    if (refusal instanceof RefusedCall && refusal.number === errorCatalogue.RATE_LIMITED.number) return;
  }
  throw new Error('unknown tokens may be tried for ever');
}

it('takes cancels and stops of sessions and keys from before a restart, from an address that has spent its tries at unknown tokens', async () => {
  folder = await freshDataDir();
  server = await startTestServer({ dataFolder: folder, rateFactor });
  const user = await server.signIn('trader1');
  const password = server.demoAccounts.find(({ username }) => username === 'trader1')?.password ?? '';
  const key = await user.call('apiKeyCreate', { body: { name: 'bot', permission: 'trade', addresses: [], password } });
  const api_id = (await user.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
  const body = { api_id, ...market, side: 'BUY', type: 'LIMIT', qty: '0.01' } as const;
  const placed = [
    await user.call('doOrder', { body: { ...body, price: '10000' } }),
    await user.call('doOrder', { body: { ...body, price: '10001' } }),
  ];
  const [first, second] = placed.flat().map(({ order_id }) => order_id);
  await server.close();

  server = await startTestServer({ dataFolder: folder, rateFactor });
  await spendUnknown(server.url, () => randomBytes(32).toString('base64url'));
  await spendUnknown(server.url, () => `tsk_${randomBytes(8).toString('hex')}_${randomBytes(32).toString('base64url')}`);
  const before = withToken(server.url, user.token);
  expect(await before.call('cancelOrder', { body: { api_id, ...market, order_id: first ?? '' } })).toMatchObject({ status: 'CANCELED' });
  expect(await before.call('strategyHalt', { body: { halted: true } })).toMatchObject({ halted: true });
  const script = withToken(server.url, key.token);
  expect(await script.call('cancelOrder', { body: { api_id, ...market, order_id: second ?? '' } })).toMatchObject({ status: 'CANCELED' });

  // An ended session is worth no more than garbage.
  await before.call('outLogin');
  await spendUnknown(server.url, () => user.token ?? '');
}, 60_000);
