import { describe, expect, it } from 'vitest';
import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { ExchangeAccount } from '../../../core/contract/exchange-accounts.ts';
import type { Person } from '../../../core/contract/people.ts';
import type { Order, OrderFate } from '../../../core/contract/trading.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { Copier } from './copier.ts';
import { termsOf } from './copy-order.ts';
import { type CopyRecord, mainRecord, sentCopy } from './copy-record.ts';
import type { CopyPlan } from './copy-rules.ts';
import type { CopiedOrder } from './copy-tables.ts';

const order = (changes: Partial<Order> = {}): Order => ({
  ...{ exchange: 'home', orderId: '7', clientOrderId: 'mine', apiId: 1, instrumentId: 'home/BTCUSDT/spot', side: 'BUY' },
  ...{ type: 'LIMIT', timeInForce: 'GTC', stp: 'EXPIRE_TAKER', positionSide: 'BOTH', reduceOnly: false, triggerKind: null, pairId: null },
  ...{ parentId: null, price: '100', qty: '1', quoteAmount: null, triggerPrice: null, filledQty: '0', filledQuote: '0', preventedQty: '0' },
  ...{ status: 'UNFILLED', cause: 'PLACED', createdMs: 10, updatedMs: 10 },
  ...changes,
});
const canceled = (changes: Partial<Order> = {}) => order({ ...changes, status: 'CANCELED', cause: 'CANCELED_BY_USER' });
const plan: CopyPlan = {
  ...{ mainApiId: 1, userId: 'ann', isOn: true, syncRatio: '100', sinceMs: 0 },
  followers: [{ apiId: 2, ratio: '50', maxAmount: null, isOn: true }],
};
/** Its main order with a copy that was sent, as the tables have them after a crash. */
const sent = (of: Order = order()): CopiedOrder => {
  const main = { ...mainRecord(of, 'ann'), terms: { [of.orderId]: termsOf(of) } };
  return { main, copies: [{ ...sentCopy(main, 2, 10), instrumentId: 'away/BTCUSDT/spot', qty: '0.5' }] };
};

/** A copier over an exchange `home`, and one `away` where the follower is; `stored` is what the store of orders holds. */
async function copying({ live = [] as readonly CopiedOrder[], stored = [] as readonly Order[] } = {}) {
  const world = {
    hasMarkets: true,
    hasAccount: true,
    ownerOf: 'ann',
    fate: { state: 'UNSURE' } as OrderFate,
    open: [] as readonly Order[],
    submitted: [] as string[],
    canceled: [] as string[],
  };
  const copies = new Map<number, CopyRecord>();
  let isLive: boolean | null = null;
  const account = (apiId: number) =>
    ({ apiId, exchange: apiId === 1 ? 'home' : 'away', userId: apiId === 1 ? 'ann' : world.ownerOf }) as ExchangeAccount;
  const copier = new Copier({
    trading: {
      submit: async (_by, { clientOrderId = '' }) => {
        world.submitted.push(clientOrderId);
        return accepted([order({ apiId: 2, exchange: 'away', orderId: '70', clientOrderId, instrumentId: 'away/BTCUSDT/spot' })]);
      },
      find: async (by): Promise<Outcome<OrderFate>> =>
        by.userId === world.ownerOf ? accepted(world.fate) : refused('ACCESS_ACCOUNT', { apiId: 2 }),
      amend: async () => refused('ORDER_UNKNOWN'),
      cancel: async (_by, { orderId }) => {
        world.canceled.push(orderId);
        world.open = [];
        return accepted(order());
      },
      openOrders: () => world.open,
    },
    news: {
      follow: () => () => undefined,
      since: async (apiId, fromMs, limit) => stored.filter((one) => one.apiId === apiId && one.createdMs >= fromMs).slice(-limit),
      named: async (_exchange, orderIds) => stored.filter(({ orderId }) => orderIds.includes(orderId)),
    },
    people: { get: async (id) => ({ id, username: id, role: 'user', vipLevel: 0, productVersion: null, state: 'ACTIVE' }) as Person },
    accounts: { get: (apiId) => (apiId === 1 || world.hasAccount ? account(apiId) : null) },
    markets: {
      instrument: (id) => (world.hasMarkets ? ({ id, lot: '0.01', tick: '0.5' } as Instrument) : null),
      ticker: () => null,
    },
    tables: {
      live: async () => live,
      newestMs: async () => null,
      known: async (_apiId, orderIds) => new Set(orderIds.filter((id) => live.some(({ main }) => main.orderId === id))),
    },
    writer: {
      write: (main, written) => {
        isLive = main.isLive;
        for (const copy of written) copies.set(copy.apiId, copy);
      },
      flush: async () => undefined,
    },
    clock: { nowMs: () => 20 },
    logger: { error: (_fields, text) => expect.fail(text) },
  });
  await copier.start([plan]);
  /** The exchange is there (again), and what follows from it is done. */
  const opened = async (exchange: string): Promise<void> => {
    copier.opened(exchange);
    await new Promise((done) => setImmediate(done));
    await copier.resolve();
    await copier.idle();
  };
  return { opened, world, stateOf: () => copies.get(2)?.state ?? 'SENT', isLive: () => isLive };
}

describe('a copy of which nobody knows whether its exchange has taken it', () => {
  it('stays so while that exchange is not there, and is taken back once it is and has it', async () => {
    const { opened, world, stateOf } = await copying({ live: [sent()], stored: [canceled()] });
    world.hasMarkets = false;
    await opened('home');
    expect(stateOf()).toBe('SENT');
    world.hasMarkets = true;
    const copy = order({ apiId: 2, exchange: 'away', orderId: '70', clientOrderId: 'c1-7', instrumentId: 'away/BTCUSDT/spot' });
    world.fate = { state: 'PLACED', order: copy };
    world.open = [copy];
    await opened('away');
    expect([stateOf(), world.canceled]).toEqual(['PLACED', ['70']]);
  });

  it('stays so while nobody finds its account', async () => {
    const { opened, world, stateOf } = await copying({ live: [sent()], stored: [order()] });
    world.hasAccount = false;
    await opened('home');
    expect(stateOf()).toBe('SENT');
  });

  it('is asked for although its owner lets nobody trade with the account any more', async () => {
    const { opened, world, stateOf } = await copying({ live: [sent()], stored: [order()] });
    world.ownerOf = 'bo';
    world.fate = { state: 'PLACED', order: order({ apiId: 2, orderId: '70', clientOrderId: 'c1-7' }) };
    await opened('home');
    expect(stateOf()).toBe('PLACED');
  });

  it('was never there once its exchange says so, and is sent then', async () => {
    const { opened, world, stateOf } = await copying({ live: [sent()], stored: [order()] });
    world.fate = { state: 'ABSENT', asOfMs: 20 };
    await opened('away');
    expect([stateOf(), world.submitted]).toEqual(['PLACED', ['c1-7']]);
  });

  it('was never there where its exchange has no such market', async () => {
    const { opened, world, stateOf } = await copying({ live: [sent()], stored: [order()] });
    world.fate = { state: 'ABSENT', asOfMs: 20 };
    world.hasMarkets = false;
    await opened('away');
    expect(stateOf()).toBe('REFUSED');
  });
});

it('an order that ended while nobody listened is heard of, however many younger ones its account has', async () => {
  const younger = Array.from({ length: 1_200 }, (_, at) => canceled({ orderId: String(100 + at), createdMs: 11 + at }));
  const copy = { ...(sent().copies[0] as CopyRecord), state: 'PLACED' as const, orderId: '70', status: 'CANCELED' as const };
  const { opened, isLive } = await copying({ live: [{ ...sent(), copies: [copy] }], stored: [canceled(), ...younger] });
  await opened('home');
  expect(isLive()).toBe(false);
});
