import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstanceView, StartTemplateContent } from '../../../schemas/wire/strategy.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import {
  apiOf,
  infoOf,
  kinds,
  kitParams,
  noNumbers,
  startKit,
  stopAndWait,
  strategyMarket,
  tradeAt,
  unlimited,
  until,
  untilStatus,
} from '../../kit/servers/strategy-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { sampleStrategy, strategyKit } from '../../kit/strategy-plugins.ts';

let server: TestServer;
let client: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: [pluginSource('venue-house'), sampleStrategy, strategyKit] });
  client = await server.signIn('trader1');
  await tradeAt(server, '50000');
}, 150_000);
afterAll(() => server.close());

const running = () => client.call('instanceList', { query: { state: 'running' } });
const start = async (strategy: string, params: Record<string, unknown>) =>
  client.call('strategyStart', { body: { strategy, name: 'It', params } });

describe('the start of an instance', () => {
  it.each([
    ['an unknown strategy', 'strategy-kit/nosuch', {}, 'STRATEGY_UNKNOWN'],
    ['an unknown pair', 'strategy-kit/busy', { instrumentId: 'tessera/NOSUCH/spot' }, 'STRATEGY_UNKNOWN_PAIR'],
    ['no account', 'strategy-kit/busy', { apiId: undefined }, 'STRATEGY_NO_ACCOUNT'],
    ["somebody else's account", 'strategy-kit/busy', { apiId: 999_999 }, 'ACCESS_ACCOUNT'],
    ['params off the schema', 'strategy-kit/busy', { qty: '-1' }, 'STRATEGY_PARAMS_INVALID'],
    ['a field that the schema does not know', 'strategy-kit/busy', { more: 1 }, 'STRATEGY_PARAMS_INVALID'],
    ["params that break the strategy's own rules", 'strategy-kit/busy', { qty: '6' }, 'STRATEGY_PARAMS_INVALID'],
    ['a list of currencies that is missing', 'strategy-kit/lists', { funding: {} }, 'STRATEGY_PARAMS_INVALID'],
    ['a list of currencies that is empty', 'strategy-kit/lists', { funding: { currencies: [] } }, 'STRATEGY_PARAMS_INVALID'],
    ['a currency that is none', 'strategy-kit/lists', { funding: { currencies: ['btc!'] } }, 'STRATEGY_PARAMS_INVALID'],
    ['a strategy that throws at its start', 'strategy-kit/refuses', {}, 'STRATEGY_START_FAILED'],
  ])('is refused for %s, and nothing runs', async (_what, strategy, over, code) => {
    await expect(start(strategy, await kitParams(client, over))).rejects.toThrow(code);
    expect(await running()).toEqual([]);
  });

  it('is refused beyond fifty running ones, also when all are started at once', async () => {
    const own = await server.signIn('trader1');
    const params = await kitParams(own);
    const start = () => own.call('strategyStart', { body: { strategy: 'strategy-kit/listens', name: 'many', params, limits: unlimited } });
    const answers = await Promise.allSettled(Array.from({ length: 60 }, start));
    const begun = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason)] : []));
    expect(begun).toHaveLength(50);
    expect(refusals.every((text) => text.includes('STRATEGY_TOO_MANY'))).toBe(true);
    await Promise.all(begun.map((one) => stopAndWait(own, one)));
    await stopAndWait(own, await start());
  }, 60_000);

  it('names the field of a missing list of currencies, and takes a start once it is set', async () => {
    const error = await start('strategy-kit/lists', await kitParams(client, { funding: {} })).catch((why: unknown) => why);
    expect(String(error)).toContain('funding.currencies');
    const one = await start('strategy-kit/lists', await kitParams(client, { funding: { currencies: ['BTC'] } }));
    expect(one.status).toBe('TRADING');
    await stopAndWait(client, one);
  });

  it('asks for the VIP level and the role again, and what runs goes on when its plugin is withdrawn', async () => {
    const beginner = await server.signIn('trader0');
    expect(await beginner.call('strategyTemplates')).toContainEqual(
      expect.objectContaining({ strategy: 'strategy-kit/busy', locked: true, min_vip: 1 }),
    );
    await expect(
      beginner.call('strategyStart', { body: { strategy: 'strategy-kit/busy', name: 'It', params: await kitParams(beginner) } }),
    ).rejects.toThrow('ACCESS_VIP');
    const one = await startKit(client, 'busy');
    const admin = await server.signIn('admin');
    const before = (await admin.call('adminPluginSets')).find(({ role }) => role === 'user');
    if (before === undefined) throw new Error('there is no set for users');
    await admin.call('adminPluginSetSave', { body: { ...before, excluded: [...before.excluded, 'strategy-kit'], reason: 'a test' } });
    await expect(start('strategy-kit/busy', await kitParams(client))).rejects.toThrow('STRATEGY_UNKNOWN');
    expect((await client.call('strategyTemplates')).map(({ strategy }) => strategy)).toEqual(['strategy-sample/sample']);
    const { events } = await infoOf(client, one);
    await until(
      () => infoOf(client, one),
      (now) => (now.events[0]?.event_id ?? 0) > (events[0]?.event_id ?? 0) + 5,
      'it trades on',
    );
    await admin.call('adminPluginSetSave', { body: { ...before, reason: 'a test' } });
    await stopAndWait(client, one);
  }, 150_000);

  it('says which instances stay when their strategy is withdrawn, and lets an admin stop these and no others', async () => {
    const staying = await startKit(client, 'busy');
    const params = { apiId: await apiOf(client), instrumentId: strategyMarket, price: '45000', qty: '0.02' };
    const other = await start('strategy-sample/sample', params);
    const admin = await server.signIn('admin');
    const before = (await admin.call('adminPluginSets')).find(({ role }) => role === 'user');
    if (before === undefined) throw new Error('there is no set for users');
    const instance_ids = [staying.instance_id, other.instance_id, staying.instance_id, `s${'0'.repeat(19)}`];
    expect(await admin.call('adminStayingStop', { body: { instance_ids } }), 'while nothing is withdrawn').toEqual({ stopped: [] });
    const without = { ...before, excluded: [...before.excluded, 'strategy-kit'] };
    const change = await admin.call('adminPluginSetSave', { body: { ...without, reason: 'a test' } });
    expect(change.staying.map(({ instance_id, username }) => [instance_id, username])).toEqual([[staying.instance_id, 'trader1']]);
    await expect(client.call('adminStayingStop', { body: { instance_ids } })).rejects.toThrow('ACCESS_ROLE');
    expect(await admin.call('adminStayingStop', { body: { instance_ids } })).toEqual({ stopped: [staying.instance_id] });
    await until(
      () => infoOf(client, staying),
      ({ instance }) => instance.status === 'STOPPED',
      'it has stopped',
    );
    expect((await infoOf(client, other)).instance.status).toBe('TRADING');
    const { items } = await server.store.audit.page({ action: 'strategy.stopped-by-admin', limit: 5 });
    expect(items.map(({ subject }) => subject)).toEqual([staying.instance_id]);
    await admin.call('adminPluginSetSave', { body: { ...before, reason: 'a test' } });
    await stopAndWait(client, other);
  }, 150_000);

  it('is refused while none of its orders could pass: for a role that may not trade, and while the exchange is withdrawn', async () => {
    const manager = await server.signIn('asset');
    const params = await kitParams(manager);
    for (const environment of ['production', 'test', 'shadow'] as const) {
      const body = { strategy: 'strategy-kit/busy', name: 'It', environment, params };
      await expect(manager.call('strategyStart', { body })).rejects.toThrow('ACCESS_ROLE');
    }
    const admin = await server.signIn('admin');
    const before = (await admin.call('adminPluginSets')).find(({ role }) => role === 'user');
    if (before === undefined) throw new Error('there is no set for users');
    await admin.call('adminPluginSetSave', { body: { ...before, excluded: [...before.excluded, 'venue-house'], reason: 'a test' } });
    await expect(start('strategy-kit/busy', await kitParams(client))).rejects.toThrow('ACCESS_PLUGIN');
    await admin.call('adminPluginSetSave', { body: { ...before, reason: 'a test' } });
  });

  it('is not for guests, and an instance is only its owner’s', async () => {
    await expect(server.guest().call('strategyTemplates')).rejects.toThrow('SESSION_MISSING');
    const one = await startKit(client, 'busy');
    const other = await server.signIn('trader2');
    const body = { instance_id: one.instance_id };
    await expect(other.call('strategyStop', { body })).rejects.toThrow('INSTANCE_UNKNOWN');
    await expect(other.call('strategyUpdate', { body: { ...body, params: {} } })).rejects.toThrow('INSTANCE_UNKNOWN');
    await expect(other.call('instanceInfo', { query: body })).rejects.toThrow('INSTANCE_UNKNOWN');
    await expect(other.call('instanceMarks', { query: body })).rejects.toThrow('INSTANCE_UNKNOWN');
    expect(await other.call('instanceList', { query: { state: 'running' } })).toEqual([]);
    await stopAndWait(client, one);
  }, 150_000);
});

describe('lists of instances', () => {
  it('are narrowed by strategy, environment, status, exchange, account and time, running or ended', async () => {
    const other = await server.signIn('trader2');
    const startAs = async (id: string, environment: 'test' | 'production') =>
      other.call('strategyStart', { body: { strategy: `strategy-kit/${id}`, name: id, environment, params: await kitParams(other) } });
    const [paper, real] = [await startAs('listens', 'test'), await startAs('listens', 'production')];
    type Query = Partial<Record<'strategy' | 'exchange' | 'before', string> & Record<'api_id' | 'from' | 'to', number>> &
      Partial<Pick<InstanceView, 'environment' | 'status'>>;
    const found = async (state: 'running' | 'history', query: Query) =>
      (await other.call('instanceList', { query: { state, ...query } })).map(({ instance_id }) => instance_id);
    const both = [real.instance_id, paper.instance_id];
    const check = async (state: 'running' | 'history', status: 'TRADING' | 'STOPPED') => {
      expect(await found(state, { strategy: 'strategy-kit/listens', exchange: 'tessera', api_id: await apiOf(other), status })).toEqual(
        both,
      );
      expect(await found(state, { environment: 'test' })).toEqual([paper.instance_id]);
      expect(await found(state, { from: real.create_time, to: real.create_time + 1 })).toEqual(
        real.create_time === paper.create_time ? both : [real.instance_id],
      );
      for (const none of [{ strategy: 'strategy-kit/busy' }, { status: 'INTERRUPTED' as const }, { exchange: 'elsewhere' }, { to: 1 }]) {
        expect(await found(state, none)).toEqual([]);
      }
      expect(await found(state, { api_id: await apiOf(client) })).toEqual([]);
    };
    await check('running', 'TRADING');
    for (const one of [paper, real]) await stopAndWait(other, one);
    await check('history', 'STOPPED');
    expect(await found('history', { environment: 'production', before: real.instance_id })).toEqual([]);
  }, 150_000);
});

describe('an update', () => {
  it('changes fields that may change, all at once and checked as a whole', async () => {
    const one = await startKit(client, 'busy');
    const update = (params: Record<string, unknown>) => client.call('strategyUpdate', { body: { instance_id: one.instance_id, params } });
    await expect(update({ price: '40000' })).rejects.toThrow('STRATEGY_FIELD_FIXED');
    await expect(update({ qty: '6' })).rejects.toThrow('STRATEGY_PARAMS_INVALID');
    await expect(update({ qty: 'much' })).rejects.toThrow('STRATEGY_PARAMS_INVALID');
    const changed = await update({ qty: '0.02', pauseMs: 100, price: '50000' });
    expect(changed.params).toMatchObject({ qty: '0.02', pauseMs: 100, price: '50000' });
    expect(kinds(await infoOf(client, one))).toContain('updated');
    const results = await Promise.allSettled([update({ qty: '0.03' }), update({ qty: '0.04' })]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(String((results[1] as PromiseRejectedResult).reason)).toContain('STRATEGY_UPDATE_PENDING');
    const taken = client.call('strategyUpdateCancel', { body: { instance_id: one.instance_id } });
    expect((await taken).updating).toBe(false);
    await stopAndWait(client, one);
    await expect(update({ qty: '0.05' })).rejects.toThrow('INSTANCE_UNKNOWN');
  }, 150_000);
});

describe('limits', () => {
  it('hold one instance, whatever its strategy wants', async () => {
    const one = await startKit(client, 'busy', {}, { max_order_amount: '100' });
    const denied = await until(
      () => infoOf(client, one),
      ({ events }) => events.some(({ kind }) => kind === 'denied'),
      'an order is denied',
    );
    expect(denied.events.find(({ kind }) => kind === 'denied')?.params).toMatchObject({ code: 'LIMIT_ORDER_AMOUNT', limit: '100' });
    expect(denied.instance).toMatchObject({ fills: 0, refusal: { code: 'LIMIT_ORDER_AMOUNT', params: { limit: '100' } } });
    // Who looks on is told that they are refused, and not why.
    const [seen] = await (await server.signIn('risk')).call('riskInstances', { query: { state: 'running' } });
    expect(seen).toMatchObject({ instance_id: one.instance_id, refused: true });
    expect(seen).not.toHaveProperty('refusal');
    await stopAndWait(client, one);
  }, 150_000);

  it('cap what an instance on probation may do, whatever its owner allows', async () => {
    const body = { strategy: 'strategy-kit/busy', name: 'Canary', environment: 'canary' as const, params: await kitParams(client) };
    const one = await client.call('strategyStart', { body: { ...body, limits: { ...unlimited, max_order_amount: '1000000' } } });
    const { events, instance } = await until(
      () => infoOf(client, one),
      (now) => now.events.some(({ kind }) => kind === 'denied'),
      'an order is denied',
    );
    expect(events.find(({ kind }) => kind === 'denied')?.params).toMatchObject({ code: 'LIMIT_ORDER_AMOUNT', limit: '100' });
    expect(instance).toMatchObject({ environment: 'canary', fills: 0 });
    await stopAndWait(client, one);
  }, 150_000);

  it('end an instance that keeps its thread busy, though none of its steps takes too long', async () => {
    const one = await startKit(client, 'hogs', { pauseMs: 1 });
    const { instance } = await untilStatus(client, one, 'INTERRUPTED');
    expect(instance.cause).toContain('keeps its thread busy');
  }, 150_000);

  it('hold all instances of an account together', async () => {
    const api_id = await apiOf(client);
    const limits = { ...noNumbers, max_orders_per_minute: 4 };
    await client.call('strategyLimitsSave', { body: { api_id, limits } });
    expect(await client.call('strategyLimits', { query: { api_id } })).toEqual({ ...limits, halted: false });
    const other = await server.signIn('trader2');
    await expect(other.call('strategyLimitsSave', { body: { api_id, limits } })).rejects.toThrow('ACCESS_ACCOUNT');
    const all = [await startKit(client, 'busy'), await startKit(client, 'busy')];
    for (const one of all) {
      const { events } = await until(
        () => infoOf(client, one),
        (now) => now.events.some(({ params }) => params.code === 'LIMIT_ORDER_RATE'),
        'an order is denied by the account',
      );
      expect(events.filter(({ kind }) => kind === 'accepted').length).toBeLessThanOrEqual(4);
    }
    await client.call('strategyLimitsSave', { body: { api_id, limits: noNumbers } });
    for (const one of all) await stopAndWait(client, one);
  }, 150_000);

  it('of an account are not used up by orders that only rehearse, and do not hold a rehearsal back by what is real', async () => {
    const other = await server.signIn('trader2');
    const api_id = await apiOf(other);
    await other.call('strategyLimitsSave', { body: { api_id, limits: { ...noNumbers, max_orders_per_minute: 4 } } });
    const environments = ['test', 'production', 'shadow'] as const;
    for (const environment of environments) {
      const params = await kitParams(other);
      const one = await other.call('strategyStart', { body: { strategy: 'strategy-kit/busy', name: environment, environment, params } });
      // Each has all four of its own, though all three use the account in the same minute.
      await until(
        () => infoOf(other, one),
        ({ events }) =>
          events.some(({ params: { code } }) => code === 'LIMIT_ORDER_RATE') &&
          events.filter(({ kind }) => kind === 'accepted').length === 4,
        `${environment} has used up what it may`,
      );
      await stopAndWait(other, one);
    }
    await other.call('strategyLimitsSave', { body: { api_id, limits: noNumbers } });
  }, 150_000);

  it('of an account leave its kill switch alone, which its owner throws and the audit log remembers', async () => {
    const api_id = await apiOf(client);
    const other = await server.signIn('trader2');
    await expect(other.call('strategyHalt', { body: { halted: true, api_id } })).rejects.toThrow('ACCESS_ACCOUNT');
    const limits = { ...noNumbers, max_orders_per_minute: 4 };
    await client.call('strategyLimitsSave', { body: { api_id, limits } });
    expect(await client.call('strategyHalt', { body: { halted: true, api_id } })).toEqual({ ...limits, halted: true });
    // Somebody who looked at the account before it was halted saves its limits.
    expect(await client.call('strategyLimitsSave', { body: { api_id, limits: noNumbers } })).toEqual({ ...noNumbers, halted: true });
    expect(await client.call('strategyHalt', { body: { halted: false, api_id } })).toEqual(unlimited);
    const { items } = await server.store.audit.page({ subject: `account/${api_id}`, limit: 2 });
    expect(items.map(({ action }) => action)).toEqual(['strategies.resumed', 'strategies.halted']);
    // To and fro without end takes the first of an hour from nobody who reads, and fills no chain.
    for (let nth = 0; nth < 25; nth++) for (const halted of [true, false]) await client.call('strategyHalt', { body: { halted, api_id } });
    expect((await server.store.audit.page({ subject: `account/${api_id}`, action: 'strategies.halted', limit: 50 })).items).toHaveLength(
      20,
    );
    expect((await server.store.traces.page({ subject: `account/${api_id}`, action: 'strategies.halted', limit: 50 })).items).toHaveLength(
      6,
    );
  });

  it('cancel all orders and let nothing pass when the kill switch is thrown, by the owner or an admin', async () => {
    const one = await startKit(client, 'throws', { pauseMs: 60_000 });
    await until(
      () => infoOf(client, one),
      ({ orders }) => orders.length === 1,
      'its order works',
    );
    expect(await client.call('strategyHalt', { body: { halted: true } })).toMatchObject({ halted: true });
    await until(
      () => infoOf(client, one),
      ({ orders }) => orders.length === 0,
      'its order is canceled',
    );
    await client.call('strategyHalt', { body: { halted: false } });
    await stopAndWait(client, one);

    await expect(client.call('adminStrategyHalt', { body: { halted: true } })).rejects.toThrow('ACCESS_ROLE');
    const admin = await server.signIn('admin');
    await admin.call('adminStrategyHalt', { body: { halted: true } });
    const halted = await startKit(client, 'busy');
    const { events } = await until(
      () => infoOf(client, halted),
      (now) => now.events.some(({ kind }) => kind === 'denied'),
      'an order is denied',
    );
    expect(events.find(({ kind }) => kind === 'denied')?.params.code).toBe('LIMIT_HALTED');
    await admin.call('adminStrategyHalt', { body: { halted: false } });
    await stopAndWait(client, halted);
  }, 150_000);
});

describe('start templates', () => {
  it('keep a choice of strategy, params and limits for its owner', async () => {
    const content: StartTemplateContent = {
      strategy: 'strategy-kit/busy',
      name: 'Every day',
      params: await kitParams(client),
      limits: unlimited,
    };
    const saved = await client.call('startTemplateSave', { body: { revision: 0, name: 'Mine', content } });
    expect(await client.call('startTemplateList')).toEqual([saved]);
    expect(await (await server.signIn('trader2')).call('startTemplateList')).toEqual([]);
    const { template_id } = saved;
    await client.call('startTemplateSave', { body: { template_id, revision: 1, name: 'Mine still', content } });
    await expect(client.call('startTemplateDelete', { body: { template_id, revision: 1 } })).rejects.toThrow('DOCUMENT_CONFLICT');
    await client.call('startTemplateDelete', { body: { template_id, revision: 2 } });
    expect(await client.call('startTemplateList')).toEqual([]);
  });
});

describe('the topic of strategies', () => {
  it('tells the owner of every change', async () => {
    const probe = await StreamProbe.open(server.url);
    await probe.request({ op: 'auth', token: client.token });
    await probe.request({ op: 'subscribe', topics: ['strategies'] });
    const one = await startKit(client, 'busy');
    await probe.until(() => probe.ofTopic('strategies').some(({ d }) => JSON.stringify(d).includes(one.instance_id)));
    await stopAndWait(client, one);
    await probe.until(() => probe.ofTopic('strategies').some(({ d }) => JSON.stringify(d).includes('STOPPED')));
    expect(JSON.stringify(probe.ofTopic('strategies').at(-1)?.d)).toContain(strategyMarket);
    probe.close();
  }, 150_000);
});
