import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderView } from '../../../schemas/wire/order.ts';
import { type Outcome, refused } from '../../contract/app-error.ts';
import type { ErrorCode } from '../../contract/error-catalogue.ts';
import { StreamClient } from '../connection/stream-client.ts';
import { FrameScheduler } from '../frame-scheduler.ts';
import { UserConfigStore } from '../settings/user-config-store.ts';
import { FakeApi } from '../testing/fake-api.ts';
import { FakeSocket } from '../testing/fake-socket.ts';
import { FakeTimers } from '../testing/fake-timers.ts';
import { balanceView, fillView, orderView } from '../testing/views.ts';
import { AccountsStore } from './accounts-store.ts';

const person = { username: 'ann', role: 'user', vipLevel: 0, inviteCode: '' } as const;

const account = (api_id: number, exchange: string, rights = {}) => ({
  api_id,
  name: `A${api_id}`,
  exchange,
  permissions: ['spot'],
  create_time: 0,
  update_time: 0,
  may: ['see', 'report', 'reduce', 'trade', 'move'],
  locked_at_vip: null,
  ...rights,
});
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

let timers: FakeTimers;
let socket: FakeSocket;
let stream: StreamClient;
let api: FakeApi;
let config: UserConfigStore;
let accounts: AccountsStore;

beforeEach(() => {
  timers = new FakeTimers();
  api = new FakeApi({
    apiList: () => [account(1, 'aurora'), account(2, 'meridian'), account(3, 'aurora')],
    apiAll: () => [account(9, 'aurora')],
    openOrders: () => [],
    fills: () => ({ results: [], next: null }),
    balances: () => [],
    orderHistory: () => ({ results: [], next: null }),
  });
  stream = new StreamClient({
    openSocket: () => {
      socket = new FakeSocket();
      return socket;
    },
    token: () => null,
    timers,
    frames: new FrameScheduler(timers),
    random: () => 0,
  });
  config = new UserConfigStore(api, timers);
  accounts = new AccountsStore(api, stream, config, { user: person }, timers);
});
afterEach(() => stream.dispose());

async function connect(): Promise<void> {
  socket.open();
  socket.answer('ping');
  await settle();
}

function tell(topic: string, kind: 's' | 'd', data: unknown): void {
  socket.receive({ k: kind, t: topic, d: data });
  timers.advance(16);
}

describe('the account list', () => {
  it('comes by another call for observers, finance and risk', async () => {
    await accounts.loadAccounts('observer');
    expect(accounts.apiAccounts.map((one) => one.api_id)).toEqual([9]);
    expect(api.names()).toEqual(['apiAll']);
  });

  it('works with all accounts until some are selected, and saves the selection', async () => {
    await accounts.loadAccounts('user');
    expect(accounts.selectedIds).toEqual([1, 2, 3]);
    accounts.select([3]);
    expect(accounts.selectedIds).toEqual([3]);
    expect(accounts.accountFor('aurora')?.api_id).toBe(3);
    expect(accounts.accountFor('meridian')?.api_id).toBe(2);
    expect(accounts.accountFor('polaris')).toBeNull();
    expect([accounts.accountFor('aurora', 'margin')?.api_id, accounts.accountFor('aurora', 'usdm')]).toEqual([3, null]);
    expect(config.section('api_select_list')).toEqual([3]);
  });
});

describe('the account for a market', () => {
  it('is one that the user may trade with, when he also looks at accounts of others there', async () => {
    api.handlers.apiList = () => [account(4, 'aurora', { may: ['know', 'see'] }), account(5, 'aurora')];
    await accounts.loadAccounts('user');
    expect(accounts.accountFor('aurora')?.api_id).toBe(5);
    accounts.select([4]);
    expect(accounts.accountFor('aurora')?.api_id).toBe(4);
  });
});

describe('live state', () => {
  it('follows orders, fills and balances', async () => {
    stream.start();
    const stop = accounts.start();
    await connect();
    tell('orders', 's', [orderView('1')]);
    tell('balances', 's', [balanceView('USDT', '10')]);
    tell('orders', 'd', [orderView('1', { status: 'FILLED', filled_qty: '1', update_time: 2_000 })]);
    tell('fills', 'd', [fillView('7')]);
    tell('balances', 'd', [balanceView('USDT', '9')]);
    expect(accounts.openOrders).toEqual([]);
    expect(accounts.endedOrders.map((order) => order.status)).toEqual(['FILLED']);
    expect(accounts.fills.map((fill) => fill.trade_id)).toEqual(['7']);
    expect(accounts.balances.map((balance) => balance.total)).toEqual(['9']);
    await stop();
    expect(accounts.fills).toEqual([]);
  });

  it('forgets what it knows of an account that may no longer be looked at, and of no other', async () => {
    api.handlers.apiList = () => [account(1, 'aurora'), account(4, 'aurora', { may: ['know', 'see'] })];
    stream.start();
    void accounts.start();
    await connect();
    await accounts.loadAccounts('user');
    const theirs = { api_id: 4 };
    tell('orders', 's', [orderView('1'), orderView('2'), orderView('3', theirs), orderView('4', theirs)]);
    const filled = { status: 'FILLED', filled_qty: '1', update_time: 2_000 } as const;
    tell('orders', 'd', [orderView('2', filled), orderView('4', { ...filled, ...theirs })]);
    tell('fills', 'd', [fillView('7'), fillView('8', theirs)]);
    expect([accounts.endedOrders.length, accounts.fills.length]).toEqual([2, 2]);

    api.handlers.apiList = () => [account(1, 'aurora')];
    await accounts.loadAccounts('user');
    expect(accounts.openOrders.map(({ order_id }) => order_id)).toEqual(['1']);
    expect(accounts.endedOrders.map(({ order_id }) => order_id)).toEqual(['2']);
    expect(accounts.fills.map(({ trade_id }) => trade_id)).toEqual(['7']);

    // Told again, they are taken again.
    api.handlers.apiList = () => [account(1, 'aurora'), account(4, 'aurora', { may: ['know', 'see'] })];
    await accounts.loadAccounts('user');
    tell('fills', 'd', [fillView('8', theirs)]);
    expect(accounts.fills).toHaveLength(2);
  });

  it('finds what ended and filled while the connection was lost, once', async () => {
    stream.start();
    void accounts.start();
    await connect();
    tell('orders', 's', [orderView('1')]);
    tell('fills', 'd', [fillView('7')]);
    socket.drop();
    const ended = orderView('1', { status: 'FILLED', filled_qty: '1', update_time: 2_000 });
    api.handlers.orderHistory = () => ({ results: [ended], next: null });
    api.handlers.fills = () => ({ results: [fillView('8', { time: 2_000 }), fillView('7')], next: null });
    timers.advance(1_000);
    await connect();
    tell('orders', 's', []);
    tell('fills', 's', [fillView('7'), fillView('8', { time: 2_000 })]);
    await settle();
    expect(accounts.openOrders).toEqual([]);
    expect(accounts.endedOrders.map((order) => order.order_id)).toEqual(['1']);
    expect(accounts.fills.map((fill) => fill.trade_id)).toEqual(['8', '7']);
  });

  it('shows a placed order at once and not twice when the stream tells it too', async () => {
    stream.start();
    void accounts.start();
    await connect();
    api.handlers.doOrder = () => [orderView('5')];
    await accounts.place({
      api_id: 1,
      exchange: 'aurora',
      symbol: 'BTCUSDT',
      account_type: 'spot',
      side: 'BUY',
      type: 'LIMIT',
      price: '1',
      qty: '1',
    });
    tell('orders', 'd', [orderView('5')]);
    expect(accounts.openOrders).toHaveLength(1);
  });

  it('cancels by the parts of the market', async () => {
    api.handlers.cancelOrder = () => orderView('5', { status: 'CANCELED' });
    await accounts.cancel(orderView('5'));
    expect(api.calls.at(-1)?.body).toEqual({ api_id: 1, order_id: '5', exchange: 'aurora', symbol: 'BTCUSDT', account_type: 'spot' });
  });
});

describe('an amendment', () => {
  const amend = async (): Promise<void> => {
    await accounts.amend(orderView('1'), { price: '101' });
  };

  it('that is refused is told to who shows the order', async () => {
    api.handlers.amendOrder = () => refused('ORDER_PRICE_OFF_GRID', { field: 'price', value: '101', tick: '2' });
    await amend();
    expect(accounts.refusedAmendment).toMatchObject({ order_id: '1' });
  });

  /** Without an answer; then what the exchange says of the order at each question. */
  const lost = (code: ErrorCode, ...fates: readonly object[]): Promise<Outcome<OrderView>> => {
    let asked = 0;
    api.handlers.amendOrder = () => refused(code, { notAfterMs: 5_000, timeoutS: 20 });
    api.handlers.findOrder = () => fates[Math.min(asked++, fates.length - 1)] ?? refused('CLIENT_OFFLINE');
    return accounts.amend(orderView('1', { client_order_id: 'mine', price: '100' }), { price: '101' });
  };
  const whileTimePasses = async <T>(answer: Promise<T>): Promise<T> => {
    for (let second = 0; second < 40; second += 1) {
      timers.advance(1_000);
      await settle();
    }
    return answer;
  };
  const placed = (changes: Partial<OrderView>) => ({ state: 'PLACED', order: orderView('1', { client_order_id: 'mine', ...changes }) });

  it('without an answer is looked up by the id of the order until the exchange says that it was done', async () => {
    const outcome = await whileTimePasses(
      lost('CLIENT_OFFLINE', { state: 'UNSURE' }, placed({ price: '100' }), placed({ price: '101.0' })),
    );
    expect(outcome).toMatchObject({ ok: true, value: { price: '101.0' } });
    expect(accounts.openOrders).toMatchObject([{ order_id: '1', price: '101.0' }]);
    expect(accounts.refusedAmendment).toBeNull();
    const asked = api.calls.filter(({ name }) => name === 'findOrder');
    expect(asked).toHaveLength(3);
    expect(asked[0]?.query).toEqual({ api_id: 1, account_type: 'spot', client_order_id: 'mine' });
  });

  it('that can no longer arrive, or whose order has ended without it, is told as not made', async () => {
    for (const outcome of [
      await whileTimePasses(lost('CLIENT_TIMEOUT', placed({ price: '100' }))),
      await whileTimePasses(lost('CLIENT_OFFLINE', placed({ price: '100' }))),
      await whileTimePasses(lost('ORDER_UNRESOLVED', placed({ price: '100', status: 'CANCELED' }))),
    ])
      expect(outcome).toMatchObject({ ok: false, error: { code: 'ORDER_UNCHANGED' } });
    expect(accounts.refusedAmendment).toMatchObject({ order_id: '1' });
  });

  it.each(['CLIENT_OFFLINE', 'SERVER_FAILURE'] as const)('of which nobody can tell stays open, never refused: %s', async (code) => {
    const outcome = await whileTimePasses(lost(code, { state: 'UNSURE' }));
    expect(outcome).toMatchObject({ ok: false, error: { code } });
    expect(accounts.refusedAmendment).toBeNull();
  });

  it('that the exchange itself has not answered may yet be made, however long ago it was sent', async () => {
    expect(await whileTimePasses(lost('ORDER_UNRESOLVED', placed({ price: '100' })))).toMatchObject({
      error: { code: 'ORDER_UNRESOLVED' },
    });
    expect(accounts.refusedAmendment).toBeNull();
  });
});

describe('what may be done', () => {
  const rights = {
    apiList: () => [
      account(1, 'aurora'),
      account(2, 'meridian', { may: ['see', 'report', 'reduce'], locked_at_vip: 2 }),
      account(3, 'lost', { may: ['see'] }),
    ],
  };

  it('with an account is what the server has said of it, and without one what the role allows', async () => {
    Object.assign(api.handlers, rights);
    await accounts.loadAccounts('user');
    expect([
      accounts.may('trade'),
      accounts.may('trade', 1),
      accounts.may('trade', 2),
      accounts.may('reduce', 2),
      accounts.may('trade', 3),
    ]).toEqual([
      { outcome: 'granted' },
      { outcome: 'granted' },
      { outcome: 'locked', minVip: 2 },
      { outcome: 'granted' },
      { outcome: 'absent' },
    ]);
  });

  it('is nothing for guests, and no trade for a role that looks on, whatever a list says', async () => {
    Object.assign(api.handlers, rights);
    const of = (user: { role: 'risk' } | null) =>
      new AccountsStore(api, stream, config, { user: user === null ? null : { ...person, ...user } }, timers);
    const risk = of({ role: 'risk' });
    await risk.loadAccounts('user');
    expect([risk.may('trade', 1), risk.may('report', 1)]).toEqual([{ outcome: 'absent' }, { outcome: 'granted' }]);
    expect(of(null).may('see')).toEqual({ outcome: 'absent' });
  });
});
