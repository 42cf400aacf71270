import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import type { Fill, OrderIntent } from '../../contract/trading.ts';
import type { VenueEvent } from '../../contract/venue.ts';
import { linearPerpetual } from '../../domain/markets/perpetual-terms.ts';
import { BarMarket } from '../bar-market.ts';
import type { BarTicks } from '../bar-path.ts';
import { AccountLedger } from '../clearing/account-ledger.ts';
import type { ClearedMarketParts } from '../clearing/cleared-market.ts';
import { MarginPool } from '../clearing/margin-pool.ts';
import { SimulatedMarket } from '../simulated-market.ts';

/** Legs of brackets on a contract: they close what their entry has opened, and open nothing. */

const perpetual = linearPerpetual({
  ...testInstrument,
  accountType: 'usdm',
  tick: '1',
  lot: '1',
  makerFee: '0',
  takerFee: '0',
  minNotional: '0',
  priceBand: '1',
});
const grid = { priceDecimals: 0, tickDecimals: 0, qtyDecimals: 0, lotDecimals: 0 };
const apiId = 1;

/** A market with an account of 100,000 at a leverage of 10, and all that was heard of its orders. */
function contract<M extends BarMarket | SimulatedMarket>(make: (parts: ClearedMarketParts) => M) {
  let number = 0;
  const newId = () => String(++number);
  const ledger = new AccountLedger('aurora', 8, newId, { accountType: 'usdm' });
  ledger.deposit(apiId, 'USDT', '100000', 'start', 0);
  const pool = new MarginPool(ledger, apiId, 'USDT', 10);
  const market = make({ instrument: perpetual, grid, ledger, newId, poolOf: () => pool });
  const legIds = new Set<string>();
  const fills: Fill[] = [];
  const ends: string[] = [];
  const hear = (events: readonly VenueEvent[]): void => {
    for (const event of events) {
      if (event.type === 'order' && event.order.parentId !== null) {
        legIds.add(event.order.orderId);
        if (event.order.status === 'EXPIRED') ends.push(`${event.order.type} ${event.order.cause} ${event.order.filledQty}`);
      }
      if (event.type === 'fill') fills.push(event.fill);
    }
  };
  const place = (intent: Partial<OrderIntent>): readonly string[] => {
    const placed = market.place({ apiId, instrumentId: perpetual.id, side: 'BUY', type: 'LIMIT', qty: '2', ...intent });
    if (!placed.ok) throw placed.error;
    hear(placed.value.events);
    return [placed.value.order, ...placed.value.legs].map(({ orderId }) => orderId);
  };
  const told = (): readonly string[] =>
    fills.map(({ side, qty, price, orderId }) => `${legIds.has(orderId) ? 'leg' : 'hand'} ${side} ${qty} @ ${price}`);
  const position = (of: readonly Fill[] = fills): number =>
    of.reduce((sum, { side, qty }) => sum + (side === 'BUY' ? Number(qty) : -Number(qty)), 0);
  /** Fills of legs that did not bring the position nearer to nothing. */
  const opened = (): readonly Fill[] =>
    fills.filter(({ orderId, qty }, at) => {
      const before = Math.abs(position(fills.slice(0, at)));
      return legIds.has(orderId) && Math.abs(position(fills.slice(0, at + 1))) !== before - Number(qty);
    });
  return { market, pool, place, hear, told, ends, position, opened, legIds, cancel: (id: string) => hear(market.cancel(id)?.events ?? []) };
}

const bar = (open: number, high: number, low: number, close: number): BarTicks => ({ open, high, low, close });
const legs = { takeProfit: { type: 'LIMIT', price: '110' }, stopLoss: { type: 'STOP_MARKET', triggerPrice: '95' } } as const;
const bracket = { triggerKind: 'CONDITIONAL_OCO', price: '100', ...legs } as const;
const market = { type: 'MARKET' } as const;

function bars() {
  const made = contract((parts) => new BarMarket({ ...parts, isOptimistic: false }));
  let minute = 0;
  const play = (one: BarTicks): void => {
    made.hear(made.market.open(one, ++minute * 60_000, 60_000));
    while (made.market.isRunning) {
      made.market.nextMs(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
      made.hear(made.market.step());
    }
  };
  return { ...made, play };
}

const trade = (price: number, qty: number, takerSide: 'BUY' | 'SELL') =>
  ({ type: 'trade', timeMs: 1, tradeId: '1', price: `${price}`, qty: `${qty}`, takerSide }) as const;

function books(isBookless = false) {
  const made = contract((parts) => new SimulatedMarket({ ...parts, isBookless, tellsLevels: false }));
  if (!isBookless) made.hear(made.market.play({ type: 'book', timeMs: 0, updateId: 1, bids: [['98', '99']], asks: [['105', '99']] }));
  const print = (price: number, qty: number, side: 'BUY' | 'SELL'): void => made.hear(made.market.play(trade(price, qty, side)));
  print(101, 1, 'BUY');
  return { ...made, print };
}

describe('legs of a bracket on a perpetual', () => {
  it('close the position that the entry has opened, over candles and over books', () => {
    const overBars = bars();
    overBars.play(bar(102, 102, 102, 102));
    overBars.place(bracket);
    overBars.play(bar(102, 103, 99, 103));
    overBars.play(bar(103, 111, 103, 111));
    const overBooks = books();
    overBooks.place(bracket);
    overBooks.print(100, 2, 'SELL');
    overBooks.print(110, 2, 'BUY');
    for (const { told, position } of [overBars, overBooks]) {
      expect(told()).toEqual(['hand BUY 2 @ 100', 'leg SELL 2 @ 110']);
      expect(position()).toBe(0);
    }
  });

  it('open nothing when the position was closed by hand before one of them fires', () => {
    for (const [later, type] of [
      [bar(102, 111, 102, 111), 'LIMIT'],
      [bar(102, 102, 94, 94), 'STOP_MARKET'],
    ] as const) {
      const { market: _, place, play, told, ends, position } = bars();
      play(bar(102, 102, 102, 102));
      place(bracket);
      play(bar(102, 103, 99, 102));
      place({ ...market, side: 'SELL' });
      play(bar(102, 102, 102, 102));
      expect(position()).toBe(0);
      play(later);
      expect(told()).toEqual(['hand BUY 2 @ 100', 'hand SELL 2 @ 102']);
      expect(ends).toEqual([`${type} EXPIRED_REDUCE_ONLY 0`]);
    }
  });

  it('close what a part that was closed by hand has left, and end', () => {
    const { place, print, told, ends, position } = books();
    place({ ...bracket, qty: '5' });
    print(100, 5, 'SELL');
    place({ ...market, side: 'SELL', qty: '3' });
    print(110, 9, 'BUY');
    expect(told()).toEqual(['hand BUY 5 @ 100', 'hand SELL 3 @ 98', 'leg SELL 2 @ 110']);
    expect(ends).toEqual(['LIMIT EXPIRED_REDUCE_ONLY 2']);
    expect(position()).toBe(0);
  });

  it('close no more than is there when one print reaches a leg and an order of the hand', () => {
    for (const isBookless of [false, true]) {
      const { place, print, told, position } = books(isBookless);
      place(bracket);
      print(100, 2, 'SELL');
      if (isBookless) print(99, 2, 'SELL');
      place({ side: 'SELL', price: '109' });
      print(111, 9, 'BUY');
      expect(told().slice(1)).toEqual(['hand SELL 2 @ 109']);
      expect(position()).toBe(0);
    }
  });

  it('need no margin of their own: what was closed by hand is free again while they wait', () => {
    const { pool, place, print } = books();
    const before = pool.available;
    place({
      ...bracket,
      side: 'SELL',
      price: '102',
      takeProfit: { type: 'LIMIT', price: '95' },
      stopLoss: { type: 'STOP_MARKET', triggerPrice: '110' },
    });
    print(102, 2, 'BUY');
    expect(pool.required).toBe(204n * 10n ** 7n);
    place({ ...market, side: 'BUY' });
    // Sold at 102, bought back at 105.
    expect(pool.available).toBe(before - 6n * 10n ** 8n);
  });

  it('never bring a position further from nothing, whatever is done by hand and wherever the price goes', () => {
    const price = fc.integer({ min: 80, max: 120 });
    const step = fc.oneof(
      fc.record({ act: fc.constant('print' as const), price, qty: fc.integer({ min: 1, max: 9 }), side: fc.constantFrom('BUY', 'SELL') }),
      fc.record({
        act: fc.constant('hand' as const),
        side: fc.constantFrom('BUY', 'SELL'),
        price: fc.option(price),
        qty: fc.integer({ min: 1, max: 6 }),
      }),
      fc.record({
        act: fc.constant('bracket' as const),
        side: fc.constantFrom('BUY', 'SELL'),
        qty: fc.integer({ min: 1, max: 6 }),
        goal: fc.integer({ min: 1, max: 8 }),
        stop: fc.integer({ min: 1, max: 8 }),
        isTrigger: fc.boolean(),
      }),
      fc.record({ act: fc.constant('cancel' as const), which: fc.nat(30) }),
    );
    let [closed, spared] = [0, 0];
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), fc.constantFrom('bars', 'books', 'prints'), (steps, kind) => {
        const run = kind === 'bars' ? bars() : books(kind === 'prints');
        if ('play' in run) run.play(bar(101, 101, 101, 101));
        const ids: string[] = [];
        const open = (intent: Partial<OrderIntent>): void => {
          const placed = run.market.place({ apiId, instrumentId: perpetual.id, side: 'BUY', type: 'LIMIT', ...intent });
          if (!placed.ok) return;
          run.hear(placed.value.events);
          ids.push(placed.value.order.orderId);
        };
        for (const one of steps) {
          const last = run.market.lastTicks;
          if (one.act === 'cancel') run.cancel(ids[one.which % Math.max(ids.length, 1)] ?? '');
          if (one.act === 'hand')
            open({ side: one.side, qty: String(one.qty), ...(one.price === null ? market : { price: String(one.price) }) });
          if (one.act === 'bracket') {
            const sign = one.side === 'BUY' ? 1 : -1;
            const goal = String(last + sign * one.goal);
            const takeProfit = one.isTrigger
              ? ({ type: 'TAKE_PROFIT_MARKET', triggerPrice: goal } as const)
              : ({ type: 'LIMIT', price: goal } as const);
            const stopLoss = { type: 'STOP_MARKET', triggerPrice: String(last - sign * one.stop) } as const;
            open({ side: one.side, qty: String(one.qty), price: String(last), triggerKind: 'CONDITIONAL_OCO', takeProfit, stopLoss });
          }
          if (one.act !== 'print') continue;
          if ('print' in run) run.print(one.price, one.qty, one.side);
          else run.play(bar(last, Math.max(last, one.price), Math.min(last, one.price), one.price));
        }
        expect(run.opened()).toEqual([]);
        closed += run.told().filter((line) => line.startsWith('leg')).length;
        spared += run.ends.filter((line) => line.includes('EXPIRED_REDUCE_ONLY')).length;
        // Nothing is held once nothing is open.
        for (const { orderId } of 'openOrders' in run.market ? run.market.openOrders() : []) run.cancel(orderId);
        if (run.position() === 0 && 'openOrders' in run.market) expect(run.pool.required).toBe(0n);
      }),
      { numRuns: 400 },
    );
    expect(closed).toBeGreaterThan(50);
    expect(spared).toBeGreaterThan(20);
  });
});
