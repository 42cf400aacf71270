import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Level } from '../../core/contract/market.ts';
import { fromUnits, toUnits } from '../../core/domain/numbers/decimal.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';
import { type Outcome, Venue } from '../../tests/engine/venue.ts';
import { previewFills } from './book-preview.ts';
import { bandEdge } from './grid-math.ts';

/** The engine counts in ticks and lots; one tick × one lot is one unit of quote there. */
const grid = { tick: '0.01', lot: '0.001', maxQty: '1000000', priceBand: '0.2' };
const price = (ticks: number): string => fromUnits(BigInt(ticks), 2);
const qty = (lots: number): string => fromUnits(BigInt(lots), 3);
const amount = (units: number | bigint): string => fromUnits(BigInt(units), 5);

interface Resting {
  readonly ticks: number;
  readonly lots: number;
}
const taker = 0;
const maker = 1;

function venueWith(asks: readonly Resting[], bids: readonly Resting[]): Venue {
  const venue = new Venue();
  for (const { ticks, lots } of asks) venue.sell(maker, lots, ticks);
  for (const { ticks, lots } of bids) venue.buy(maker, lots, ticks);
  return venue;
}

const levelsFor = (venue: Venue, side: OrderSide): Level[] => {
  const flat = venue.engine.depth(0, side === 'BUY' ? 'SELL' : 'BUY', 1_000);
  return Array.from({ length: flat.length / 2 }, (_, i) => [price(flat[2 * i] as number), qty(flat[2 * i + 1] as number)]);
};

/** What the engine did: lots, units of quote, last price in ticks. */
function filledBy(outcome: Outcome): { qty: string; quote: string; lastPrice: string | null } {
  const fills = outcome.fills.map((text) => text.split('@').map(Number) as [number, number]);
  const lots = fills.reduce((sum, [one]) => sum + one, 0);
  const units = fills.reduce((sum, [one, ticks]) => sum + BigInt(one) * BigInt(ticks), 0n);
  const last = fills.at(-1)?.[1];
  return { qty: qty(lots), quote: amount(units), lastPrice: last === undefined ? null : price(last) };
}

const side = fc.constantFrom<OrderSide>('BUY', 'SELL');
const restingIn = (min: number, max: number) =>
  fc.array(fc.record({ ticks: fc.integer({ min, max }), lots: fc.integer({ min: 1, max: 60 }) }), { maxLength: 12 });
const books = fc.record({ asks: restingIn(1_001, 1_400), bids: restingIn(700, 1_000) });

describe('the preview of an order', () => {
  it('is what the engine does with a limit order', () => {
    fc.assert(
      fc.property(books, side, fc.integer({ min: 650, max: 1_450 }), fc.integer({ min: 1, max: 400 }), (book, taking, limit, lots) => {
        const venue = venueWith(book.asks, book.bids);
        const preview = previewFills({ side: taking, worst: price(limit), size: { qty: qty(lots) } }, levelsFor(venue, taking), grid);
        const outcome = venue.place({ account: taker, side: taking, price: limit, qty: lots });
        expect(preview).toMatchObject(filledBy(outcome));
        expect(preview.restQty).toBe(qty(outcome.last().qty - outcome.last().filled));
        expect(preview.end === 'filled').toBe(outcome.last().status === 'FILLED');
      }),
    );
  });

  it('is what the engine does with a market order by quantity, to the edge of the band', () => {
    fc.assert(
      fc.property(books, side, fc.integer({ min: 1, max: 400 }), (book, taking, lots) => {
        const venue = venueWith(book.asks, book.bids);
        const levels = levelsFor(venue, taking);
        const best = levels[0]?.[0];
        const worst = best === undefined ? null : bandEdge(grid, taking, best);
        const preview = previewFills({ side: taking, worst, size: { qty: qty(lots) } }, levels, grid);
        const outcome = venue.place({ account: taker, side: taking, orderType: 'MARKET', timeInForce: 'IOC', qty: lots });
        expect(preview).toMatchObject(filledBy(outcome));
      }),
    );
  });

  it('is what the engine does with a market order by amount: a buy spends at most, a sell receives at least that much', () => {
    fc.assert(
      fc.property(books, side, fc.integer({ min: 1, max: 300_000 }), (book, taking, units) => {
        const venue = venueWith(book.asks, book.bids);
        const levels = levelsFor(venue, taking);
        const best = levels[0]?.[0];
        const worst = best === undefined ? null : bandEdge(grid, taking, best);
        const preview = previewFills({ side: taking, worst, size: { quoteAmount: amount(units) } }, levels, grid);
        const outcome = venue.place({ account: taker, side: taking, orderType: 'MARKET', timeInForce: 'IOC', quoteAmount: BigInt(units) });
        expect(preview).toMatchObject(filledBy(outcome));
      }),
    );
  });

  it('has an average price whose product with the quantity is the amount, to the last shown digit', () => {
    fc.assert(
      fc.property(books, side, fc.integer({ min: 1, max: 400 }), (book, taking, lots) => {
        const levels = levelsFor(venueWith(book.asks, book.bids), taking);
        const preview = previewFills({ side: taking, worst: null, size: { qty: qty(lots) } }, levels, grid);
        fc.pre(preview.averagePrice !== null);
        const [average, traded] = [toUnits(preview.averagePrice ?? '', 4) ?? 0n, toUnits(preview.qty, 3) ?? 0n];
        const off = average * traded - (toUnits(preview.quote, 7) ?? 0n);
        expect((off < 0n ? -off : off) * 2n <= traded).toBe(true);
      }),
    );
  });

  it('tells the slippage from the best price, and where it ended', () => {
    const asks: Level[] = [
      ['100', '1'],
      ['101', '1'],
    ];
    const buy = (worst: string | null, size: string) => previewFills({ side: 'BUY', worst, size: { qty: size } }, asks, grid);
    expect(buy(null, '1')).toMatchObject({ averagePrice: '100.00', slippageBps: '0.00', end: 'filled' });
    expect(buy(null, '2')).toMatchObject({ averagePrice: '100.50', slippageBps: '50.00', lastPrice: '101', end: 'filled' });
    expect(buy('100', '2')).toMatchObject({ qty: '1', restQty: '1', end: 'price' });
    expect(buy(null, '3')).toMatchObject({ qty: '2', restQty: '1', end: 'depth' });
    expect(buy('99', '1')).toMatchObject({ qty: '0', averagePrice: null, slippageBps: null, end: 'price' });
  });
});

describe('a book with orders of a finer grid, from before its market took coarser steps', () => {
  const coarse = { tick: '1', lot: '0.01', maxQty: '1000' };
  const asks: readonly Level[] = [
    ['61523.07', '0.313'],
    ['61621.41', '0.32'],
  ];

  it('is left alone by an order that does not reach it', () => {
    const preview = previewFills({ side: 'BUY', worst: '60000', size: { qty: '0.5' } }, asks, coarse);
    expect(preview).toMatchObject({ qty: '0', averagePrice: null, restQty: '0.5', end: 'price' });
  });

  it('is met at its exact prices and sizes', () => {
    const preview = previewFills({ side: 'BUY', worst: '61600', size: { qty: '0.5' } }, asks, coarse);
    expect(preview).toMatchObject({ qty: '0.313', quote: '19256.72091', lastPrice: '61523.07', restQty: '0.187', end: 'price' });
  });
});
