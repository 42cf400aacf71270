import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { errorCodeOf } from '../../core/contract/error-catalogue.ts';
import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import { copyId } from '../../core/domain/orders/order-origin.ts';
import type { AccountCopied, CopiedOrderView, CopyFollowerView, CopyPlanView } from '../../schemas/wire/copying.ts';
import type { ProductRoutes } from '../../schemas/wire/index.ts';
import type { BodyOf } from '../../schemas/wire/route.ts';
import { freshDataDir } from '../../tests/kit/servers/data-folder.ts';
import { type HttpClient, refusalOf } from '../../tests/kit/servers/http-client.ts';
import { StreamProbe } from '../../tests/kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

/** The plugin in a real server, with the demo's people, over a start without it. */
let folder: string;
let server: TestServer;
let trader: HttpClient;
let other: HttpClient;
const withCopying = ['venue-house', 'service-accounts', 'service-copying'];
async function start(plugins: readonly string[] = withCopying): Promise<void> {
  server = await startTestServer({ dataFolder: folder, plugins: plugins.map(pluginSource) });
  [trader, other] = [await server.signIn('trader3'), await server.signIn('trader2')];
}
beforeAll(async () => {
  folder = await freshDataDir();
  await start();
}, 120_000);
afterAll(() => server?.close());

const codeOf = async (call: Promise<unknown>): Promise<string> => {
  const { number } = await refusalOf(call);
  return errorCodeOf(number) ?? String(number);
};
let opened = 0;
async function account(funds = '100000', by = trader): Promise<number> {
  opened += 1;
  const body = { name: `Copying ${opened}`, exchange: 'tessera', permissions: ['spot'] as const, group_id: null, expire_time: null };
  const { api_id } = await by.call('accountSave', { body: { ...body, permissions: ['spot'] } });
  if (funds !== '0') await server.room.accounts.deposit(spotAccount(api_id), 'USDT', funds, `paid-${api_id}`);
  return api_id;
}
const follower = (api_id: number, changes: Partial<CopyFollowerView> = {}): CopyFollowerView => ({
  ...{ api_id, ratio: '50', max_amount: null, on: true },
  ...changes,
});
const plan = (main_api_id: number, followers: readonly CopyFollowerView[], changes: Partial<CopyPlanView> = {}): CopyPlanView => ({
  ...{ main_api_id, on: true, sync_ratio: '100', followers: [...followers] },
  ...changes,
});
const save = (body: CopyPlanView, by = trader) => by.call('copyPlanSave', { body });
type Asked = BodyOf<ProductRoutes['doOrder']>;
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const order = async (api_id: number, changes: Partial<Asked> = {}, by = trader) => {
  const [placed] = await by.call('doOrder', {
    body: { api_id, ...market, side: 'BUY', type: 'LIMIT', price: '100', qty: '1', ...changes },
  });
  if (placed === undefined) throw new Error('nothing was placed');
  return placed;
};
/** The order with its copies, once they are as they should be. */
const copied = (orderId: string, isSo: (copies: CopiedOrderView) => boolean, by = trader): Promise<CopiedOrderView> =>
  vi.waitFor(
    async () => {
      const found = (await by.call('copyOrderList', { query: { limit: 100 } })).items.find(({ order_id }) => order_id === orderId);
      if (found === undefined || !isSo(found)) throw new Error(`not so: ${JSON.stringify(found)}`);
      return found;
    },
    { timeout: 10_000, interval: 50 },
  );
const settled = ({ copies }: CopiedOrderView): boolean => copies.length > 0 && copies.every(({ state }) => state !== 'SENT');
const open = (api_id: number) => server.room.trading.openOrders([api_id]);
const openOf = async (api_id: number, count: number) => {
  await vi.waitFor(() => expect(open(api_id)).toHaveLength(count), { timeout: 5_000 });
  return open(api_id);
};

describe('an order of a main account', () => {
  it('is repeated for each follower by its share and its most, changed with it, and taken back with it', async () => {
    const [main, half, little] = [await account(), await account(), await account()];
    await save(plan(main, [follower(half), follower(little, { ratio: '100', max_amount: '25' })]));
    const placed = await order(main);
    const first = await copied(placed.order_id, settled);
    expect(first).toMatchObject({ main_api_id: main, side: 'BUY', price: '100', qty: '1', status: 'UNFILLED' });
    expect(first.copies).toMatchObject([
      { api_id: half, state: 'PLACED', status: 'UNFILLED', qty: '0.5', instrument: 'tessera/BTCUSDT/spot' },
      { api_id: little, state: 'PLACED', status: 'UNFILLED', qty: '0.25' },
    ]);
    expect(open(half)).toMatchObject([{ price: '100', qty: '0.5', clientOrderId: `c${main}-${placed.order_id}` }]);
    await trader.call('amendOrder', { body: { api_id: main, ...market, order_id: placed.order_id, price: '50', qty: '2' } });
    await copied(placed.order_id, ({ copies }) => copies.every(({ qty }) => qty === '1' || qty === '0.5'));
    expect(open(half)).toMatchObject([{ price: '50', qty: '1' }]);
    expect(open(little)).toMatchObject([{ price: '50', qty: '0.5' }]);
    await trader.call('cancelOrder', { body: { api_id: main, ...market, order_id: placed.order_id } });
    await copied(placed.order_id, ({ status, copies }) =>
      [status, ...copies.map((copy) => copy.status)].every((one) => one === 'CANCELED'),
    );
    expect([...open(half), ...open(little)]).toEqual([]);
  });

  it('is repeated for all of them in the part that the plan says, of which each has its share and at most its most', async () => {
    const [main, half, whole, little] = [await account(), await account(), await account(), await account()];
    const followers = [follower(half), follower(whole, { ratio: '100' }), follower(little, { ratio: '100', max_amount: '25' })];
    await save(plan(main, followers, { sync_ratio: '50' }));
    const placed = await order(main);
    const { qty, copies } = await copied(placed.order_id, settled);
    expect([qty, copies.map((copy) => [copy.api_id, copy.qty])]).toEqual([
      '1',
      [
        [half, '0.25'],
        [whole, '0.5'],
        [little, '0.25'],
      ],
    ]);
    expect([...open(half), ...open(whole)]).toMatchObject([{ price: '100', qty: '0.25' }, { qty: '0.5' }]);
    await trader.call('amendOrder', { body: { api_id: main, ...market, order_id: placed.order_id, qty: '2' } });
    await vi.waitFor(() => expect([...open(half), ...open(whole)]).toMatchObject([{ qty: '0.5' }, { qty: '1' }]), { timeout: 5_000 });
    expect(open(little)).toMatchObject([{ qty: '0.25' }]);
  });

  it('comes with its pair, whose legs follow too, while each account’s own market ends them', async () => {
    const [main, half] = [await account(), await account()];
    await save(plan(main, [follower(half)]));
    const placed = await order(main, {
      trigger_kind: 'CONDITIONAL_OCO',
      take_profit: { type: 'LIMIT', price: '130' },
      stop_loss: { type: 'STOP_MARKET', trigger_price: '80' },
    });
    await copied(placed.order_id, settled);
    expect(open(half)).toHaveLength(3);
    const leg = open(main).find(({ type }) => type === 'STOP_MARKET');
    await trader.call('amendOrder', { body: { api_id: main, ...market, order_id: leg?.orderId ?? '', trigger_price: '70' } });
    await vi.waitFor(() => expect(open(half).find(({ type }) => type === 'STOP_MARKET')?.triggerPrice).toBe('70'), { timeout: 5_000 });
    await trader.call('cancelOrder', { body: { api_id: main, ...market, order_id: placed.order_id } });
    await openOf(half, 0);
  });

  it('is refused for one follower and goes on for the others, each by the checks of its own account', async () => {
    const [main, poor, off, tiny, well] = [await account(), await account('0'), await account(), await account(), await account()];
    await trader.call('accountSaveActive', { body: { api_id: off, active: false } });
    const shares = [follower(poor), follower(off), follower(tiny, { ratio: '0.01' }), follower(well)];
    await save(plan(main, shares));
    const placed = await order(main, { qty: '0.01', price: '10000' });
    const { copies } = await copied(placed.order_id, settled);
    const reasons = copies.map(({ api_id, state, problem }) => [api_id, state, problem?.code ?? null]);
    expect(reasons).toEqual([
      [poor, 'REFUSED', 'ORDER_INSUFFICIENT_BALANCE'],
      [off, 'REFUSED', 'ACCOUNT_INACTIVE'],
      [tiny, 'REFUSED', 'COPY_TOO_SMALL'],
      [well, 'PLACED', null],
    ]);
  });

  it('is told to its owner’s open page, and to nobody else', async () => {
    const [main, half] = [await account(), await account()];
    await save(plan(main, [follower(half)]));
    const [own, foreign] = [await StreamProbe.open(server.url), await StreamProbe.open(server.url)];
    for (const [probe, { token }] of [[own, trader] as const, [foreign, other] as const]) {
      await probe.request({ op: 'auth', token });
      await probe.request({ op: 'subscribe', topics: ['copies'] });
    }
    const placed = await order(main);
    await own.until(() => own.messages.some((message) => message.k === 'e' && message.t === 'copies'));
    await copied(placed.order_id, settled);
    expect(foreign.messages.some((message) => message.k === 'e' && message.t === 'copies')).toBe(false);
    expect((await other.call('copyOrderList', {})).items).toEqual([]);
    await Promise.all([own.close(), foreign.close()]);
  });

  it('is told beforehand to whoever trades with the main account, as copying is switched, and to nobody else', async () => {
    const [main, half, idle] = [await account(), await account(), await account()];
    const followers = [follower(half, { max_amount: '25' }), follower(idle, { on: false })];
    const [own, foreign] = [await StreamProbe.open(server.url), await StreamProbe.open(server.url)];
    for (const [probe, { token }] of [[own, trader] as const, [foreign, other] as const]) {
      await probe.request({ op: 'auth', token });
      await probe.request({ op: 'subscribe', topics: ['copied'] });
    }
    const told = () =>
      own
        .ofTopic('copied')
        .flatMap(({ d }) => d as AccountCopied[])
        .filter(({ api_id }) => api_id === main)
        .map((one) => one.followers);
    const copying = [{ api_id: half, ratio: '25', most: '25' }];
    await save(plan(main, followers, { sync_ratio: '50' }));
    await expect.poll(told).toEqual([copying]);
    await save(plan(main, followers, { sync_ratio: '50', on: false }));
    await expect.poll(told).toEqual([copying, []]);
    await save(plan(main, followers));
    await trader.call('copyPlanDelete', { body: { main_api_id: main } });
    await expect.poll(told).toEqual([copying, [], [{ api_id: half, ratio: '50', most: '25' }], []]);
    expect(JSON.stringify(foreign.ofTopic('copied'))).not.toContain(`"api_id":${main}`);
    await Promise.all([own.close(), foreign.close()]);
  });

  it('is not repeated while copying is off, nor for a follower that is off, nor when it came before', async () => {
    const [main, half, idle] = [await account(), await account(), await account()];
    await order(main);
    await save(plan(main, [follower(half), follower(idle, { on: false })], { on: false }));
    await order(main);
    await save(plan(main, [follower(half), follower(idle, { on: false })]));
    const placed = await order(main);
    const { copies } = await copied(placed.order_id, settled);
    expect(copies.map(({ api_id }) => api_id)).toEqual([half]);
    expect([open(half).length, open(idle).length]).toEqual([1, 0]);
  });
});

describe('a follower that was switched off', () => {
  it('keeps its copy as it is, while those of others are changed and taken back', async () => {
    const [main, gone, stays] = [await account(), await account(), await account()];
    await save(plan(main, [follower(gone), follower(stays)]));
    const placed = await order(main);
    await copied(placed.order_id, settled);
    await save(plan(main, [follower(gone, { on: false }), follower(stays)]));
    await trader.call('amendOrder', { body: { api_id: main, ...market, order_id: placed.order_id, price: '50' } });
    await vi.waitFor(() => expect(open(stays)).toMatchObject([{ price: '50' }]), { timeout: 5_000 });
    await trader.call('cancelOrder', { body: { api_id: main, ...market, order_id: placed.order_id } });
    await openOf(stays, 0);
    expect(open(gone)).toMatchObject([{ price: '100', qty: '0.5' }]);
  });
});

describe('an account of somebody else', () => {
  it('follows as long as its owner lets the main account’s trade with it', async () => {
    const [main, foreign] = [await account(), await account('1000', other)];
    expect(await codeOf(save(plan(main, [follower(foreign)])))).toBe('ACCESS_ACCOUNT');
    await other.call('authorisationGive', { body: { api_id: foreign, grantee: 'trader3', acts: ['trade'], until: null } });
    expect((await trader.call('copyPlanList', {})).others).toContainEqual(
      expect.objectContaining({ api_id: foreign, exchange: 'tessera', owner: 'trader2' }),
    );
    await save(plan(main, [follower(foreign)]));
    const first = await order(main);
    expect((await copied(first.order_id, settled)).copies).toMatchObject([{ api_id: foreign, state: 'PLACED' }]);
    const [given] = (await other.call('authorisationList', {})).filter(({ api_id }) => api_id === foreign);
    await other.call('authorisationTake', { body: { api_id: foreign, grantee_id: given?.grantee_id ?? '' } });
    const second = await order(main);
    expect((await copied(second.order_id, settled)).copies).toMatchObject([{ state: 'REFUSED', problem: { code: 'ACCESS_ACCOUNT' } }]);
  });

  it('follows no administrator, whatever its owner lets him do: his role trades for nobody else', async () => {
    const admin = await server.signIn('admin');
    const [main, foreign] = [
      (await admin.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0,
      await account('1000', other),
    ];
    await other.call('authorisationGive', { body: { api_id: foreign, grantee: 'admin', acts: ['trade', 'move'], until: null } });
    expect((await admin.call('copyPlanList', {})).others).toEqual([]);
    expect(await codeOf(save(plan(main, [follower(foreign)]), admin))).toBe('ACCESS_ACCOUNT');
    expect((await admin.call('copyPlanList', {})).plans).toEqual([]);
    expect(await admin.call('observerAccounts')).toMatchObject([{ api_id: foreign, acts: ['see', 'reduce'] }]);
  });

  it('leads or follows for its owner again once he has taken the trade back, whatever the other had planned with it', async () => {
    const [main, mains] = [await account(), await account()];
    const [leading, following, own] = [await account('1000', other), await account('1000', other), await account('1000', other)];
    for (const api_id of [leading, following])
      await other.call('authorisationGive', { body: { api_id, grantee: 'trader3', acts: ['trade'], until: null } });
    await save(plan(main, [follower(leading)]));
    await save(plan(mains, [follower(following)]));
    // As long as he lets him, he finds them taken.
    expect(await codeOf(save(plan(leading, [follower(own)]), other))).toBe('COPY_MAIN_FOLLOWS');
    expect(await codeOf(save(plan(own, [follower(following)]), other))).toBe('COPY_FOLLOWER_TAKEN');
    for (const { api_id, grantee_id } of await other.call('authorisationList', {}))
      await other.call('authorisationTake', { body: { api_id, grantee_id } });
    await save(plan(leading, [follower(own), follower(following)]), other);
    const kept = (await trader.call('copyPlanList', {})).plans.filter(({ main_api_id }) => [main, mains].includes(main_api_id));
    expect(kept.map(({ followers }) => followers)).toEqual([[], []]);
    const audited = (await server.store.audit.page({ subject: `account/${main}`, limit: 1 })).items;
    expect(audited).toMatchObject([{ action: 'copying.changed', after: { followers: [] } }]);
    // Given once more, the former plan is no way back into a loop.
    await other.call('authorisationGive', { body: { api_id: leading, grantee: 'trader3', acts: ['trade'], until: null } });
    expect(await codeOf(save(plan(main, [follower(leading)])))).toBe('COPY_FOLLOWER_LEADS');
  });
});

describe('what is asked for', () => {
  it('is refused with the rule that it breaks, and nothing changes', async () => {
    const [main, half, second, foreign] = [await account(), await account(), await account(), await account('0', other)];
    await save(plan(main, [follower(half)]));
    const before = await trader.call('copyPlanList', {});
    const refusals = [
      [plan(foreign, []), 'ACCESS_ACCOUNT'],
      [plan(main, [follower(foreign)]), 'ACCESS_ACCOUNT'],
      [plan(main, [follower(main)]), 'COPY_FOLLOWER_LEADS'],
      [plan(second, [follower(main)]), 'COPY_FOLLOWER_LEADS'],
      [plan(second, [follower(half)]), 'COPY_FOLLOWER_TAKEN'],
      [plan(half, [follower(second)]), 'COPY_MAIN_FOLLOWS'],
      [plan(main, [follower(half), follower(half)]), 'COPY_FOLLOWER_TWICE'],
      [plan(main, [follower(half, { ratio: '0' })]), 'COPY_RATIO'],
      [plan(main, [follower(half)], { sync_ratio: '1000.01' }), 'COPY_RATIO'],
      [plan(main, [follower(half, { max_amount: '0' })]), 'COPY_AMOUNT'],
    ] as const;
    for (const [body, code] of refusals) expect(await codeOf(save(body))).toBe(code);
    expect(await trader.call('copyPlanList', {})).toEqual(before);
    expect(await codeOf(other.call('copyPlanDelete', { body: { main_api_id: main } }))).toBe('COPY_UNKNOWN');
    await trader.call('copyPlanDelete', { body: { main_api_id: main } });
    expect((await trader.call('copyPlanList', {})).plans.some(({ main_api_id }) => main_api_id === main)).toBe(false);
    const actions = (await server.store.audit.page({ subject: `account/${main}`, limit: 10 })).items.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['copying.changed', 'copying.ended']));
  });
});

describe('after a time in which nobody listened', () => {
  it('what is still open is repeated once, what is over is told as missed, and what was sent already is found', async () => {
    const [main, half, seller] = [await account(), await account(), await account('0', other)];
    await server.room.accounts.deposit(spotAccount(seller), 'BTC', '10', `btc-${seller}`);
    await save(plan(main, [follower(half)]));
    const before = await order(main, { price: '60' });
    await copied(before.order_id, settled);
    const [left, leaver] = [await account(), await account()];
    await save(plan(left, [follower(leaver)]));
    const kept = await order(left, { price: '59' });
    await copied(kept.order_id, settled);
    await save(plan(left, [follower(leaver)], { on: false }));
    await server.close();
    // The house goes on without the plugin: as a crash between an order and its copy leaves it.
    await start(withCopying.slice(0, 2));
    await trader.call('cancelOrder', { body: { api_id: main, ...market, order_id: before.order_id } });
    await trader.call('cancelOrder', { body: { api_id: left, ...market, order_id: kept.order_id } });
    const resting = await order(main, { price: '61' });
    const sent = await order(main, { price: '62' });
    const owner = await server.store.users.byUsername('trader3');
    if (owner === null) throw new Error('the demo has no trader3');
    const { id, username, role, vipLevel } = owner;
    const ordered = { side: 'BUY', type: 'LIMIT', price: '62', qty: '0.5' } as const;
    const named = { apiId: half, instrumentId: 'tessera/BTCUSDT/spot', clientOrderId: copyId(main, sent.order_id), ...ordered };
    expect(await server.room.trading.submit({ userId: id, username, role, vipLevel, copies: true }, named)).toMatchObject({ ok: true });
    const traded = await order(main, { price: '20000', qty: '0.1' });
    await order(seller, { side: 'SELL', price: '20000', qty: '0.1' }, other);
    await server.close();
    await start();
    const once = await copied(resting.order_id, settled);
    expect(once.copies).toMatchObject([{ api_id: half, state: 'PLACED', problem: null, qty: '0.5', status: 'UNFILLED' }]);
    expect((await copied(traded.order_id, settled)).copies).toMatchObject([{ state: 'MISSED', problem: { code: 'COPY_MISSED' } }]);
    expect((await copied(sent.order_id, settled)).copies).toMatchObject([{ state: 'PLACED', qty: '0.5' }]);
    await copied(before.order_id, ({ copies }) => copies.every(({ status }) => status === 'CANCELED'));
    // Whose copying is off hears how the main order ended, and keeps the copy.
    expect((await copied(kept.order_id, ({ status }) => status === 'CANCELED')).copies).toMatchObject([{ status: 'UNFILLED' }]);
    expect(open(leaver)).toHaveLength(1);
    expect(open(half).map(({ price }) => price)).toEqual(expect.arrayContaining(['61', '62']));
    expect(open(half)).toHaveLength(2);
  }, 120_000);
});
