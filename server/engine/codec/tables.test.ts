import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { difference, shareUp, sum, toAmount, toBigInt } from '../../../core/domain/clearing/amount.ts';
import { limitTerms } from '../../../tests/engine/venue.ts';
import { bandAbove, bandBelow } from '../money/amounts.ts';
import { referencesKept, TransferReferences } from '../money/transfer-references.ts';
import { ClientIds } from '../orders/client-ids.ts';
import { finishedIdsKept } from '../orders/finished-ids.ts';
import type { OpenOrder } from '../orders/open-order.ts';
import { OpenOrders } from '../orders/open-orders.ts';

const open = (table: OpenOrders, orderId: number) => table.open(orderId, limitTerms, 0, null, 'UNFILLED', 0);

describe('open orders', () => {
  it('finds exactly the orders that were added and not deleted', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 40 }), { maxLength: 3_000 }), (picks) => {
        const table = new OpenOrders();
        const known: number[] = [];
        picks.forEach((pick, index) => {
          if (pick > 18 || known.length === 0) {
            open(table, index + 1);
            known.push(index + 1);
          } else {
            const [orderId] = known.splice((pick * 7) % known.length, 1);
            table.close(table.get(orderId as number) as OpenOrder);
            expect(table.has(orderId as number)).toBe(false);
          }
        });
        expect(table.sorted().map((order) => order.orderId)).toEqual(known.sort((a, b) => a - b));
        for (const orderId of known) expect(table.get(orderId)?.orderId).toBe(orderId);
        expect(table.size).toBe(known.length);
      }),
      { numRuns: 40 },
    );
  });

  it('knows nothing under strange ids', () => {
    const table = new OpenOrders();
    open(table, 1);
    for (const id of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) expect(table.get(id)).toBeUndefined();
  });
});

describe('client ids', () => {
  it('knows an id of its account', () => {
    const ids = new ClientIds();
    expect(ids.mayKnow(1, 'web-1')).toBe(false);
    ids.add(ids.low);
    expect([1, 2].map((account) => ids.mayKnow(account, 'web-1'))).toEqual([true, false]);
  });

  it('forgets the id that its account finished first when one more than it keeps has finished, and no open one', () => {
    const ids = new ClientIds();
    const add = (account: number, text: string) => {
      ids.digest(account, text);
      ids.add(ids.low);
    };
    const addFinished = (account: number, text: string, orderId: number) => {
      add(account, text);
      ids.finish(account, ids.low, ids.high, orderId, 2 ** 52 + orderId);
    };
    add(0, 'open');
    addFinished(1, 'other', 1);
    expect(ids.hasForgotten(0)).toBe(false);
    for (let i = 0; i < finishedIdsKept + 10; i++) addFinished(0, `id-${i}`, 2 ** 40 + i);
    for (let i = 0; i < 10; i++) {
      expect(ids.mayKnow(0, `id-${i}`)).toBe(false);
      expect(ids.finishedUse(0, ids.low, ids.high)).toBeUndefined();
    }
    for (let i = 10; i < finishedIdsKept + 10; i++) {
      expect(ids.mayKnow(0, `id-${i}`)).toBe(true);
      expect(ids.finishedUse(0, ids.low, ids.high)).toEqual({ orderId: 2 ** 40 + i, fingerprint: 2 ** 52 + 2 ** 40 + i });
    }
    expect([ids.mayKnow(0, 'open'), ids.mayKnow(1, 'other')]).toEqual([true, true]);
    expect([0, 1].map((account) => ids.hasForgotten(account))).toEqual([true, false]);
    const kept: number[] = [];
    ids.forEachFinished(0, (_low, _high, { orderId }) => kept.push(orderId));
    expect(kept).toEqual(Array.from({ length: finishedIdsKept }, (_, i) => 2 ** 40 + i + 10));
  });
});

describe('transfer references', () => {
  it('forgets the oldest reference beyond what it keeps', () => {
    const references = new TransferReferences();
    for (let i = 0; i <= referencesKept; i++) references.add(`r${i}`, 'x');
    expect(references.find('r0')).toBeUndefined();
    expect(references.find('r1')).toBe('x');
  });
});

describe('amounts', () => {
  it('rounds shares up exactly, within and beyond safe integers', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 1_000_000 }), (amount, ppm) => {
        const share = toBigInt(shareUp(toAmount(amount), ppm, 1_000_000));
        const exact = amount * BigInt(ppm);
        expect(share * 1_000_000n >= exact && share * 1_000_000n - exact < 1_000_000n).toBe(true);
      }),
    );
  });

  it('adds, subtracts and converts exactly, within and beyond safe integers', () => {
    const edge = fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n });
    const amount = fc.oneof(
      edge,
      edge.map((value) => -value),
      fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }),
      fc.bigInt({ min: -5n, max: 5n }),
    );
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        expect(toBigInt(toAmount(a))).toBe(a);
        expect(sum(toAmount(a), toAmount(b))).toBe(toAmount(a + b));
        expect(difference(toAmount(a), toAmount(b))).toBe(toAmount(a - b));
        expect(typeof toAmount(a)).toBe(Number.isSafeInteger(Number(a)) ? 'number' : 'bigint');
      }),
    );
  });

  it('rounds bands outwards to whole ticks, at least one on each side, down to 1 and up to a safe integer', () => {
    expect([bandAbove(101, 200_000), bandBelow(101, 200_000)]).toEqual([122, 80]);
    expect([bandAbove(1, 200_000), bandBelow(1, 1_000_000)]).toEqual([2, 1]);
    expect([bandAbove(7, 0), bandBelow(7, 0)]).toEqual([8, 6]);
    expect(bandAbove(Number.MAX_SAFE_INTEGER, 200_000)).toBe(Number.MAX_SAFE_INTEGER);
    expect(bandBelow(2 ** 52, 500_000)).toBe(2 ** 51);
  });
});
