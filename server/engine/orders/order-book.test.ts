import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrderBook } from './order-book.ts';

interface Resting {
  readonly id: number;
  readonly slot: number;
  readonly isBid: boolean;
  readonly price: number;
  qty: number;
}

describe('order book', () => {
  it('keeps price-time priority and level sums under any adds, reductions and removals, however sparse the prices', () => {
    const price = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 2 ** 50 }));
    const step = fc.record({ isBid: fc.boolean(), price, qty: fc.integer({ min: 1, max: 9 }), at: fc.nat(), remove: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const book = new OrderBook();
        const resting: Resting[] = [];
        steps.forEach(({ isBid, price, qty, at, remove }, index) => {
          const victim = resting[at % Math.max(1, resting.length)];
          if (!remove || victim === undefined) {
            const slot = book.add(isBid ? 'BUY' : 'SELL', price, qty, index + 1, 0);
            resting.push({ id: index + 1, slot, isBid, price, qty });
            return;
          }
          const lots = Math.min(qty, victim.qty);
          book.reduce(victim.slot, lots);
          victim.qty -= lots;
          if (victim.qty === 0) resting.splice(resting.indexOf(victim), 1);
        });
        for (const isBid of [true, false]) {
          const side = isBid ? 'BUY' : 'SELL';
          const expected = resting
            .filter((order) => order.isBid === isBid)
            .sort((a, b) => (isBid ? b.price - a.price : a.price - b.price) || a.id - b.id);
          expect(book.orders(side)).toEqual(expected.map((order) => order.id));
          const levels = new Map<number, number>();
          for (const order of expected) levels.set(order.price, (levels.get(order.price) ?? 0) + order.qty);
          expect(book.depth(side, 1_000)).toEqual([...levels].flat());
          expect(book.bestPrice(side)).toBe(expected[0]?.price ?? 0);
          for (const [price, qty] of levels) expect(book.qtyAt(side, price)).toBe(qty);
          expect(isBid ? book.bidLots : book.askLots).toBe(expected.reduce((sum, order) => sum + order.qty, 0));
        }
        expect(book.count).toBe(resting.length);
      }),
      { numRuns: 150 },
    );
  });

  it('uses freed slots again', () => {
    const book = new OrderBook();
    const first = book.add('BUY', 5, 1, 1, 0);
    book.remove(first);
    expect(book.add('SELL', 9, 1, 2, 0)).toBe(first);
  });
});
