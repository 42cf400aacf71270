import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountSwitches } from '../../../schemas/wire/risk.ts';
import type { HttpClient } from '../../../tests/kit/servers/http-client.ts';
import { apiOf } from '../../../tests/kit/servers/strategy-client.ts';
import { StreamProbe } from '../../../tests/kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../../tests/kit/servers/test-server.ts';

let server: TestServer;
let risk: HttpClient;
let trader: HttpClient;
const reason = 'more than the desk can bear';
const pair = 'tessera/BTCUSDT/spot';

beforeAll(async () => {
  server = await startTestServer({ plugins: ['venue-house', 'service-risk', 'service-accounts'].map(pluginSource) });
  risk = await server.signIn('risk');
  trader = await server.signIn('trader1');
}, 150_000);
afterAll(() => server?.close());

it('tells whoever trades what stands against his orders, with its reason, until it is lifted, and nothing of the accounts of others', async () => {
  const api = await apiOf(trader);
  const otherApi = await apiOf(await server.signIn('trader2'));
  const ofAccount = (api_id: number) => ({ about: 'account', api_id }) as const;
  const ofMarket = { about: 'market', instrument: pair } as const;
  const throwSwitch = (target: object) => risk.call('riskSwitchThrow', { body: { target, reason } as never });
  const release = (target: object) => risk.call('riskSwitchRelease', { body: { target, reason } as never });

  const probe = await StreamProbe.open(server.url);
  await probe.request({ op: 'auth', token: trader.token });
  await probe.request({ op: 'subscribe', topics: ['switches'] });
  const told = () => (probe.ofTopic('switches').at(-1)?.d as AccountSwitches[] | undefined)?.find(({ api_id }) => api_id === api)?.switches;
  const until = (...about: readonly string[]) =>
    expect
      .poll(
        () =>
          told()
            ?.map((one) => one.about)
            .sort(),
        { timeout: 5_000 },
      )
      .toEqual(about);

  await until();
  await throwSwitch(ofMarket);
  await until('market');
  expect(told()).toEqual([{ about: 'market', instrument: pair, reason, thrown_time: expect.any(Number) }]);
  await throwSwitch(ofAccount(otherApi));
  await throwSwitch(ofAccount(api));
  await until('account', 'market');
  expect(JSON.stringify(probe.ofTopic('switches'))).not.toContain(`"api_id":${otherApi}`);
  for (const target of [ofMarket, ofAccount(otherApi), ofAccount(api)]) await release(target);
  await until();
  // Another server of the same database.
  await server.store.switches.add({ scope: 'everyone', reason, thrownBy: 'system', thrownMs: 1 });
  await until('everyone');
  await server.store.switches.remove('everyone');
  await until();
  probe.socket.close();
}, 60_000);
