import { beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { Order } from '../../../core/contract/trading.ts';
import type { VenueEvent } from '../../../core/contract/venue.ts';
import type { OrderStatus } from '../../../core/domain/orders/order-status.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { emptyBatch, exchange, fakeVenue, MemoryStore, silent } from '../trading-fixture.ts';
import { Projector } from './projector.ts';

const startMs = 1_760_000_000_000;

const orderEvent = (orderId: string, status: OrderStatus, filledQty = '0'): VenueEvent => ({
  type: 'order',
  order: {
    exchange,
    orderId,
    clientOrderId: `c${orderId}`,
    apiId: 1,
    instrumentId: 'tessera/BTCUSDT/spot',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    stp: 'EXPIRE_TAKER',
    positionSide: 'BOTH',
    reduceOnly: false,
    triggerKind: null,
    pairId: null,
    parentId: null,
    price: '100',
    qty: '2',
    quoteAmount: null,
    triggerPrice: null,
    filledQty,
    filledQuote: '0',
    preventedQty: '0',
    status,
    cause: 'PLACED',
    createdMs: 1,
    updatedMs: 1,
  } satisfies Order,
});
const balanceEvent = (total: string): VenueEvent => ({
  type: 'balance',
  balance: { exchange, apiId: 1, accountType: 'spot', asset: 'USDT', total, held: '0' },
});
const levelEvent: VenueEvent = { type: 'level', instrumentId: 'tessera/BTCUSDT/spot', side: 'BUY', price: '1', qty: '1' };

describe('Projector', () => {
  let memory: MemoryStore;
  let clock: ManualClock;
  let broken: string[] = [];
  const create = (withClock: Clock = clock): Projector =>
    new Projector({
      store: memory.store,
      clock: withClock,
      logger: silent,
      apiIdsOf: () => [1],
      onBroken: (_exchange, reason) => broken.push(reason),
    });
  /** Lets promises settle, then moves the clock. */
  const pass = async (ms: number): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  beforeEach(() => {
    memory = new MemoryStore();
    clock = new ManualClock(startMs);
    broken = [];
  });

  it('writes what gathers in 50 ms in one transaction, the last state of each order and balance', async () => {
    const projector = create();
    await projector.position(exchange);
    projector.batch(emptyBatch(1, [orderEvent('1', 'UNFILLED'), balanceEvent('5')]));
    projector.batch(emptyBatch(2, [orderEvent('1', 'PARTIALLY_FILLED', '1'), balanceEvent('4')]));
    await pass(49);
    expect(memory.batches).toEqual([]);
    await pass(1);
    expect(memory.batches).toHaveLength(1);
    const [batch] = memory.batches;
    expect(batch).toMatchObject({ venue: exchange, sequence: 2, afterSequence: 0 });
    expect(batch?.orders).toMatchObject([
      { orderId: '1', status: 'PARTIALLY_FILLED', filledQty: '1', symbol: 'BTCUSDT', accountType: 'spot' },
    ]);
    expect(batch?.balances).toMatchObject([{ total: '4' }]);
    expect(batch?.events.map(({ sequence, ordinal }) => [sequence, ordinal])).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });

  it('writes 500 events at once, and moves the position for market news alone only every second', async () => {
    const projector = create();
    await projector.position(exchange);
    const many = Array.from({ length: 500 }, (_, at) => orderEvent(String(at + 1), 'UNFILLED'));
    projector.batch(emptyBatch(1, many));
    await pass(0);
    expect(memory.position).toBe(1);
    projector.batch(emptyBatch(2, [levelEvent]));
    await pass(999);
    expect(memory.position).toBe(1);
    await pass(1);
    expect(memory.position).toBe(2);
  });

  it('is in no hurry for market news that comes while a position is written', async () => {
    const projector = create();
    await projector.position(exchange);
    let next = 2;
    memory.beforeApply = () => {
      if (next < 50) projector.batch(emptyBatch(next++, [levelEvent]));
    };
    projector.batch(emptyBatch(1, [levelEvent]));
    for (let second = 0; second < 5; second++) await pass(1_000);
    expect(memory.position).toBe(5);
    projector.batch(emptyBatch(50, [orderEvent('1', 'UNFILLED')]));
    await pass(50);
    expect(memory.position).toBe(50);
  });

  it('tries again until the database is back, and stores each event once', async () => {
    const projector = create();
    await projector.position(exchange);
    let failures = 3;
    memory.beforeApply = () => {
      if (failures-- > 0) throw new Error('the database is away');
    };
    projector.batch(emptyBatch(1, [orderEvent('1', 'UNFILLED')]));
    await pass(50);
    expect(memory.position).toBe(0);
    projector.batch(emptyBatch(2, [orderEvent('2', 'UNFILLED')]));
    for (let i = 0; i < 4; i++) await pass(2_000);
    expect(memory.batches.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(memory.orders()).toHaveLength(2);
  });

  it('does not store twice what was stored although the answer was lost', async () => {
    const projector = create();
    await projector.position(exchange);
    let lost = true;
    memory.afterApply = () => {
      if (!lost) return;
      lost = false;
      throw new Error('connection lost after commit');
    };
    projector.batch(emptyBatch(1, [orderEvent('1', 'UNFILLED')]));
    await pass(50);
    await pass(250);
    projector.batch(emptyBatch(2, [orderEvent('2', 'UNFILLED')]));
    // The database may rest as long as it has worked.
    await pass(300);
    expect(memory.batches.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  it('lets the database rest as long as it has worked, unless somebody waits', async () => {
    let readMs = 0;
    // Every look at this clock is 100 ms after the last: so long does each write seem to take.
    const slowClock = { nowMs: () => 0, elapsedMs: () => (readMs += 100), every: clock.every.bind(clock), after: clock.after.bind(clock) };
    const projector = create(slowClock);
    await projector.position(exchange);
    projector.batch(emptyBatch(1, [orderEvent('1', 'UNFILLED')]));
    await pass(50);
    projector.batch(emptyBatch(2, [orderEvent('2', 'UNFILLED')]));
    await pass(60);
    expect(memory.position).toBe(1);
    await projector.settle();
    expect(memory.position).toBe(2);
  });

  it('lets a reader wait for what was told of accounts before, without hurry, and for nothing else', async () => {
    const projector = create();
    await projector.position(exchange);
    const read: string[] = [];
    const reader = (name: string): void => void projector.stored(exchange).then(() => read.push(name));
    projector.batch(emptyBatch(1, [levelEvent]));
    reader('market news');
    projector.batch(emptyBatch(2, [orderEvent('1', 'UNFILLED')]));
    reader('an order');
    await pass(49);
    expect([read, memory.position]).toEqual([['market news'], 0]);
    projector.batch(emptyBatch(3, [levelEvent]));
    await pass(1);
    expect(read).toEqual(['market news', 'an order']);
  });

  it('lets readers go when the exchange ends before it could store', async () => {
    const projector = create();
    await projector.position(exchange);
    memory.beforeApply = () => {
      throw new Error('the database is away');
    };
    projector.batch(emptyBatch(1, [orderEvent('1', 'UNFILLED')]));
    const reader = projector.stored(exchange);
    await projector.close();
    await expect(reader).resolves.toBeUndefined();
  });

  it('goes on after a kill from what is stored and skips what is reported again', async () => {
    const killed = create();
    await killed.position(exchange);
    killed.batch(emptyBatch(1, [orderEvent('1', 'UNFILLED')]));
    await pass(50);
    killed.batch(emptyBatch(2, [orderEvent('2', 'UNFILLED')]));
    clock = new ManualClock(startMs);
    const next = create();
    expect(await next.position(exchange)).toBe(1);
    for (const sequence of [1, 2, 3]) next.batch(emptyBatch(sequence, [orderEvent(String(sequence), 'UNFILLED')]));
    await pass(50);
    expect(memory.batches.map(({ sequence }) => sequence)).toEqual([1, 3]);
    expect(memory.batches.flatMap(({ events }) => events.map(({ orderId }) => orderId))).toEqual(['1', '2', '3']);
  });

  it('stops and says so when somebody else has written', async () => {
    const projector = create();
    await projector.position(exchange);
    memory.position = 1;
    projector.batch(emptyBatch(3, [orderEvent('1', 'UNFILLED')]));
    await pass(50);
    expect(broken).toEqual(['the projection stands at 1, not at 0']);
    expect(memory.batches).toEqual([]);
  });

  it('leaves out an order change outside the state table and keeps the rest', async () => {
    const projector = create();
    await projector.position(exchange);
    projector.batch(emptyBatch(1, [orderEvent('1', 'PARTIALLY_FILLED', '1')]));
    projector.batch(emptyBatch(2, [orderEvent('1', 'UNFILLED'), orderEvent('2', 'UNFILLED')]));
    await pass(50);
    expect(memory.orders().map(({ orderId, status }) => [orderId, status])).toEqual([
      ['1', 'PARTIALLY_FILLED'],
      ['2', 'UNFILLED'],
    ]);
  });

  it('knows after a restart what the stored open orders were', async () => {
    const before = create();
    await before.position(exchange);
    before.batch(emptyBatch(1, [orderEvent('1', 'PARTIALLY_FILLED', '1')]));
    await before.close();
    const after = create();
    await after.position(exchange);
    after.batch(emptyBatch(2, [orderEvent('1', 'UNFILLED')]));
    await after.close();
    expect(memory.orders()).toMatchObject([{ status: 'PARTIALLY_FILLED' }]);
    expect(memory.position).toBe(2);
  });

  it('asks to wait while much is queued, and says when it is far behind', async () => {
    const projector = create();
    await projector.position(exchange);
    const told: boolean[] = [];
    projector.onBehind(() => told.push(projector.isBehind(exchange)));
    memory.beforeApply = () => {
      throw new Error('the database is away');
    };
    const last = 140;
    const many = (sequence: number) =>
      emptyBatch(
        sequence,
        Array.from({ length: 3_000 }, (_, at) => orderEvent(`${sequence}${at}`, 'UNFILLED')),
      );
    expect(projector.batch(many(1))).toBeUndefined();
    let released = false;
    const wait = projector.batch(many(2)) as Promise<void>;
    void wait.then(() => {
      released = true;
    });
    for (let sequence = 3; sequence <= last; sequence++) projector.batch(many(sequence));
    expect(projector.isBehind(exchange)).toBe(true);
    expect(told).toEqual([true]);
    await pass(10);
    expect(released).toBe(false);
    memory.beforeApply = () => undefined;
    for (let i = 0; i < 5; i++) await pass(5_000);
    expect(released).toBe(true);
    expect(projector.isBehind(exchange)).toBe(false);
    expect(told, 'with every write it would open and shut').toEqual([true, false]);
    expect(memory.position).toBe(last);
  });

  it('says for how long the oldest of what is not stored waits, the rows that are being written among it', async () => {
    const projector = create();
    await projector.position(exchange);
    expect([projector.lagMs(exchange), projector.lagMs('elsewhere')]).toEqual([0, 0]);
    memory.beforeApply = () => {
      throw new Error('the database is away');
    };
    projector.batch(emptyBatch(1, [orderEvent('1', 'UNFILLED')]));
    await pass(10_000);
    projector.batch(emptyBatch(2, [orderEvent('2', 'UNFILLED')]));
    await pass(20_000);
    expect(projector.lagMs(exchange)).toBe(30_000);
    memory.beforeApply = () => undefined;
    for (let i = 0; i < 3; i++) await pass(5_000);
    expect([memory.position, projector.lagMs(exchange)]).toEqual([2, 0]);
    await projector.close();
  });

  it('ends with a broken database too, leaving no timer behind', async () => {
    const projector = create();
    await projector.position(exchange);
    memory.beforeApply = () => {
      throw new Error('the database is away');
    };
    projector.batch(emptyBatch(1, [orderEvent('1', 'UNFILLED')]));
    await pass(60);
    await projector.close();
    expect(clock.timers).toBe(0);
    expect(memory.position).toBe(0);
  });

  it('keeps nothing of an ephemeral venue', async () => {
    const projector = create();
    projector.batch(emptyBatch(1, [levelEvent]));
    await pass(0);
    await projector.attach(fakeVenue({ durability: 'ephemeral' }));
    projector.batch(emptyBatch(2, [orderEvent('1', 'UNFILLED')]));
    await pass(5_000);
    expect(memory.batches).toEqual([]);
  });

  it.each([
    ['has told nothing before it opens', 0],
    ['tells something while it opens', 1],
  ])('keeps nothing of an ephemeral venue that %s', async (_, earlier) => {
    const projector = create();
    if (earlier > 0) projector.batch(emptyBatch(earlier, [balanceEvent('1')]));
    await projector.attach(fakeVenue({ durability: 'ephemeral' }));
    projector.batch(emptyBatch(2, [balanceEvent('2')]));
    await pass(5_000);
    expect(memory.batches).toEqual([]);
    expect(clock.timers).toBe(0);
  });
});
