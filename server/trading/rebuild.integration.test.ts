import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import { SeededRandom } from '../../tests/kit/seeded-random.ts';
import { openTestStore } from '../../tests/kit/store.ts';
import type { OrderRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { TradingRoom, TradingRoomOptions } from './open-trading-room.ts';
import { btcusdt, exchange, limitIntent, openFundedRoom, trader } from './trading-fixture.ts';
import type { VenueFollower } from './venues/venue-registry.ts';

const everything = { limit: 1_000 } as const;

/** Against the real store: what is in the database is what the journal says, whatever happened on the way. */
describe('projections of a venue', () => {
  let store: Store;
  let dataDir = '';
  let accounts: number[] = [];
  beforeAll(async () => {
    store = await openTestStore();
    dataDir = mkdtempSync(join(tmpdir(), 'tessera-rebuild-'));
    const names = ['ann', 'bob'];
    for (const name of names) {
      await store.users.create({
        id: name,
        username: name,
        email: null,
        phone: null,
        passwordHash: '',
        role: 'user',
        vipLevel: 0,
        inviteCode: name,
        invitedBy: null,
        state: 'ACTIVE',
        demo: false,
        createdMs: 0,
        vipUntilMs: null,
      });
      const account = {
        userId: name,
        name,
        exchange,
        permissions: ['spot'],
        groupId: null,
        expiresMs: null,
        state: 'ACTIVE',
        createdMs: 0,
      } as const;
      accounts.push((await store.apiAccounts.create(account)).apiId);
    }
    accounts = accounts.toSorted();
  }, 60_000);
  afterAll(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const trade = async (room: TradingRoom, count: number, seed: number): Promise<void> => {
    const seeded = new SeededRandom(seed);
    const random = () => seeded.next();
    for (let i = 0; i < count; i++) {
      const at = random() < 0.5 ? 0 : 1;
      const principal = trader(at === 0 ? 'ann' : 'bob');
      const apiId = accounts[at] as number;
      const [open] = room.trading.openOrders([apiId]);
      if (open !== undefined && random() < 0.2)
        await room.trading.cancel(principal, { apiId, instrumentId: btcusdt.id, orderId: open.orderId });
      else {
        const price = (100 + Math.round((random() - 0.5) * 40) / 10).toFixed(1).replace('.0', '');
        await room.trading.submit(
          principal,
          limitIntent(apiId, random() < 0.5 ? 'BUY' : 'SELL', String(1 + Math.floor(random() * 5)), price),
        );
      }
    }
  };
  const picture = async () => ({
    // What was refused is remembered beside the journal, a moment later; it is no projection.
    orders: (await store.orders.page({ apiIds: accounts, ...everything })).items.filter(
      ({ cause }) => cause !== 'REFUSED' && cause !== 'DENIED',
    ),
    fills: (await store.fills.page({ apiIds: accounts, ...everything })).items,
    ledger: (await store.ledger.page({ accounts, ...everything })).items,
    balances: await store.balances.of(accounts),
    positions: await store.positions.of(accounts),
    closes: (await store.fills.closes({ apiIds: accounts, ...everything })).items,
  });
  /** Every change that each of the orders has gone through, by the command that made it. */
  const livesOf = (orders: readonly OrderRecord[]) => Promise.all(orders.map(({ orderId }) => store.orders.events(exchange, orderId)));
  const settled = async (room: TradingRoom) => {
    await room.projector.settle();
    return picture();
  };

  it('store everything once although the database fails before and after commits and the server is killed', async () => {
    let calls = 0;
    const shaky = (isAlive: () => boolean): TradingRoomOptions['store'] => ({
      ...store,
      projections: {
        position: (venue) => store.projections.position(venue),
        positions: (venues) => store.projections.positions(venues),
        advance: (positions) => store.projections.advance(positions),
        reset: (venue) => store.projections.reset(venue),
        after: (venue, end) => store.projections.after(venue, end),
        apply: async (batch) => {
          if (batch.sequence > 0) calls++;
          if (!isAlive() || (batch.sequence > 0 && calls % 3 === 1)) throw new Error('connection refused');
          const result = await store.projections.apply(batch);
          if (batch.sequence > 0 && calls % 3 === 0) throw new Error('connection lost after commit');
          return result;
        },
      },
    });
    let alive = true;
    const killed = await openFundedRoom(dataDir, { store: shaky(() => alive) });
    await trade(killed, 120, 1);
    // Killed: the venue's journal is complete, what waits in the projector is lost.
    alive = false;
    await killed.venues.venue(exchange)?.close();
    const room = await openFundedRoom(dataDir, { store: shaky(() => true) });
    await trade(room, 120, 2);
    const { balances, fills, orders } = await settled(room);
    expect(fills.length).toBeGreaterThan(50);
    expect(
      orders
        .filter(({ status }) => status === 'UNFILLED' || status === 'PARTIALLY_FILLED')
        .map(({ orderId }) => orderId)
        .toSorted(),
    ).toEqual(
      room.trading
        .openOrders(accounts)
        .map(({ orderId }) => orderId)
        .toSorted(),
    );
    expect(await store.ledger.imbalance(exchange)).toEqual({});
    for (const apiId of accounts) {
      const sums = await store.ledger.sums(exchange, spotAccount(apiId));
      for (const { asset, total } of balances.filter((one) => one.apiId === apiId)) expect([asset, sums[asset]]).toEqual([asset, total]);
    }
    const key = (asset: { apiId: number; asset: string }) => `${asset.apiId}/${asset.asset}`;
    const live = room.trading.balances(accounts).toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
    expect(balances.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ venue: _venue, ...one }) => one)).toEqual(
      live.map(({ exchange: _exchange, ...one }) => one),
    );
    await room.close();
    await killed.close();
  }, 60_000);

  it('tell every change of an order once, where another follower of the journal stands further behind', async () => {
    let alive = true;
    const { apply } = store.projections;
    const mortal: Store['projections'] = {
      position: (venue) => store.projections.position(venue),
      positions: (venues) => store.projections.positions(venues),
      advance: (positions) => store.projections.advance(positions),
      reset: (venue) => store.projections.reset(venue),
      after: (venue, end) => store.projections.after(venue, end),
      apply: (batch) => (alive ? apply.call(store.projections, batch) : Promise.reject(new Error('connection refused'))),
    };
    const killed = await openFundedRoom(dataDir, { store: { ...store, projections: mortal } });
    await trade(killed, 60, 4);
    await killed.projector.settle();
    alive = false;
    await trade(killed, 60, 5);
    await killed.venues.venue(exchange)?.close();
    // Such as candles, which are stored less often than orders are.
    const behind: VenueFollower = { position: async () => 5, batch: () => undefined, attach: () => undefined };
    const room = await openFundedRoom(dataDir, { store, followers: [behind] });
    const { orders } = await settled(room);
    const lives = await livesOf(orders);
    expect(lives.filter((life) => life.filter(({ cause }) => cause === 'PLACED').length !== 1)).toEqual([]);
    await room.rebuildProjections(exchange);
    await settled(room);
    expect(await livesOf(orders)).toEqual(lives);
    await room.close();
    await killed.close();
  }, 60_000);

  it('are the same when they are made again from the journal', async () => {
    const room = await openFundedRoom(dataDir, { store });
    await trade(room, 60, 3);
    const live = await settled(room);
    const lives = await livesOf(live.orders);
    expect(lives.flat().length).toBeGreaterThan(live.orders.length);
    await room.rebuildProjections(exchange);
    const rebuilt = await settled(room);
    expect(rebuilt).toEqual(live);
    expect(await livesOf(rebuilt.orders)).toEqual(lives);
    expect(rebuilt.closes.some(({ realised }) => realised !== null)).toBe(true);
    expect(rebuilt.orders.length).toBeGreaterThan(100);
    expect((await room.trading.cancelAll(trader('ann'), { apiId: accounts[0] as number })).ok).toBe(true);
    await room.close();
  }, 60_000);
});
