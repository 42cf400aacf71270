import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Level } from '../../contract/market.ts';
import { compareDecimals } from '../../domain/numbers/decimal.ts';
import { comparePrices } from './compare-prices.ts';
import { DepthBook } from './depth-book.ts';

const price = fc.integer({ min: 1, max: 400 }).map((ticks) => (ticks / 4).toString());
const level = fc.tuple(price, fc.constantFrom('0', '0.000', '1', '2.5')) as fc.Arbitrary<Level>;

describe('prices', () => {
  it('compare as exact decimals do, whatever their length', () => {
    const decimal = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 8 }));
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const [x, y] = [a, b].map(([whole, fraction]) => (fraction === '' ? `${whole}` : `${whole}.${fraction}`)) as [string, string];
        expect(Math.sign(comparePrices(x, y))).toBe(Math.sign(compareDecimals(x, y)));
      }),
    );
  });
});

describe('a book', () => {
  it('is what a map of prices would be, sorted, after any deltas', () => {
    fc.assert(
      fc.property(fc.array(fc.array(level, { maxLength: 8 }), { maxLength: 20 }), (deltas) => {
        const book = new DepthBook();
        const model = new Map<string, string>();
        book.applySnapshot([], [], 0, 0);
        deltas.forEach((levels, at) => {
          expect(book.applyDelta(levels, levels, at, at + 1, at)).toBe(true);
          for (const [levelPrice, qty] of levels) {
            if (Number(qty) === 0) model.delete(levelPrice);
            else model.set(levelPrice, qty);
          }
        });
        const ascending = [...model].sort((a, b) => Number(a[0]) - Number(b[0]));
        expect(book.asks).toEqual(ascending);
        expect(book.bids).toEqual([...ascending].reverse());
      }),
    );
  });

  it('refuses a delta that does not build on it, until the next snapshot', () => {
    const book = new DepthBook();
    book.applySnapshot([['1', '1']], [], 5, 0);
    expect(book.applyDelta([['1', '2']], [], 6, 7, 0)).toBe(false);
    expect(book.applyDelta([['1', '2']], [], 5, 6, 0)).toBe(false);
    expect(book.bids).toEqual([['1', '1']]);
    book.applySnapshot([['1', '3']], [], 7, 0);
    expect(book.applyDelta([['1', '4']], [], 7, 8, 0)).toBe(true);
  });

  it('never changes the arrays that it gave away', () => {
    const book = new DepthBook();
    book.applySnapshot([['1', '1']], [], 1, 0);
    const before = book.bids;
    book.applyDelta([['2', '1']], [], 1, 2, 0);
    expect(before).toEqual([['1', '1']]);
  });
});
