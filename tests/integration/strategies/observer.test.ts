import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GrantableAct } from '../../../core/domain/accounts/account-act.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { apiOf, startKit, stopAndWait, tradeAt } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { sampleStrategy, strategyKit } from '../../kit/strategy-plugins.ts';

/** What an observer sees of the instances of others. */
let server: TestServer;
let owner: HttpClient;
let observer: HttpClient;
let apiId = 0;
beforeAll(async () => {
  server = await startTestServer({ plugins: ['venue-house', 'service-accounts'].map(pluginSource).concat(sampleStrategy, strategyKit) });
  [owner, observer] = [await server.signIn('trader1'), await server.signIn('observer')];
  apiId = await apiOf(owner);
  await tradeAt(server, '50000');
}, 150_000);
afterAll(() => server?.close());

const give = (acts: GrantableAct[]) => owner.call('authorisationGive', { body: { api_id: apiId, grantee: 'observer', acts, until: null } });
const takeAll = async (): Promise<void> => {
  for (const { api_id, grantee_id } of await owner.call('authorisationList', {}))
    await owner.call('authorisationTake', { body: { api_id, grantee_id } });
};
const seen = async (state: 'running' | 'history'): Promise<readonly string[]> =>
  (await observer.call('observerInstances', { query: { state } })).map(({ instance_id }) => instance_id);

it('looks at running instances with the right to see, and at ended ones with the right to histories', async () => {
  const one = await startKit(owner, 'listens');
  expect([await seen('running'), await seen('history')]).toEqual([[], []]);
  await give(['see']);
  expect([await seen('running'), await seen('history')]).toEqual([[one.instance_id], []]);
  await stopAndWait(owner, one);
  await give(['report']);
  expect([await seen('running'), await seen('history')]).toEqual([[], [one.instance_id]]);
  await takeAll();
  expect([await seen('running'), await seen('history')]).toEqual([[], []]);
});

it('sees whose an instance is and how it does, and nothing of how it works', async () => {
  const one = await startKit(owner, 'listens');
  await give(['see']);
  const [view] = await observer.call('observerInstances', { query: { state: 'running' } });
  expect(view).toMatchObject({ instance_id: one.instance_id, owner: 'trader1', name: 'listens', api_ids: [apiId] });
  expect(view).not.toHaveProperty('params');
  expect(view).not.toHaveProperty('limits');
  await expect(observer.call('instanceInfo', { query: { instance_id: one.instance_id } })).rejects.toThrow('INSTANCE_UNKNOWN');
  await expect(observer.call('strategyStop', { body: { instance_id: one.instance_id } })).rejects.toThrow(/ACCESS_ROLE|INSTANCE_UNKNOWN/);
  expect((await observer.call('observerStat', {})).running).toBe(1);
  await stopAndWait(owner, one);
  await takeAll();
});
