import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addDecimals, negateDecimal } from '../../../core/domain/numbers/decimal.ts';
import type { InstanceView } from '../../../schemas/wire/strategy.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import {
  apiOf,
  infoOf,
  kinds,
  startKit,
  stopAndWait,
  strategyMarket,
  trade,
  tradeAt,
  until,
  untilStatus,
} from '../../kit/servers/strategy-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer, type TestServerOptions } from '../../kit/servers/test-server.ts';
import { sampleStrategy, strategyKit } from '../../kit/strategy-plugins.ts';

const dataFolder = await freshDataDir();
const interruptedFolder = await freshDataDir();
const brokenFolder = await freshDataDir();
afterAll(() => {
  for (const folder of [dataFolder, interruptedFolder, brokenFolder]) rmSync(folder, { recursive: true, force: true });
});

const plugins = [pluginSource('venue-house'), sampleStrategy, strategyKit];
const open: TestServer[] = [];

/** One server for what leaves nothing behind. */
let shared: TestServer;
beforeAll(async () => {
  shared = await startTestServer({ plugins });
}, 150_000);
afterAll(() => shared.close());

async function serve(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer({ plugins, ...options });
  open.push(server);
  return server;
}

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

describe('a strategy instance', () => {
  it('places its order, tells of its fill, holds a position, and stops for good', async () => {
    const server = shared;
    const client = await server.signIn('trader1');
    const params = { apiId: await apiOf(client), instrumentId: strategyMarket, price: '49000', qty: '0.1' };
    const started = await client.call('strategyStart', { body: { strategy: 'strategy-sample/sample', name: 'Mine', params } });
    expect(started).toMatchObject({ status: 'TRADING', name: 'Mine', environment: 'production', params, profit: '0' });
    await tradeAt(server, '50000');
    await until(
      () => infoOf(client, started),
      ({ orders }) => orders.length === 1,
      'its order works',
    );
    await trade(server, 'SELL', '49000', '0.1');
    const filled = await until(
      () => infoOf(client, started),
      ({ instance }) => instance.fills === 1,
      'it was filled',
    );
    expect(filled.positions).toMatchObject([{ side: 'LONG', instrument: strategyMarket, mark: '49000' }]);
    expect(await client.call('instancePositions', { query: {} })).toEqual(filled.positions);
    expect(await client.call('instanceMarks', { query: { instance_id: started.instance_id } })).toMatchObject([
      { instrument: strategyMarket, side: 'BUY', price: '49000', qty: '0.1' },
    ]);
    expect(await client.call('instanceDeviations', { query: { instance_id: started.instance_id } })).toMatchObject([
      { expected_price: '49000', price: '49000', slippage_bps: '0', liquidity: 'MAKER', wanted_qty: '0.1', missing_qty: '0', book: null },
    ]);
    expect(await client.call('instanceList', { query: { state: 'running' } })).toHaveLength(1);

    await client.call('strategyStop', { body: { instance_id: started.instance_id } });
    const stopped = await untilStatus(client, started, 'STOPPED');
    expect(kinds(stopped)).toEqual(['created', 'started', 'accepted', 'fill', 'note', 'stopping', 'stopped']);
    expect(await client.call('instanceList', { query: { state: 'running' } })).toEqual([]);
    expect((await client.call('instanceList', { query: { state: 'history' } }))[0]).toMatchObject({ status: 'STOPPED', fills: 1 });
  }, 150_000);

  it('says one profit everywhere, live while the market moves without it, and after its end the one that it ended with', async () => {
    const client = await shared.signIn('trader1');
    const probe = await StreamProbe.open(shared.url);
    await probe.request({ op: 'auth', token: client.token });
    await probe.request({ op: 'subscribe', topics: ['strategies'] });
    const one = await startKit(client, 'throws', { pauseMs: 600_000, qty: '0.1' });
    await trade(shared, 'SELL', '49000', '0.1');
    await until(
      () => infoOf(client, one),
      ({ instance }) => instance.fills === 1,
      'it was filled',
    );
    const told = (): InstanceView | undefined =>
      (probe.ofTopic('strategies').flatMap(({ d }) => d) as InstanceView[]).filter((told) => told.instance_id === one.instance_id).at(-1);
    const { step } = (await infoOf(client, one)).instance;
    await tradeAt(shared, '49500', '0.02');
    const live = await probe.until(() => (told()?.positions[0]?.mark === '49500' ? told() : null), 1_500);
    expect(live).toMatchObject({ step, realised: '0', funding: '0', valuation: { asset: 'USDT', rates: [], missing: [] } });
    expect(Number(live.open_profit)).toBeGreaterThan(45);
    expect(addDecimals(live.open_profit ?? '', negateDecimal(live.fees ?? ''))).toBe(live.profit);
    const info = await infoOf(client, one);
    const [listed] = await client.call('instanceList', { query: { state: 'running' } });
    for (const { profit, positions } of [info.instance, listed as InstanceView]) {
      expect([profit, positions]).toEqual([live.profit, live.positions]);
      expect(positions[0]?.profit).toBe(profit);
    }
    const [fill] = await client.call('instanceMarks', { query: { instance_id: one.instance_id } });
    expect(fill?.profit).toBe(negateDecimal(live.fees ?? ''));

    expect((await stopAndWait(client, one)).instance.profit).toBe(live.profit);
    await tradeAt(shared, '48000', '0.02');
    const [ended] = await client.call('instanceList', { query: { state: 'history' } });
    expect(ended).toMatchObject({ status: 'STOPPED', profit: live.profit, open_profit: live.open_profit, positions: live.positions });
    probe.close();
  }, 150_000);

  it('goes on after a restart with what happened meanwhile, and cancels its order when it is stopped', async () => {
    const first = await serve({ dataFolder });
    const before = await first.signIn('trader1');
    const params = { apiId: await apiOf(before), instrumentId: strategyMarket, price: '49000', qty: '0.1' };
    const started = await before.call('strategyStart', { body: { strategy: 'strategy-sample/sample', name: 'On', params } });
    await tradeAt(first, '50000');
    await until(
      () => infoOf(before, started),
      ({ orders }) => orders.length === 1,
      'its order works',
    );
    await open.pop()?.close();

    const second = await serve({ dataFolder });
    const client = await second.signIn('trader1');
    await trade(second, 'SELL', '49000', '0.04');
    const partly = await until(
      () => infoOf(client, started),
      ({ instance }) => instance.fills === 1,
      'it was filled in part',
    );
    expect(partly.orders).toMatchObject([{ open_qty: '0.06' }]);
    await client.call('strategyStop', { body: { instance_id: started.instance_id } });
    expect(kinds(await untilStatus(client, started, 'STOPPED'))).toEqual([
      ...['created', 'started', 'accepted', 'fill', 'note', 'stopping', 'canceled', 'stopped'],
    ]);
    expect(await client.call('openOrders', { query: {} })).toEqual([]);
  }, 150_000);

  it.each([
    'production',
    'test',
  ] as const)('has what it has plotted after a restart in %s, for its owner and an admin, all of it or what is new', async (environment) => {
    const first = await serve({ dataFolder });
    const before = await first.signIn('trader1');
    const one = await startKit(before, 'plots', { pauseMs: 300 }, {}, environment);
    const query = { instance_id: one.instance_id };
    const plotted = (client: typeof before) => client.call('instancePlots', { query });
    const [early] = await until(
      () => plotted(before),
      ([here]) => (here?.lines[0]?.points.length ?? 0) > 2,
      'it has plotted',
    );
    await open.pop()?.close();

    const second = await serve({ dataFolder });
    const client = await second.signIn('trader1');
    const known = early?.lines[0]?.points ?? [];
    const [later] = await until(
      () => plotted(client),
      ([here]) => (here?.lines[0]?.points.length ?? 0) > known.length + 1,
      'it plots on',
    );
    // Of the second in which it was asked the last point was still to come.
    expect(later?.lines[0]?.points.slice(0, known.length - 1)).toEqual(known.slice(0, -1));
    expect(later).toMatchObject({ instrument: strategyMarket, lines: [{ series: 'rounds' }] });
    expect(later?.marks[0]).toMatchObject({
      key: 'mark.round',
      params: { rounds: expect.any(Number) },
      side: 'BUY',
      price: expect.any(Number),
    });
    const [lastMs = 0] = later?.lines[0]?.points.at(-1) ?? [];
    await stopAndWait(client, one);
    const [fresh] = await client.call('instancePlots', { query: { ...query, since: lastMs } });
    expect(fresh?.lines[0]?.points[0]?.[0]).toBe(lastMs);
    expect(await plotted(await second.signIn('admin'))).toEqual(await plotted(client));
    await expect(plotted(await second.signIn('trader2'))).rejects.toThrow('INSTANCE_UNKNOWN');
  }, 150_000);

  it('does not hold up a stop of the server while the database takes no steps, and goes on as it was last saved', async () => {
    const folder = { dataFolder: brokenFolder };
    const before = await serve(folder);
    const client = await before.signIn('trader1');
    const one = await startKit(client, 'throws', { pauseMs: 600_000 });
    const instances = before.store.instances as { commit: typeof before.store.instances.commit };
    instances.commit = () => Promise.reject(new Error('connection refused'));
    const stopped = client.call('strategyStop', { body: { instance_id: one.instance_id } }).then(
      () => 'acknowledged',
      () => 'refused',
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    await open.pop()?.close();
    expect(await stopped).toBe('refused');
    const after = await serve(folder);
    expect((await infoOf(await after.signIn('trader1'), one)).instance.status).toBe('TRADING');
  }, 150_000);

  it('stays interrupted after a restart, and nothing of it works any more', async () => {
    const folder = interruptedFolder;
    const first = await serve({ dataFolder: folder });
    const before = await first.signIn('trader1');
    await tradeAt(first, '50000');
    const one = await startKit(before, 'throws', { pauseMs: 300 });
    await untilStatus(before, one, 'INTERRUPTED');
    open.splice(0);
    await first.close();

    const second = await serve({ dataFolder: folder });
    const client = await second.signIn('trader1');
    const { instance, orders, events } = await until(
      () => infoOf(client, one),
      (now) => now.orders.length === 0,
      'its order is canceled',
    );
    expect(instance).toMatchObject({ status: 'INTERRUPTED', cause: 'onTimer: it has had enough' });
    expect(orders).toEqual([]);
    expect(events.filter(({ kind }) => kind === 'interrupted')).toHaveLength(1);
    expect(await client.call('openOrders', { query: { api_ids: String(await apiOf(client)) } })).toEqual([]);
    expect(await client.call('instanceList', { query: { state: 'running' } })).toEqual([]);
    await expect(client.call('strategyUpdate', { body: { instance_id: one.instance_id, params: {} } })).rejects.toThrow('INSTANCE_UNKNOWN');
  }, 150_000);

  it('ends as INTERRUPTED when it only produces refusals, which fill a page of its history and not the disk; a busy one goes on', async () => {
    const client = await shared.signIn('trader1');
    await tradeAt(shared, '50000');
    const busy = await startKit(client, 'busy', { pauseMs: 20 });
    const one = await startKit(client, 'pesters', { pauseMs: 20 });
    const { instance, events } = await untilStatus(client, one, 'INTERRUPTED');
    expect(instance.cause).toMatch(/it only produces refusals: \d+ within a minute and no order accepted, the last ORDER_/);
    expect(events.length).toBeLessThan(60);
    const denied = events.filter(({ kind }) => kind === 'denied').map(({ params }) => Number(params.joined ?? 1));
    expect(denied.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1_000);
    expect((await infoOf(client, busy)).instance.status).toBe('TRADING');
    await stopAndWait(client, busy);
  }, 150_000);

  it('lets its owner and an admin look into it: state, what it listens to and its timers; nobody else', async () => {
    const client = await shared.signIn('trader1');
    const one = await startKit(client, 'listens');
    const query = { instance_id: one.instance_id };
    const { actors } = await client.call('instanceState', { query });
    expect(actors).toMatchObject([{ tag: '', kind: null, state: { rounds: 0 }, cut: false, timers: [] }]);
    expect(actors[0]?.subscriptions.map(({ type, low, levels }) => [type, low ?? levels])).toEqual([
      ['band', '50000'],
      ['book', 2],
      ['trade', null],
      ['ticker', null],
    ]);
    const timed = await startKit(client, 'busy', { pauseMs: 500_000 });
    const [strategy] = (await client.call('instanceState', { query: { instance_id: timed.instance_id } })).actors;
    expect(strategy?.timers).toMatchObject([{ timer: 'round' }]);
    expect((await (await shared.signIn('admin')).call('instanceState', { query })).actors).toEqual(actors);
    await expect((await shared.signIn('trader2')).call('instanceState', { query })).rejects.toThrow('INSTANCE_UNKNOWN');
    for (const each of [one, timed]) await stopAndWait(client, each);
    for (const { instance_id } of [one, timed]) {
      const [ended] = (await client.call('instanceState', { query: { instance_id } })).actors;
      expect(ended, 'what has ended waits for nothing').toMatchObject({ tag: '', subscriptions: [], timers: [] });
    }
  }, 150_000);

  it('hears of its market: bands, trades, books and tickers', async () => {
    const server = shared;
    const client = await server.signIn('trader1');
    await tradeAt(server, '49000');
    const started = await startKit(client, 'listens');
    await tradeAt(server, '50005');
    await tradeAt(server, '50020');
    const heard = async () => (await infoOf(client, started)).events.filter(({ kind }) => kind === 'note').map(({ params }) => params);
    const notes = await until(heard, (all) => all.some(({ told }) => told === 'above'), 'it hears the band');
    expect(
      notes
        .filter(({ key }) => key === 'heard.band')
        .map(({ told }) => told)
        .reverse(),
    ).toEqual(['below', 'inside', 'above']);
    expect(
      notes
        .filter(({ key }) => key === 'heard.trade')
        .map(({ told }) => told)
        .reverse()
        // The trade before it may reach it too, when it has just begun to listen.
        .slice(-2),
    ).toEqual(['50005', '50020']);
    expect(notes.map(({ key }) => key)).toEqual(expect.arrayContaining(['heard.book', 'heard.ticker']));
  }, 150_000);

  it('ends by itself when its strategy has finished', async () => {
    const server = shared;
    const client = await server.signIn('trader1');
    await tradeAt(server, '50000');
    const started = await startKit(client, 'finishes');
    expect(kinds(await untilStatus(client, started, 'STOPPED'))).toContain('note');
    expect(await client.call('openOrders', { query: {} })).toEqual([]);
  }, 150_000);
});

describe('an instance that breaks the contract', () => {
  let server: TestServer;
  let client: HttpClient;
  beforeAll(async () => {
    // Long enough for a leak to fill its heap first, on a busy machine too.
    server = await startTestServer({ plugins, threadLimits: { stepMs: 4_000, heapMb: 64, startMs: 30_000 } });
    client = await server.signIn('trader1');
    await tradeAt(server, '50000');
  }, 150_000);
  afterAll(() => server.close());

  it.each([
    ['throws', 'it has had enough'],
    ['loops', 'longer than'],
    ['leaks', 'it needs more than'],
  ])(
    'ends as INTERRUPTED when it %s, its orders canceled, and its neighbour trades on',
    async (id, cause) => {
      const neighbour = await startKit(client, 'busy');
      const broken = await startKit(client, id, { pauseMs: 400 });
      const info = await untilStatus(client, broken, 'INTERRUPTED');
      expect(info.instance.cause).toContain(cause);
      await until(
        () => infoOf(client, broken),
        ({ orders }) => orders.length === 0,
        'its order is canceled',
      );
      const { events } = await infoOf(client, neighbour);
      const later = await until(
        () => infoOf(client, neighbour),
        (now) => (now.events[0]?.event_id ?? 0) > (events[0]?.event_id ?? 0) + 5,
        'the neighbour trades on',
      );
      expect(later.instance.status).toBe('TRADING');
      expect((await client.call('instanceList', { query: { state: 'history' } }))[0]).toMatchObject({ status: 'INTERRUPTED', name: id });
      await client.call('strategyStop', { body: { instance_id: neighbour.instance_id } });
    },
    150_000,
  );
});
