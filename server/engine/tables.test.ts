import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitTerms } from '../../tests/engine/venue.ts';
import { bandAbove, bandBelow, shareUp } from './amounts.ts';
import { ClientIds } from './client-ids.ts';
import { finishedIdsKept } from './finished-ids.ts';
import { OrderRecord } from './order-record.ts';
import { OrderTable } from './order-table.ts';
import { referencesKept, TransferReferences } from './transfer-references.ts';

const orderOf = (orderId: number) => new OrderRecord(orderId, limitTerms, 0, null, 'UNFILLED', 0);

describe('order table', () => {
  it('finds exactly the orders that were added and not deleted', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 40 }), { maxLength: 3_000 }), (picks) => {
        const table = new OrderTable();
        const known: number[] = [];
        picks.forEach((pick, index) => {
          if (pick > 18 || known.length === 0) {
            table.add(orderOf(index + 1));
            known.push(index + 1);
          } else {
            const [orderId] = known.splice((pick * 7) % known.length, 1);
            table.delete(orderId as number);
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
    const table = new OrderTable();
    table.add(orderOf(1));
    for (const id of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) expect(table.get(id)).toBeUndefined();
  });
});

describe('client ids', () => {
  it('knows an id with its order and fingerprint, per account', () => {
    const ids = new ClientIds();
    expect(ids.look(1, 'web-1')).toBe(-1);
    ids.add(ids.low, ids.high, 2 ** 40 + 5, 2 ** 52 + 3);
    const place = ids.look(1, 'web-1');
    expect([ids.orderIdAt(place), ids.fingerprintAt(place)]).toEqual([2 ** 40 + 5, 2 ** 52 + 3]);
    expect(ids.look(2, 'web-1')).toBe(-1);
  });

  it('forgets the id that its account finished first when one more than it keeps has finished, and no open one', () => {
    const ids = new ClientIds();
    const add = (text: string, orderId: number, account = 0) => {
      ids.look(account, text);
      ids.add(ids.low, ids.high, orderId, orderId);
      return [ids.low, ids.high] as const;
    };
    add('open', 1);
    ids.finish(1, ...add('other', 1, 1));
    expect(ids.hasForgotten(0)).toBe(false);
    for (let i = 0; i < finishedIdsKept + 10; i++) ids.finish(0, ...add(`id-${i}`, i + 2));
    for (let i = 0; i < 10; i++) expect(ids.look(0, `id-${i}`)).toBe(-1);
    for (let i = 10; i < finishedIdsKept + 10; i += 997) expect(ids.orderIdAt(ids.look(0, `id-${i}`))).toBe(i + 2);
    expect([ids.look(0, 'open'), ids.look(1, 'other')].map((place) => ids.orderIdAt(place))).toEqual([1, 1]);
    expect([0, 1].map((account) => ids.hasForgotten(account))).toEqual([true, false]);
    const order: number[] = [];
    ids.forEachFinished(0, (_low, _high, orderId) => order.push(orderId));
    expect(order).toEqual(Array.from({ length: finishedIdsKept }, (_, i) => i + 12));
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
        const share = shareUp(amount, ppm);
        const exact = amount * BigInt(ppm);
        expect(share * 1_000_000n >= exact && share * 1_000_000n - exact < 1_000_000n).toBe(true);
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
