import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GrantableAct } from '../../../core/domain/accounts/account-act.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { apiOf, infoOf, startKit, stopAndWait, strategyMarket, trade, tradeAt, until } from '../../kit/servers/strategy-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
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
  // It would say what the account has, and what limits it.
  expect(view).not.toHaveProperty('refusal');
  await expect(observer.call('instanceInfo', { query: { instance_id: one.instance_id } })).rejects.toThrow('INSTANCE_UNKNOWN');
  await expect(observer.call('strategyStop', { body: { instance_id: one.instance_id } })).rejects.toThrow(/ACCESS_ROLE|INSTANCE_UNKNOWN/);
  expect((await observer.call('observerStat', {})).running).toBe(1);
  await stopAndWait(owner, one);
  await takeAll();
});

it('sees what an instance holds at which price and what it makes, to the same figures as its owner', async () => {
  const params = { apiId, instrumentId: strategyMarket, price: '49000', qty: '0.1' };
  const one = await owner.call('strategyStart', { body: { strategy: 'strategy-sample/sample', name: 'Holder', params } });
  await tradeAt(server, '50000');
  await until(
    () => infoOf(owner, one),
    ({ orders }) => orders.length === 1,
    'its order works',
  );
  await trade(server, 'SELL', '49000', '0.1');
  const { instance, positions } = await until(
    () => infoOf(owner, one),
    ({ instance: { fills } }) => fills === 1,
    'it was filled',
  );
  expect(await observer.call('observerPositions', {})).toEqual([]);
  await give(['see']);
  const seenPositions = await observer.call('observerPositions', {});
  expect(seenPositions).toEqual(positions);
  expect(seenPositions).toMatchObject([
    {
      instance_id: one.instance_id,
      api_id: apiId,
      instrument: strategyMarket,
      side: 'LONG',
      entry_price: '49000',
      mark: '49000',
      open_profit: '0',
    },
  ]);
  expect(Number(seenPositions[0]?.qty)).toBeGreaterThan(0.099);
  const [view] = await observer.call('observerInstances', { query: { state: 'running' } });
  expect(view).toMatchObject({ positions, profit: instance.profit, fees: instance.fees, fills: 1 });
  expect(await observer.call('observerStat', {})).toEqual({
    running: 1,
    results: [{ asset: 'USDT', profit: instance.profit, instances: 1, unknown: 0 }],
  });
  await stopAndWait(owner, one);
  expect(await observer.call('observerPositions', {})).toEqual([]);
  await takeAll();
});

describe('one instance that is opened alone', () => {
  const giveOne = (instance_id: string, until: number | null = null) =>
    owner.call('instanceAuthorisationGive', { body: { instance_id, grantee: 'observer', until } });

  it('is all that the observer sees of its account, running and ended, until it is taken back', async () => {
    const [shown, hidden] = [await startKit(owner, 'listens'), await startKit(owner, 'listens')];
    const { grantee_id } = await giveOne(shown.instance_id);
    expect(await seen('running')).toEqual([shown.instance_id]);
    expect(await observer.call('observerStat', {})).toMatchObject({ running: 1 });
    expect(await observer.call('observerAccounts', {})).toEqual([]);
    expect((await observer.call('apiList')).map(({ api_id }) => api_id)).not.toContain(apiId);
    for (const call of ['openOrders', 'balances', 'userOrders', 'fills'] as const)
      await expect(observer.call(call, { query: { api_ids: String(apiId) } } as never)).rejects.toThrow('ACCESS_ACCOUNT');
    await expect(observer.call('instanceInfo', { query: { instance_id: hidden.instance_id } })).rejects.toThrow('INSTANCE_UNKNOWN');
    const held = await observer.call('observerHeldInstances', {});
    expect(held).toMatchObject([{ instance_id: shown.instance_id, owner: 'trader1', name: 'listens', until: null }]);
    await stopAndWait(owner, shown);
    await stopAndWait(owner, hidden);
    expect([await seen('running'), await seen('history')]).toEqual([[], [shown.instance_id]]);
    const beyond = { state: 'history' as const, before: hidden.instance_id };
    await expect(observer.call('observerInstances', { query: beyond })).rejects.toThrow('INSTANCE_UNKNOWN');
    await owner.call('instanceAuthorisationTake', { body: { instance_id: shown.instance_id, grantee_id } });
    expect([await seen('history'), await observer.call('observerHeldInstances', {})]).toEqual([[], []]);
  });

  it('shows nothing of its account on topics, and tells open pages when it is given and taken back', async () => {
    const one = await startKit(owner, 'listens');
    const probe = await StreamProbe.open(server.url);
    await probe.request({ op: 'auth', token: observer.token });
    const ofAccount = ['orders', 'balances', 'fills', 'strategies'];
    await probe.request({ op: 'subscribe', topics: ['accounts', ...ofAccount] });
    const { grantee_id } = await giveOne(one.instance_id);
    const told = () => probe.ofTopic('accounts').length;
    await probe.until(() => told() === 1);
    await owner.call('instanceAuthorisationTake', { body: { instance_id: one.instance_id, grantee_id } });
    await probe.until(() => told() === 2);
    for (const topic of ofAccount) expect(JSON.stringify(probe.ofTopic(topic))).not.toContain(`"api_id":${apiId},`);
    probe.socket.close();
    await stopAndWait(owner, one);
  });

  it('is given by its owner alone, to somebody else, and with an end that is to come', async () => {
    const one = await startKit(owner, 'listens');
    const { instance_id } = one;
    const other = await server.signIn('trader2');
    const body = { instance_id, grantee: 'observer', until: null };
    await expect(other.call('instanceAuthorisationGive', { body })).rejects.toThrow('INSTANCE_UNKNOWN');
    await expect(owner.call('instanceAuthorisationGive', { body: { ...body, grantee: 'trader1' } })).rejects.toThrow(
      'AUTHORISATION_NOBODY',
    );
    await expect(owner.call('instanceAuthorisationGive', { body: { ...body, until: 1 } })).rejects.toThrow('AUTHORISATION_END_PAST');
    const { grantee_id } = await giveOne(instance_id, Date.now() + 86_400_000);
    await expect(other.call('instanceAuthorisationTake', { body: { instance_id, grantee_id } })).rejects.toThrow('INSTANCE_UNKNOWN');
    expect(await other.call('instanceAuthorisationList', {})).toEqual([]);
    expect(await owner.call('instanceAuthorisationList', {})).toMatchObject([
      { instance_id, grantee: 'observer', grantee_role: 'observer' },
    ]);
    await stopAndWait(owner, one);
  });
});
