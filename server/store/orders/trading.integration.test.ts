import { expect, it } from 'vitest';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { describeStore } from '../../../tests/kit/store.ts';
import { balanceRecord, depositEntry, fillRecord, orderRecord, projectionBatch } from '../../../tests/kit/store-records.ts';
import type { Cursor, FillRecord, LedgerPostingRecord, OrderRecord, OrderRefusalRecord, Page } from '../records.ts';

/** Walks a list to its end and returns all of it. */
async function readAll<T>(read: (cursor: Cursor | undefined) => Promise<Page<T, Cursor>>): Promise<T[]> {
  const all: T[] = [];
  for (let cursor: Cursor | undefined, first = true; first || cursor !== undefined; first = false) {
    const page = await read(cursor);
    all.push(...page.items);
    cursor = page.next ?? undefined;
  }
  return all;
}

await describeStore('trading', (store) => {
  it('keeps what was refused apart from the projections, lists it with the orders, and not as an order that can change', async () => {
    const denied = orderRecord('9000000000000000001', {
      status: 'DENIED',
      cause: 'DENIED',
      createdMs: 5_000,
      updatedMs: 5_000,
      clientOrderId: 'x',
    });
    const refusal: OrderRefusalRecord = {
      ...{ venue: 'tessera', refusalId: denied.orderId, orderId: denied.orderId, by: 'HOUSE', code: 'ORDER_INSUFFICIENT_BALANCE' },
      ...{ params: { field: 'qty', limit: '1.5', asset: 'USDT' }, price: '64000.5', qty: '0.25', triggerPrice: null, timeMs: 5_000 },
      ...{ apiId: 1, repeats: 0 },
    };
    const amendment: OrderRefusalRecord = {
      ...refusal,
      refusalId: '9000000000000000002',
      orderId: '1',
      by: 'VENUE',
      qty: null,
      timeMs: 6_000,
    };
    const batch = { orders: [denied], refusals: [refusal, amendment] };
    await store().refusals.append(batch);
    await store().refusals.append(batch);
    await store().refusals.append({ orders: [], refusals: [{ ...refusal, repeats: 4_312 }] });
    expect(await store().refusals.ofOrder('tessera', denied.orderId)).toEqual([{ ...refusal, repeats: 4_312 }]);
    await store().projections.apply(
      projectionBatch(1, { orders: [orderRecord('1', { createdMs: 4_000 }), orderRecord('2', { createdMs: 6_000 })] }),
    );

    const page = (cursor?: Cursor) => store().orders.page({ apiIds: [1], limit: 1, cursor });
    expect((await readAll(page)).map(({ orderId }) => orderId)).toEqual(['2', denied.orderId, '1']);
    expect((await store().orders.page({ apiIds: [1], statuses: ['DENIED'], limit: 10 })).items).toEqual([denied]);
    expect(await store().orders.get('tessera', denied.orderId)).toEqual(denied);
    expect(await store().orders.byClientOrderId('tessera', spotAccount(1), 'x')).toBeNull();
    expect((await store().orders.open([1])).map(({ orderId }) => orderId)).toEqual(['1', '2']);
    expect(await store().refusals.ofOrder('tessera', '1')).toEqual([amendment]);

    const sinceOf = async (apiIds: readonly number[], fromMs: number, limit = 10) =>
      (await store().refusals.ofAccounts(apiIds, fromMs, limit)).map(({ refusal, order }) => [refusal, order.orderId, order.status]);
    const [first, second] = [
      [{ ...refusal, repeats: 4_312 }, denied.orderId, 'DENIED'],
      [amendment, '1', 'UNFILLED'],
    ];
    expect(await sinceOf([1], 5_000)).toEqual([second, first]);
    expect(await sinceOf([1, 2], 5_001)).toEqual([second]);
    expect(await sinceOf([1], 0, 1)).toEqual([second]);
    expect([await sinceOf([2], 0), await sinceOf([], 0)]).toEqual([[], []]);

    await store().projections.reset('tessera');
    expect(await store().orders.get('tessera', denied.orderId)).toEqual(denied);
    expect(await store().refusals.deleteOlder(6_000)).toBe(1);
    expect(await store().orders.get('tessera', denied.orderId)).toBeNull();
    expect(await store().refusals.ofOrder('tessera', denied.orderId)).toEqual([]);
  });

  it('keeps every text as it is in a batch, whether all rows share it or each has its own', async () => {
    const awkward = ['a"b', 'a\\b', '{a,b}', 'NULL', "it's", '', ' ', '零\n'];
    const ids = awkward.map((_, at) => `${800 + at}`);
    const refusals = (symbolOf: (at: number) => string): readonly OrderRefusalRecord[] =>
      ids.map((refusalId, at) => ({
        ...{ venue: 'quoted', refusalId, orderId: '800', apiId: 1, by: 'VENUE', code: 'ORDER_QTY_TOO_SMALL', timeMs: 5_000, repeats: 0 },
        ...{ params: { value: symbolOf(at) }, price: null, qty: '1', triggerPrice: at === 0 ? '3' : null },
      }));
    for (const symbolOf of [(at: number) => awkward[at] ?? '', ...awkward.map((text) => () => text)]) {
      const batch = refusals(symbolOf);
      await store().refusals.append({ orders: [], refusals: batch });
      const stored = await store().refusals.ofOrder('quoted', '800');
      expect(stored.toSorted((a, b) => a.refusalId.localeCompare(b.refusalId))).toEqual(batch);
    }
    await store().refusals.deleteOlder(6_000);
  });

  it('keeps the newest refusals of each account, with their orders', async () => {
    const refused = (apiId: number, at: number) => {
      const order = orderRecord(String(9_000_000_000_000_000_100n + BigInt(apiId * 10 + at)), { apiId, status: 'DENIED', cause: 'DENIED' });
      const asked = { price: null, qty: '1', triggerPrice: null, timeMs: at };
      const refusal: OrderRefusalRecord = {
        ...{ venue: 'tessera', refusalId: order.orderId, orderId: order.orderId, apiId, by: 'HOUSE', code: 'ORDER_QTY_TOO_SMALL' },
        ...{ params: { field: 'qty', limit: '1' }, ...asked, repeats: 0 },
      };
      return { order, refusal };
    };
    const all = [...[1, 2, 3, 4].map((at) => refused(7, at)), ...[1, 2].map((at) => refused(8, at))];
    await store().refusals.append({ orders: all.map(({ order }) => order), refusals: all.map(({ refusal }) => refusal) });
    expect(await store().refusals.keepNewest(2)).toBe(2);
    const left = await Promise.all(all.map(({ order }) => store().orders.get('tessera', order.orderId)));
    expect(left.map((order) => order !== null)).toEqual([false, false, true, true, true, true]);
    expect(await store().refusals.keepNewest(2)).toBe(0);
    await store().refusals.deleteOlder(10);
  });

  it('applies a batch once: position, orders, events, fills, ledger and balances together', async () => {
    const order = orderRecord('1', {
      clientOrderId: 'mine',
      status: 'PARTIALLY_FILLED',
      filledQty: '0.1',
      filledQuote: '6400.05',
      cause: 'FILLED',
    });
    const event = {
      venue: 'tessera',
      sequence: 7,
      ordinal: 0,
      orderId: '1',
      status: 'UNFILLED',
      cause: 'PLACED',
      price: '64000.5',
      qty: '0.25',
      triggerPrice: null,
      filledQty: '0',
      preventedQty: '0',
      timeMs: 1_000,
    } as const;
    const fill = fillRecord('t1', '1');
    const batch = projectionBatch(7, {
      orders: [orderRecord('1'), order],
      events: [
        event,
        {
          ...event,
          ordinal: 1,
          status: 'PARTIALLY_FILLED',
          cause: 'FILLED',
          price: null,
          qty: null,
          filledQty: '0.1',
          preventedQty: '0.05',
        },
      ],
      fills: [fill],
      entries: [depositEntry(1, 1, '10000.123456789012345678')],
      balances: [balanceRecord(1, 'USDT', '5'), balanceRecord(1, 'USDT', '10000.123456789012345678', '9600.075')],
    });
    expect(await store().projections.position('tessera')).toBe(0);
    expect(await store().projections.apply(batch)).toEqual({ outcome: 'applied', position: 7 });
    expect(await store().projections.apply({ ...batch, balances: [balanceRecord(1, 'USDT', '0')] })).toEqual({
      outcome: 'stale',
      position: 7,
    });
    expect(await store().projections.apply({ ...batch, sequence: 9, afterSequence: 8 })).toEqual({ outcome: 'gap', position: 7 });
    expect(await store().projections.position('tessera')).toBe(7);
    expect(await store().orders.get('tessera', '1')).toEqual(order);
    expect(await store().orders.byClientOrderId('tessera', spotAccount(1), 'mine')).toEqual(order);
    expect(await store().orders.named('tessera', [order.orderId, 'none'])).toEqual([order]);
    expect(await store().orders.byClientOrderId('tessera', { apiId: 1, accountType: 'usdm' }, 'mine')).toBeNull();
    expect(await store().orders.events('tessera', '1')).toEqual(batch.events);
    expect(await store().fills.ofOrder('tessera', '1')).toEqual([fill]);
    expect(await store().balances.of([1, 2])).toEqual([balanceRecord(1, 'USDT', '10000.123456789012345678', '9600.075')]);
    expect(await store().ledger.entry('tessera', 1)).toEqual(depositEntry(1, 1, '10000.123456789012345678'));
    expect(await store().ledger.transfer('tessera', depositEntry(1, 1, '1').reference)).toMatchObject({ entryId: 1 });
    expect(await store().ledger.transfer('tessera', 'never')).toBeNull();
    expect(await store().ledger.sums('tessera', spotAccount(1))).toEqual({ USDT: '10000.123456789012345678' });
    expect(await store().ledger.imbalance('tessera')).toEqual({});
  });

  it('refuses what only a bug can send: rows of another venue, and entries that do not balance', async () => {
    await expect(store().projections.apply(projectionBatch(1_000, { orders: [orderRecord('x', { venue: 'other' })] }))).rejects.toThrow(
      'other',
    );
    const lines = [{ account: 1, accountType: 'spot', asset: 'USDT', amount: '1' }] as const;
    await expect(store().projections.apply(projectionBatch(1_000, { entries: [depositEntry(2, 1, '1', { lines })] }))).rejects.toThrow(
      'USDT',
    );
  });

  it('leaves nothing behind when one row of a batch is refused', async () => {
    const venue = 'half';
    const orders = [orderRecord('a', { venue }), orderRecord('b', { venue, price: 'NaN' })];
    await expect(store().projections.apply(projectionBatch(5, { venue, orders }))).rejects.toMatchObject({ code: '23514' });
    expect(await store().projections.position(venue)).toBe(0);
    expect(await store().orders.get(venue, 'a')).toBeNull();
  });

  it('lets one of two writers of the same stretch win', async () => {
    const batch = projectionBatch(3, { venue: 'race', balances: [balanceRecord(1, 'BTC', '1', '0', { venue: 'race' })] });
    const outcomes = (await Promise.all([store().projections.apply(batch), store().projections.apply(batch)])).map(
      (result) => result.outcome,
    );
    expect(outcomes.sort()).toEqual(['applied', 'stale']);
  });

  it('pages order history of several accounts without loss or repeat, whatever shares a millisecond', async () => {
    const venue = 'pages';
    const orders = Array.from({ length: 300 }, (_, i) =>
      orderRecord(String(i), {
        venue,
        apiId: 100 + (i % 3),
        createdMs: 5_000 + Math.floor(i / 7),
        symbol: i % 2 === 0 ? 'BTCUSDT' : 'ETHUSDT',
        side: i % 5 === 0 ? 'SELL' : 'BUY',
        status: i % 4 === 0 ? 'UNFILLED' : 'FILLED',
      }),
    );
    await store().projections.apply(projectionBatch(1, { venue, orders }));
    const idsOf = (records: readonly OrderRecord[]) => records.map((order) => order.orderId);
    const newestFirst = (a: OrderRecord, b: OrderRecord) => b.createdMs - a.createdMs || (a.orderId < b.orderId ? 1 : -1);
    const expectIds = (keep: (order: OrderRecord) => boolean) => idsOf(orders.filter(keep).sort(newestFirst));

    const of = [100, 101, 102];
    expect(idsOf(await readAll((cursor) => store().orders.page({ apiIds: of, limit: 37, cursor })))).toEqual(expectIds(() => true));
    expect(
      idsOf(await readAll((cursor) => store().orders.page({ apiIds: [101], symbol: 'ETHUSDT', side: 'BUY', limit: 5, cursor }))),
    ).toEqual(expectIds((order) => order.apiId === 101 && order.symbol === 'ETHUSDT' && order.side === 'BUY'));
    const window = { fromMs: 5_010, toMs: 5_020, statuses: ['UNFILLED'] as const, venues: [venue], limit: 1_000 };
    expect(idsOf((await store().orders.page({ apiIds: of, ...window })).items)).toEqual(
      expectIds((order) => order.createdMs >= 5_010 && order.createdMs < 5_020 && order.status === 'UNFILLED'),
    );
    expect((await store().orders.open(of)).map((order) => order.orderId).sort()).toEqual(
      expectIds((order) => order.status === 'UNFILLED').sort(),
    );
    expect(await store().orders.page({ apiIds: [], limit: 10 })).toEqual({ items: [], next: null });
    expect(await store().orders.page({ apiIds: of, venues: [], limit: 10 })).toEqual({ items: [], next: null });
    await expect(store().orders.page({ apiIds: of, limit: 1_001 })).rejects.toThrow(RangeError);
  });

  it('finds the children of a parent order', async () => {
    const venue = 'family';
    const orders = [
      orderRecord('p', { venue }),
      orderRecord('c2', { venue, parentId: 'p', createdMs: 9 }),
      orderRecord('c1', { venue, parentId: 'p', createdMs: 8 }),
    ];
    await store().projections.apply(projectionBatch(1, { venue, orders }));
    expect((await store().orders.children(venue, 'p')).map((order) => order.orderId)).toEqual(['c1', 'c2']);
  });

  it('pages fills, both sides of a trade between own accounts included', async () => {
    const venue = 'fills';
    const fills: FillRecord[] = Array.from({ length: 40 }, (_, i) => [
      fillRecord(`t${i}`, `b${i}`, { venue, apiId: 200, timeMs: 7_000 + (i >> 3) }),
      fillRecord(`t${i}`, `s${i}`, { venue, apiId: 201, timeMs: 7_000 + (i >> 3), side: 'SELL', liquidity: 'MAKER', fee: '-0.00001' }),
    ]).flat();
    await store().projections.apply(projectionBatch(1, { venue, fills }));
    const all = await readAll((cursor) => store().fills.page({ apiIds: [200, 201], limit: 9, cursor }));
    expect(new Set(all.map((fill) => fill.orderId)).size).toBe(80);
    expect(all).toHaveLength(80);
    expect((await store().fills.page({ apiIds: [200, 201], side: 'SELL', fromMs: 7_004, limit: 100 })).items).toHaveLength(8);
  });

  it('keeps positions by average cost and what each sell realised, over batches and for each market on its own', async () => {
    const venue = 'holdings';
    const trade = (tradeId: string, changes: Partial<FillRecord>) =>
      fillRecord(tradeId, `o${tradeId}`, { venue, apiId: 210, fee: '0', timeMs: 7_000 + Number(tradeId), ...changes });
    const buys = [
      trade('1', { qty: '1', price: '100' }),
      trade('2', { qty: '2', price: '103' }),
      trade('3', { symbol: 'ETHUSDT', price: '9' }),
    ];
    const sells = [
      trade('4', { side: 'SELL', qty: '1.5', price: '110', fee: '0.165', feeAsset: 'USDT' }),
      trade('5', { side: 'SELL', qty: '2', price: '100', feeAsset: 'USDT' }),
    ];
    await store().projections.apply(projectionBatch(1, { venue, fills: buys }));
    await store().projections.apply(projectionBatch(2, { venue, fills: sells }));
    const expected = [
      { symbol: 'BTCUSDT', qty: '0', cost: '0', realised: '8.835', openedMs: 7_001, updatedMs: 7_005 },
      { symbol: 'ETHUSDT', qty: '0.1', cost: '0.9', realised: '0', openedMs: 7_003, updatedMs: 7_003 },
    ];
    expect(await store().positions.of([210])).toMatchObject(expected);
    expect((await store().fills.closes({ apiIds: [210], limit: 10 })).items).toMatchObject([
      { tradeId: '5', closedQty: '1.5', closedCost: '153', realised: '-3' },
      { tradeId: '4', closedQty: '1.5', closedCost: '153', realised: '11.835' },
    ]);
    await store().projections.reset(venue);
    expect(await store().positions.of([210])).toEqual([]);
  });

  it('shows the statement of an account with the entries behind it', async () => {
    const venue = 'books';
    const kindOf = (i: number) => (i % 3 === 0 ? 'FUNDING' : 'TRADE');
    const entries = Array.from({ length: 30 }, (_, i) =>
      depositEntry(i + 1, 300, '2.50', { venue, timeMs: 8_000 + (i >> 2), kind: kindOf(i) }),
    );
    await store().projections.apply(projectionBatch(1, { venue, entries }));
    const all = await readAll((cursor) => store().ledger.page({ accounts: [300], limit: 7, cursor }));
    expect(all.map((posting: LedgerPostingRecord) => posting.entryId)).toEqual(Array.from({ length: 30 }, (_, i) => 30 - i));
    expect(all[0]).toMatchObject({ kind: 'TRADE', reference: 'deposit-30', amount: '2.50', accountType: 'spot', ordinal: 0 });
    expect((await store().ledger.page({ accounts: [300], kinds: ['FUNDING'], limit: 100 })).items).toHaveLength(10);
    expect((await store().ledger.page({ accounts: [-1], venues: [venue], limit: 100 })).items).toHaveLength(30);
    expect(await store().ledger.sums(venue, spotAccount(300))).toEqual({ USDT: '75' });
    // The balance after each, to the last digit, also where a statement begins in the middle or is read in parts.
    const after = all.map((_, at) => String(75 - 2.5 * at));
    const balances = [{ ...balanceRecord(300, 'USDT', '75'), venue }];
    await store().projections.apply(projectionBatch(2, { venue, balances }));
    expect((await store().ledger.standings(all)).map(({ balance }) => balance)).toEqual(after);
    expect((await store().ledger.standings(all.slice(10, 12))).map(({ balance }) => balance)).toEqual(after.slice(10, 12));
    const older = new Map<string, string>();
    const parts = [await store().ledger.standings(all.slice(0, 7), older), await store().ledger.standings(all.slice(7), older)];
    expect(parts.flat().map(({ balance }) => balance)).toEqual(after);
    const moved = depositEntry(31, 300, '5', { venue, timeMs: 9_000, kind: 'TRANSFER' });
    await store().projections.apply(
      projectionBatch(3, { venue, entries: [moved], balances: [{ ...balanceRecord(300, 'USDT', '80'), venue }] }),
    );
    const [newest] = (await store().ledger.page({ accounts: [300], limit: 1 })).items;
    expect(await store().ledger.standings(newest === undefined ? [] : [newest])).toEqual([{ balance: '80', movement: 'deposit' }]);
  });

  it('says how much trading and transfers have changed accounts since a time', async () => {
    const venue = 'changed';
    const at = (id: number, amount: string, timeMs: number, kind: string) => depositEntry(id, 305, amount, { venue, timeMs, kind });
    const entries = [
      at(1, '100', 999, 'TRANSFER'),
      at(2, '50', 1_000, 'TRANSFER'),
      at(3, '7.5', 1_001, 'TRADE'),
      at(4, '0.5', 1_002, 'FUNDING'),
      at(5, '3', 899_999, 'TRANSFER'),
      at(6, '20', 900_000, 'TRANSFER'),
    ];
    await store().projections.apply(projectionBatch(1, { venue, entries }));
    expect(await store().ledger.changes([305], 1_000)).toEqual([
      {
        venue,
        apiId: 305,
        accountType: 'spot',
        asset: 'USDT',
        traded: '8',
        moves: [
          { amount: '53', timeMs: 900_000 },
          { amount: '20', timeMs: 1_800_000 },
        ],
      },
    ]);
    expect(await store().ledger.changes([305], 900_001)).toEqual([]);
    expect(await store().ledger.changes([], 0)).toEqual([]);
  });

  it('keeps the accounts of one api account apart, isolated ones by market', async () => {
    const venue = 'typed';
    const isolated = (symbol: string) => ({ apiId: 301, accountType: 'isolated_margin', symbol }) as const;
    const keys = [isolated('BTCUSDT'), isolated('ETHUSDT'), spotAccount(301), { apiId: 301, accountType: 'usdm' }] as const;
    const balances = keys.map((key, at) => ({ ...balanceRecord(301, 'USDT', String(at + 1)), ...key, venue }));
    const entries = keys.map(({ apiId: account, ...type }, at) => ({
      ...depositEntry(at + 1, 301, '1', { venue }),
      lines: [
        { account, ...type, asset: 'USDT', amount: String(at + 1) },
        { account: -1, accountType: null, asset: 'USDT', amount: `-${at + 1}` },
      ],
    }));
    await store().projections.apply(projectionBatch(1, { venue, balances, entries }));
    expect(await store().balances.of([301], venue)).toEqual(balances);
    for (const [at, key] of keys.entries()) expect(await store().ledger.sums(venue, key)).toEqual({ USDT: String(at + 1) });
    expect((await store().ledger.entry(venue, 2))?.lines).toEqual(entries[1]?.lines);
  });

  it('forgets one venue for its rebuild and leaves the others alone', async () => {
    const apply = (venue: string) =>
      store().projections.apply(
        projectionBatch(4, { venue, orders: [orderRecord('1', { venue })], entries: [depositEntry(1, 9, '1', { venue })] }),
      );
    await apply('gone');
    await apply('stays');
    await store().projections.reset('gone');
    expect([await store().projections.position('gone'), await store().projections.position('stays')]).toEqual([0, 4]);
    expect(await store().orders.get('gone', '1')).toBeNull();
    expect(await store().ledger.entry('gone', 1)).toBeNull();
    expect(await apply('gone')).toMatchObject({ outcome: 'applied' });
  });
});
