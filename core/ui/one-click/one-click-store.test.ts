import { describe, expect, it } from 'vitest';
import { FakeApi } from '../../client/testing/fake-api.ts';
import { FakeTimers } from '../../client/testing/fake-timers.ts';
import { absent, granted } from '../../contract/access.ts';
import { AppError, accepted, refused } from '../../contract/app-error.ts';
import type { Order, OrderIntent } from '../../contract/client-services.ts';
import type { ErrorCode } from '../../contract/error-catalogue.ts';
import type { Instrument } from '../../domain/markets/instrument.ts';
import type { ClickOrder, Problem, SafetyContext } from '../../domain/orders/order-safety.ts';
import { OneClickStore, type OpenNews } from './one-click-store.ts';

const instrument = {
  id: 'tessera/BTCUSDT/spot',
  exchange: 'tessera',
  symbol: 'BTCUSDT',
  accountType: 'spot',
  base: 'BTC',
  quote: 'USDT',
  tick: '0.01',
  lot: '0.001',
  minQty: '0.001',
  maxQty: '100',
  minNotional: '10',
  priceBand: '0.2',
} as Instrument;
const context: SafetyContext = { instrument, last: '50000', opposite: '50010', maxAmount: '10000' };
const buy: ClickOrder = { side: 'BUY', kind: 'LIMIT', price: '49990', qty: '0.1' };
const resting = { orderId: '7', side: 'BUY', price: '49990.00', qty: '0.1' } as Order;
/** Of an account that the user sees and may do nothing with. */
const lookedAt = { ...resting, orderId: '8', apiId: 9 } as Order;
const minuteMs = 60_000;

/** `refuses`: what every call is answered with, as long as it is set. */
function setUp(server: { refuses?: ErrorCode; known?: Order } = {}) {
  const timers = new FakeTimers();
  const sent: string[] = [];
  const placed: OrderIntent[] = [];
  const refusals: (Problem | AppError)[] = [];
  const open: OpenNews[] = [];
  const answer = <T>(name: string, value: T) => {
    sent.push(name);
    return Promise.resolve(
      server.refuses === undefined ? accepted(value) : refused(server.refuses, { clientOrderId: 'id-1', timeoutS: 20 }),
    );
  };
  let ids = 0;
  const store = new OneClickStore({
    instrument,
    timers,
    api: new FakeApi({
      findOrder: () => (server.known === undefined ? { state: 'ABSENT', asOfMs: 1 } : { state: 'PLACED', order: server.known }),
    }),
    makeId: () => `id-${++ids}`,
    onRefusal: (refusal) => refusals.push(refusal),
    onOpen: (news) => open.push(news),
    accounts: {
      openOrders: [],
      endedOrders: [],
      accountFor: () => ({ apiId: 3, name: 'main' }) as never,
      may: (_act, apiId) => (apiId === lookedAt.apiId ? absent : granted),
      place: (order) => {
        placed.push(order);
        return answer('place', [resting]);
      },
      amend: (order, { price }) => answer(`amend ${order.orderId} ${price}`, order),
      cancel: (order) => answer(`cancel ${order.orderId}`, order),
    },
  });
  return { store, timers, sent, placed, refusals, open, server };
}

/** Lets the answers of a look-up arrive. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

describe('one-click trading that is not armed', () => {
  it('sends nothing, whatever is clicked', async () => {
    const { store, sent } = setUp();
    await store.place(buy, context);
    await store.cancel([resting]);
    await store.amend([resting], '49980', context);
    expect(sent).toEqual([]);
  });

  it('sends nothing after it was ended', async () => {
    const { store, sent } = setUp();
    store.arm(minuteMs);
    store.disarm();
    await store.place(buy, context);
    expect(sent).toEqual([]);
  });

  it('sends nothing after a time without clicks, which each click begins anew', async () => {
    const { store, timers, sent } = setUp();
    store.arm(minuteMs);
    timers.advance(minuteMs - 1);
    await store.place(buy, context);
    timers.advance(minuteMs - 1);
    expect(store.armed).toBe(true);
    timers.advance(1);
    expect(store.armed).toBe(false);
    await store.place(buy, context);
    expect(sent).toEqual(['place']);
  });
});

describe('one-click trading that is armed', () => {
  it('places limit, post-only and market orders with the account of the exchange', async () => {
    const { store, placed } = setUp();
    store.arm(minuteMs);
    await store.place(buy, context);
    await store.place({ ...buy, kind: 'POST_ONLY' }, context);
    await store.place({ ...buy, side: 'SELL', kind: 'MARKET' }, context);
    const market = { apiId: 3, instrumentId: 'tessera/BTCUSDT/spot', qty: '0.1' };
    expect(placed).toEqual([
      { ...market, side: 'BUY', type: 'LIMIT', price: '49990', timeInForce: 'GTC', clientOrderId: 'id-1' },
      { ...market, side: 'BUY', type: 'LIMIT', price: '49990', timeInForce: 'GTX', clientOrderId: 'id-2' },
      { ...market, side: 'SELL', type: 'MARKET', clientOrderId: 'id-3' },
    ]);
    expect(store.last).toMatchObject({ action: 'place', side: 'SELL' });
  });

  it('leaves orders of accounts alone that are only looked at', async () => {
    const { store, sent, refusals } = setUp();
    store.arm(minuteMs);
    await store.cancel([lookedAt]);
    await store.amend([lookedAt], '49980', context);
    expect(sent).toEqual([]);
    await store.cancel([lookedAt, resting]);
    await store.amend([lookedAt, resting], '49980', context);
    expect(sent).toEqual(['cancel 7', 'amend 7 49980']);
    expect(refusals).toEqual([]);
  });

  it('cancels and moves orders, and leaves those alone that stand there already', async () => {
    const { store, sent } = setUp();
    store.arm(minuteMs);
    await store.amend([resting, { ...resting, orderId: '8', price: '49980' }], '49980', context);
    await store.cancel([resting]);
    expect(sent).toEqual(['amend 7 49980', 'cancel 7']);
  });

  it.each([
    ['noQuantity', { qty: '' }, {}],
    ['noQuantity', { qty: '0' }, {}],
    ['lot', { qty: '0.0015' }, {}],
    ['tooLarge', { qty: '101' }, { maxAmount: '999999999' }],
    ['notional', { qty: '0.001', price: '50' }, {}],
    ['amount', { qty: '0.5' }, {}],
    ['band', { price: '60000.01' }, {}],
    ['band', { side: 'SELL', price: '39999.99' }, {}],
    ['noOpposite', { kind: 'MARKET' }, { opposite: null }],
  ] as const)('keeps an order back because of %s', async (key, order, change) => {
    const { store, sent, refusals } = setUp();
    store.arm(minuteMs);
    await store.place({ ...buy, ...order }, { ...context, ...change });
    expect(sent).toEqual([]);
    expect(refusals).toEqual([expect.objectContaining({ key })]);
  });

  it('lets an order rest far away from the market, on its passive side', async () => {
    const { store, sent } = setUp();
    store.arm(minuteMs);
    await store.place({ ...buy, price: '20000' }, context);
    expect(sent).toEqual(['place']);
  });

  it('does not drag an order beyond the band', async () => {
    const { store, sent, refusals } = setUp();
    store.arm(minuteMs);
    await store.amend([resting], '61000', context);
    expect([sent, refusals]).toEqual([[], [expect.objectContaining({ key: 'band' })]]);
  });

  it('tells what the server refused, and shows no success', async () => {
    const { store, refusals } = setUp({ refuses: 'VENUE_UNAVAILABLE' });
    store.arm(minuteMs);
    await store.place(buy, context);
    expect(refusals).toEqual([expect.any(AppError)]);
    expect(store.last).toBeNull();
  });
});

describe('a click that nobody answered', () => {
  const unknown = ['CLIENT_TIMEOUT', 'CLIENT_OFFLINE', 'ORDER_UNRESOLVED', 'SERVER_FAILURE'] as const;

  it.each(unknown)('is open and not refused (%s), and the same click again is the same order', async (code) => {
    const { store, placed, refusals, open } = setUp({ refuses: code });
    store.arm(minuteMs);
    await store.place(buy, context);
    await store.place(buy, context);
    expect(placed.map(({ clientOrderId }) => clientOrderId)).toEqual(['id-1', 'id-1']);
    expect([refusals, open, store.last, store.openCount]).toEqual([[], ['place', 'place'], null, 1]);
    store.dispose();
  });

  it('leaves a click at another price an order of its own', async () => {
    const { store, placed } = setUp({ refuses: 'CLIENT_TIMEOUT' });
    store.arm(minuteMs);
    await store.place(buy, context);
    await store.place({ ...buy, price: '49980' }, context);
    expect(placed.map(({ clientOrderId }) => clientOrderId)).toEqual(['id-1', 'id-2']);
    expect(store.openCount).toBe(2);
    store.dispose();
  });

  it('is looked up, and told when the exchange knows it', async () => {
    const { store, timers, open, server } = setUp({ refuses: 'CLIENT_TIMEOUT' });
    store.arm(minuteMs);
    await store.place(buy, context);
    timers.advance(1_000);
    await settle();
    expect(open).toEqual(['place', 'missing']);
    server.known = { ...resting, apiId: 3, clientOrderId: 'id-1', status: 'UNFILLED' } as Order;
    timers.advance(2_000);
    await settle();
    expect([open, store.openCount]).toEqual([['place', 'missing', 'found'], 0]);
    store.dispose();
  });

  it('stays with its id while clicks send no orders, and is looked for until the panel goes', async () => {
    const { store, timers, placed } = setUp({ refuses: 'CLIENT_TIMEOUT' });
    store.arm(minuteMs);
    await store.place(buy, context);
    store.disarm();
    expect(timers.pending).toBe(1);
    store.arm(minuteMs);
    await store.place(buy, context);
    expect(placed.at(-1)?.clientOrderId).toBe('id-1');
    store.dispose();
    expect(timers.pending).toBe(0);
  });

  it.each(unknown)('is no refusal either where it cancels or moves orders: %s', async (code) => {
    const { store, refusals, open } = setUp({ refuses: code });
    store.arm(minuteMs);
    await store.cancel([resting]);
    await store.amend([resting], '49980', context);
    expect([refusals, open]).toEqual([[], ['cancel', 'amend']]);
    store.dispose();
  });
});
