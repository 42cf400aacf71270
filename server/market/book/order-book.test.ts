import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DepthSnapshot, Level } from '../../../core/contract/market.ts';
import { compareDecimals, fromUnits } from '../../../core/domain/numbers/decimal.ts';
import { FollowedBook, priceKey } from './order-book.ts';

const change = fc.record({
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  price: fc.integer({ min: 1, max: 60 }).map((ticks) => fromUnits(BigInt(ticks), 1)),
  qty: fc.integer({ min: 0, max: 5 }).map(String),
  takes: fc.boolean(),
});

/** What a client does: a map per side. */
function applyLevels(side: Map<string, string>, levels: readonly Level[]): void {
  for (const [price, qty] of levels) {
    if (qty === '0') side.delete(price);
    else side.set(price, qty);
  }
}

const sorted = (side: Map<string, string>, best: 1 | -1): Level[] => [...side].sort(([a], [b]) => best * compareDecimals(a, b));

test('deltas applied to the snapshot equal the book at every step', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), fc.nat(100), (changes, joinAt) => {
      const book = new FollowedBook('x', 1);
      const client = { bids: new Map<string, string>(), asks: new Map<string, string>(), sequence: -1 };
      const join = (snapshot: DepthSnapshot): void => {
        applyLevels(client.bids, snapshot.bids);
        applyLevels(client.asks, snapshot.asks);
        client.sequence = snapshot.sequence;
      };
      for (const [index, { side, price, qty, takes }] of changes.entries()) {
        book.set(side, price, qty, index);
        if (!takes) continue;
        const delta = book.takeDelta();
        if (index >= joinAt && client.sequence < 0) join(book.snapshot(1000));
        else if (delta !== null && client.sequence >= 0) {
          expect(delta.previous).toBe(client.sequence);
          expect(new Set(delta.bids.map(([text]) => text)).size).toBe(delta.bids.length);
          applyLevels(client.bids, delta.bids);
          applyLevels(client.asks, delta.asks);
          client.sequence = delta.sequence;
        }
        if (client.sequence < 0) continue;
        const truth = book.snapshot(1000);
        expect(sorted(client.bids, -1)).toEqual(truth.bids);
        expect(sorted(client.asks, 1)).toEqual(truth.asks);
        expect(client.sequence).toBe(truth.sequence);
      }
    }),
    { numRuns: 100 },
  );
});

test('the best levels that a client follows stay right while deeper ones come and go', () => {
  const followed = 3;
  fc.assert(
    fc.property(fc.array(change, { maxLength: 300 }), fc.nat(100), (changes, joinAt) => {
      const book = new FollowedBook('x', 1, followed);
      const client = { bids: new Map<string, string>(), asks: new Map<string, string>(), sequence: -1 };
      for (const [index, { side, price, qty, takes }] of changes.entries()) {
        book.set(side, price, qty, index);
        if (!takes) continue;
        if (client.sequence < 0 && index < joinAt) {
          book.dropDelta();
          continue;
        }
        const delta = book.takeDelta();
        const told = client.sequence < 0 ? book.followedSnapshot() : delta;
        if (told !== null) {
          applyLevels(client.bids, told.bids);
          applyLevels(client.asks, told.asks);
          client.sequence = told.sequence;
        }
        const truth = book.snapshot(followed);
        expect(sorted(client.bids, -1)).toEqual(truth.bids);
        expect(sorted(client.asks, 1)).toEqual(truth.asks);
        expect(client.sequence).toBe(truth.sequence);
      }
    }),
    { numRuns: 200 },
  );
});

test('a change below the levels that are followed is not told', () => {
  const book = new FollowedBook('x', 0, 2);
  for (const price of ['10', '9', '8']) book.set('BUY', price, '1', 1);
  book.dropDelta();
  const { sequence } = book.followedSnapshot();
  book.set('BUY', '8', '5', 2);
  expect(book.takeDelta()).toBeNull();
  book.set('BUY', '10', '0', 3);
  expect(book.takeDelta()).toMatchObject({
    previous: sequence,
    bids: [
      ['10', '0'],
      ['8', '5'],
    ],
  });
  book.set('BUY', '11', '2', 4);
  expect(book.takeDelta()?.bids).toEqual([
    ['11', '2'],
    ['8', '0'],
  ]);
  expect(book.snapshot(10).bids.map(([price]) => price)).toEqual(['11', '9', '8']);
});

test('replacing the whole book only counts what differs', () => {
  const book = new FollowedBook('x', 2);
  book.set('BUY', '1.10', '5', 1);
  book.set('BUY', '1.20', '5', 1);
  book.set('SELL', '1.30', '7', 1);
  book.takeDelta();
  book.replace(
    [
      ['1.20', '5'],
      ['1.15', '1'],
    ],
    [['1.40', '2']],
    2,
  );
  const delta = book.takeDelta();
  expect(delta?.bids).toEqual([
    ['1.15', '1'],
    ['1.10', '0'],
  ]);
  expect(delta?.asks).toEqual([
    ['1.30', '0'],
    ['1.40', '2'],
  ]);
  expect(book.snapshot(1).bids).toEqual([['1.20', '5']]);
  expect(book.bestAsk).toBe('1.40');
});

test('a price key is exact and refuses what the grid cannot hold', () => {
  expect(priceKey('61837.63000000', 2)).toBe(6_183_763);
  expect(priceKey('0.1', 4)).toBe(1000);
  expect(priceKey('12', 0)).toBe(12);
  expect(() => priceKey('1.234', 2)).toThrow(RangeError);
  expect(() => priceKey('1e5', 2)).toThrow(RangeError);
  expect(() => priceKey('99999999999999999', 2)).toThrow(RangeError);
  expect(() => priceKey('', 2)).toThrow(RangeError);
});

test('takes finer prices from now on and keeps the levels that it has, with what nobody has been told yet', () => {
  const book = new FollowedBook('aurora/BTCUSDT/spot', 1);
  book.set('BUY', '10.5', '1', 1);
  book.set('SELL', '11', '2', 1);
  book.refine(3);
  book.refine(0);
  book.set('BUY', '10.505', '3', 2);
  book.set('BUY', '10.5', '4', 2);
  expect(book.snapshot(9)).toMatchObject({
    bids: [
      ['10.505', '3'],
      ['10.5', '4'],
    ],
    asks: [['11', '2']],
  });
  expect(book.takeDelta()).toMatchObject({
    bids: expect.arrayContaining([
      ['10.505', '3'],
      ['10.5', '4'],
    ]),
    asks: [['11', '2']],
  });
});
