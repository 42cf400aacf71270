import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

let server: TestServer;
let ann: HttpClient;
let bob: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  [ann, bob] = await Promise.all([server.signIn('trader1'), server.signIn('trader2')]);
});
afterAll(() => server.close());

const market = (symbol: string) => ({ exchange: 'tessera', symbol, account_type: 'spot' }) as const;
const idsOf = async (client: HttpClient) => (await client.call('symbolSubscriptionList')).map(({ id }) => id);

describe('the markets that a user follows', () => {
  it('are added once, kept in order, and nobody else’s', async () => {
    await ann.call('symbolSubscriptionAdd', { body: market('ETHUSDT') });
    await ann.call('symbolSubscriptionAdd', { body: market('BTCUSDT') });
    await ann.call('symbolSubscriptionAdd', { body: market('ETHUSDT') });
    expect(await idsOf(ann)).toEqual(['tessera/ETHUSDT/spot', 'tessera/BTCUSDT/spot']);
    expect(await idsOf(bob)).toEqual([]);
  });

  it('are left, also one that was not followed', async () => {
    await ann.call('symbolSubscriptionRemove', { body: market('ETHUSDT') });
    await ann.call('symbolSubscriptionRemove', { body: market('SOLUSDT') });
    expect(await idsOf(ann)).toEqual(['tessera/BTCUSDT/spot']);
  });

  it('exist: a market that does not is refused by name, and nothing changes', async () => {
    const adding = bob.call('symbolSubscriptionAdd', { body: market('NOSUCH') });
    await expect(adding).rejects.toThrow('MARKET_UNKNOWN_INSTRUMENT');
    expect(await idsOf(bob)).toEqual([]);
  });
});
