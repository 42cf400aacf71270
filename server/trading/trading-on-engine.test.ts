import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderIntent } from '../../core/contract/trading.ts';
import type { Venue } from '../../core/contract/venue.ts';
import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import { orderTypes, timesInForce, triggerKinds } from '../../core/domain/orders/order.ts';
import type { TradingRoom } from './open-trading-room.ts';
import { btcusdt, exchange, limitIntent, openFundedRoom, trader } from './trading-fixture.ts';

const ann = trader('ann');

describe('TradingService on the engine', () => {
  let dataDir = '';
  let room: TradingRoom;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'tessera-trading-'));
    room = await openFundedRoom(dataDir);
    await room.trading.submit(trader('bob'), limitIntent(2, 'SELL', '1', '100'));
    await room.trading.submit(ann, limitIntent(1, 'BUY', '0.5', '100'));
    await room.trading.submit(ann, limitIntent(1, 'BUY', '2', '99'));
  });
  afterAll(async () => {
    await room.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const picture = () => {
    const venue = room.venues.venue(exchange) as Venue;
    const free = [1, 2].flatMap((apiId) => ['BTC', 'USDT'].map((asset) => venue.available(spotAccount(apiId), asset)));
    return { orders: room.trading.openOrders([1, 2]), balances: room.trading.balances([1, 2]), book: venue.depth(btcusdt.id, 99), free };
  };

  it('changes nothing when it refuses, whatever the intent', async () => {
    const number = fc.constantFrom('0', '0.00001', '0.01', '0.5', '3', '99', '100', '100.005', '150', '9001', 'x', '99999999999999999999');
    const leg = fc.record({ type: fc.constantFrom(...orderTypes), price: number, triggerPrice: number }, { requiredKeys: ['type'] });
    const intents = fc.record(
      {
        apiId: fc.constantFrom(1, 1, 1, 2, 7),
        instrumentId: fc.constantFrom(btcusdt.id, btcusdt.id, btcusdt.id, 'tessera/NONE/spot'),
        side: fc.constantFrom('BUY' as const, 'SELL' as const),
        type: fc.constantFrom(...orderTypes),
        timeInForce: fc.constantFrom(...timesInForce),
        price: number,
        qty: number,
        quoteAmount: number,
        triggerPrice: number,
        triggerKind: fc.constantFrom(...triggerKinds),
        takeProfit: leg,
        stopLoss: leg,
        reduceOnly: fc.boolean(),
        clientOrderId: fc.constantFrom('one', 'two', 'three'),
      },
      { requiredKeys: ['apiId', 'instrumentId', 'side', 'type'] },
    );
    let refusals = 0;
    await fc.assert(
      fc.asyncProperty(intents, async (intent) => {
        const before = picture();
        const outcome = await room.trading.submit(ann, intent as OrderIntent);
        if (outcome.ok) return;
        refusals++;
        expect(outcome.error.code).not.toBe('ORDER_UNRESOLVED');
        const after = picture();
        // The refused command still has its place in the journal; everything that it could have changed has not.
        expect({ ...after, book: { ...after.book, sequence: 0, timeMs: 0 } }).toEqual({
          ...before,
          book: { ...before.book, sequence: 0, timeMs: 0 },
        });
      }),
      { numRuns: 400 },
    );
    expect(refusals).toBeGreaterThan(100);
  }, 30_000);

  it('refuses to spend any amount for want of funds, however many digits it has', async () => {
    for (const quoteAmount of ['90071992', '90071993', '99999999999999999999']) {
      const intent: OrderIntent = { apiId: 1, instrumentId: btcusdt.id, side: 'BUY', type: 'MARKET', quoteAmount };
      const outcome = await room.trading.submit(ann, intent);
      expect(outcome).toMatchObject({ ok: false, error: { code: 'ORDER_INSUFFICIENT_BALANCE', params: { field: 'quoteAmount' } } });
    }
  });

  it('gives the same order back for the same id, even when the money is gone', async () => {
    const qty = String(Math.floor(Number(room.venues.venue(exchange)?.available(spotAccount(1), 'BTC'))));
    const intent: OrderIntent = { ...limitIntent(1, 'SELL', qty, '119'), clientOrderId: 'all-in' };
    const first = await room.trading.submit(ann, intent);
    expect(first.ok).toBe(true);
    expect(await room.trading.submit(ann, intent)).toEqual(first);
    expect(await room.trading.submit(ann, { ...intent, price: '118' })).toMatchObject({
      ok: false,
      error: { code: 'ORDER_DUPLICATE_CLIENT_ID' },
    });
    expect(await room.trading.submit(ann, limitIntent(1, 'SELL', qty, '119'))).toMatchObject({
      ok: false,
      error: { code: 'ORDER_INSUFFICIENT_BALANCE', params: { asset: 'BTC' } },
    });
  });

  it('lists open orders newest first and cancels them all', async () => {
    const open = room.trading.openOrders([1]);
    expect(open.map(({ createdMs }) => createdMs)).toEqual(open.map(({ createdMs }) => createdMs).toSorted((a, b) => b - a));
    const outcome = await room.trading.cancelAll(ann, { apiId: 1 });
    expect(outcome.ok && outcome.value.length).toBe(open.length);
    expect(room.trading.openOrders([1])).toEqual([]);
    expect(room.trading.balances([1]).every(({ held }) => held === '0')).toBe(true);
  });
});
