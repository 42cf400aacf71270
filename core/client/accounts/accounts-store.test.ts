import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Outcome, refused } from '../../contract/app-error.ts';
import type { Order } from '../../contract/client-services.ts';
import type { ErrorCode } from '../../contract/error-catalogue.ts';
import { RoleBook } from '../../domain/accounts/role-book.ts';
import { newsEveryMs, StreamClient } from '../connection/stream-client.ts';
import { FrameScheduler } from '../frame-scheduler.ts';
import { UserConfigStore } from '../settings/user-config-store.ts';
import { FakeApi } from '../testing/fake-api.ts';
import { FakeSocket } from '../testing/fake-socket.ts';
import { FakeTimers } from '../testing/fake-timers.ts';
import { someBalance, someFill, someOrder } from '../testing/views.ts';
import { AccountsStore } from './accounts-store.ts';

const person = { username: 'ann', role: 'user', vipLevel: 0, inviteCode: '', isRoleGone: false } as const;

const account = (apiId: number, exchange: string, rights = {}) => ({
  apiId,
  name: `A${apiId}`,
  exchange,
  permissions: ['spot'],
  createdMs: 0,
  updatedMs: 0,
  may: ['see', 'report', 'reduce', 'trade', 'move'],
  lockedAtVip: null,
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
  accounts = new AccountsStore(api, stream, config, { user: person }, new RoleBook(), timers);
});
afterEach(() => stream.dispose());

async function connect(): Promise<void> {
  socket.open();
  socket.answer('ping');
  await settle();
}

function tell(topic: string, kind: 's' | 'd', data: unknown): void {
  socket.receive({ k: kind, t: topic, d: data });
  // The frame that follows the pace of news.
  timers.advance(newsEveryMs + 16);
}

describe('the account list', () => {
  it('is that of the call that was sent last, whichever answer comes first', async () => {
    const answers: ((list: unknown) => void)[] = [];
    api.handlers.apiList = () => new Promise((answer) => void answers.push(answer));
    const first = accounts.loadAccounts('user');
    timers.advance(5);
    const second = accounts.loadAccounts('user');
    answers[1]?.([account(2, 'aurora')]);
    await second;
    answers[0]?.([account(1, 'aurora')]);
    await first;
    expect(accounts.apiAccounts.map((one) => one.apiId)).toEqual([2]);
  });

  it('is asked for again at the next begin of its topic after a call that failed', async () => {
    api.handlers.apiList = () => refused('CLIENT_OFFLINE');
    await accounts.loadAccounts('user');
    expect(accounts.askedMs).toBe(Number.NEGATIVE_INFINITY);
  });

  it('comes by another call for observers, finance and risk', async () => {
    await accounts.loadAccounts('observer');
    expect(accounts.apiAccounts.map((one) => one.apiId)).toEqual([9]);
    expect(api.names()).toEqual(['apiAll']);
  });

  it('works with all accounts until some are selected, and saves the selection', async () => {
    await accounts.loadAccounts('user');
    expect(accounts.selectedIds).toEqual([1, 2, 3]);
    accounts.select([3]);
    expect(accounts.selectedIds).toEqual([3]);
    expect(accounts.accountFor('aurora')?.apiId).toBe(3);
    expect(accounts.accountFor('meridian')?.apiId).toBe(2);
    expect(accounts.accountFor('polaris')).toBeNull();
    expect([accounts.accountFor('aurora', 'margin')?.apiId, accounts.accountFor('aurora', 'usdm')]).toEqual([3, null]);
    expect(config.section('api_select_list')).toEqual([3]);
  });
});

describe('the account for a market', () => {
  it('is one that the user may trade with, when he also looks at accounts of others there', async () => {
    api.handlers.apiList = () => [account(4, 'aurora', { may: ['know', 'see'] }), account(5, 'aurora')];
    await accounts.loadAccounts('user');
    expect(accounts.accountFor('aurora')?.apiId).toBe(5);
    accounts.select([4]);
    expect(accounts.accountFor('aurora')?.apiId).toBe(4);
  });
});

describe('live state', () => {
  it('follows orders, fills and balances', async () => {
    stream.start();
    const stop = accounts.start();
    await connect();
    tell('orders', 's', [someOrder('1')]);
    tell('balances', 's', [someBalance('USDT', '10')]);
    tell('orders', 'd', [someOrder('1', { status: 'FILLED', filledQty: '1', updatedMs: 2_000 })]);
    tell('fills', 'd', [someFill('7')]);
    tell('balances', 'd', [someBalance('USDT', '9')]);
    expect(accounts.openOrders).toEqual([]);
    expect(accounts.endedOrders.map((order) => order.status)).toEqual(['FILLED']);
    expect(accounts.fills.map((fill) => fill.tradeId)).toEqual(['7']);
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
    const theirs = { apiId: 4 };
    tell('orders', 's', [someOrder('1'), someOrder('2'), someOrder('3', theirs), someOrder('4', theirs)]);
    const filled = { status: 'FILLED', filledQty: '1', updatedMs: 2_000 } as const;
    tell('orders', 'd', [someOrder('2', filled), someOrder('4', { ...filled, ...theirs })]);
    tell('fills', 'd', [someFill('7'), someFill('8', theirs)]);
    expect([accounts.endedOrders.length, accounts.fills.length]).toEqual([2, 2]);

    api.handlers.apiList = () => [account(1, 'aurora')];
    await accounts.loadAccounts('user');
    expect(accounts.openOrders.map(({ orderId }) => orderId)).toEqual(['1']);
    expect(accounts.endedOrders.map(({ orderId }) => orderId)).toEqual(['2']);
    expect(accounts.fills.map(({ tradeId }) => tradeId)).toEqual(['7']);

    // Told again, they are taken again.
    api.handlers.apiList = () => [account(1, 'aurora'), account(4, 'aurora', { may: ['know', 'see'] })];
    await accounts.loadAccounts('user');
    tell('fills', 'd', [someFill('8', theirs)]);
    expect(accounts.fills).toHaveLength(2);
  });

  it('finds what ended and filled while the connection was lost, once', async () => {
    stream.start();
    void accounts.start();
    await connect();
    tell('orders', 's', [someOrder('1')]);
    tell('fills', 'd', [someFill('7')]);
    socket.drop();
    const ended = someOrder('1', { status: 'FILLED', filledQty: '1', updatedMs: 2_000 });
    api.handlers.orderHistory = () => ({ results: [ended], next: null });
    api.handlers.fills = () => ({ results: [someFill('8', { timeMs: 2_000 }), someFill('7')], next: null });
    timers.advance(1_000);
    await connect();
    tell('orders', 's', []);
    tell('fills', 's', [someFill('7'), someFill('8', { timeMs: 2_000 })]);
    await settle();
    expect(accounts.openOrders).toEqual([]);
    expect(accounts.endedOrders.map((order) => order.orderId)).toEqual(['1']);
    expect(accounts.fills.map((fill) => fill.tradeId)).toEqual(['8', '7']);
  });

  it('shows a placed order at once and not twice when the stream tells it too', async () => {
    stream.start();
    void accounts.start();
    await connect();
    api.handlers.doOrder = () => [someOrder('5')];
    await accounts.place({
      apiId: 1,
      instrumentId: 'aurora/BTCUSDT/spot',
      side: 'BUY',
      type: 'LIMIT',
      price: '1',
      qty: '1',
    });
    tell('orders', 'd', [someOrder('5')]);
    expect(accounts.openOrders).toHaveLength(1);
  });

  it('cancels by account, market and id', async () => {
    api.handlers.cancelOrder = () => someOrder('5', { status: 'CANCELED' });
    await accounts.cancel(someOrder('5'));
    expect(api.calls.at(-1)?.body).toEqual({ apiId: 1, instrumentId: 'aurora/BTCUSDT/spot', orderId: '5' });
  });
});

describe('an amendment', () => {
  const amend = async (): Promise<void> => {
    await accounts.amend(someOrder('1'), { price: '101' });
  };

  it('that is refused is told to who shows the order', async () => {
    api.handlers.amendOrder = () => refused('ORDER_PRICE_OFF_GRID', { field: 'price', value: '101', tick: '2' });
    await amend();
    expect(accounts.refusedAmendment).toMatchObject({ orderId: '1' });
  });

  /** Without an answer; then what the exchange says of the order at each question. */
  const lost = (code: ErrorCode, ...fates: readonly object[]): Promise<Outcome<Order>> => {
    let asked = 0;
    api.handlers.amendOrder = () => refused(code, { notAfterMs: 5_000, timeoutS: 20 });
    api.handlers.findOrder = () => fates[Math.min(asked++, fates.length - 1)] ?? refused('CLIENT_OFFLINE');
    return accounts.amend(someOrder('1', { clientOrderId: 'mine', price: '100' }), { price: '101' });
  };
  const whileTimePasses = async <T>(answer: Promise<T>): Promise<T> => {
    for (let second = 0; second < 40; second += 1) {
      timers.advance(1_000);
      await settle();
    }
    return answer;
  };
  const placed = (changes: Partial<Order>) => ({ state: 'PLACED', order: someOrder('1', { clientOrderId: 'mine', ...changes }) });

  it('without an answer is looked up by the id of the order until the exchange says that it was done', async () => {
    const outcome = await whileTimePasses(
      lost('CLIENT_OFFLINE', { state: 'UNSURE' }, placed({ price: '100' }), placed({ price: '101.0' })),
    );
    expect(outcome).toMatchObject({ ok: true, value: { price: '101.0' } });
    expect(accounts.openOrders).toMatchObject([{ orderId: '1', price: '101.0' }]);
    expect(accounts.refusedAmendment).toBeNull();
    const asked = api.calls.filter(({ name }) => name === 'findOrder');
    expect(asked).toHaveLength(3);
    expect(asked[0]?.query).toEqual({ apiId: 1, accountType: 'spot', clientOrderId: 'mine' });
  });

  it('that can no longer arrive, or whose order has ended without it, is told as not made', async () => {
    for (const outcome of [
      await whileTimePasses(lost('CLIENT_TIMEOUT', placed({ price: '100' }))),
      await whileTimePasses(lost('CLIENT_OFFLINE', placed({ price: '100' }))),
      await whileTimePasses(lost('ORDER_UNRESOLVED', placed({ price: '100', status: 'CANCELED' }))),
    ])
      expect(outcome).toMatchObject({ ok: false, error: { code: 'ORDER_UNCHANGED' } });
    expect(accounts.refusedAmendment).toMatchObject({ orderId: '1' });
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
      account(2, 'meridian', { may: ['see', 'report', 'reduce'], lockedAtVip: 2 }),
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
      new AccountsStore(api, stream, config, { user: user === null ? null : { ...person, ...user } }, new RoleBook(), timers);
    const risk = of({ role: 'risk' });
    await risk.loadAccounts('user');
    expect([risk.may('trade', 1), risk.may('report', 1)]).toEqual([{ outcome: 'absent' }, { outcome: 'granted' }]);
    expect(of(null).may('see')).toEqual({ outcome: 'absent' });
  });
});
