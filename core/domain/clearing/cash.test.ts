import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { by, down, fraction, up, whole } from '../../../tests/kit/rational.ts';
import { shareUp, toAmount, toBigInt } from './amount.ts';
import { given, largestAmountFor, lotsForAmount, payableLots, received } from './cash.ts';
import { ExactLotValues } from './lot-values.ts';

const side = fc.constantFrom('BUY', 'SELL');
/** Small factors stay in numbers, large ones need bigints. */
const factor = fc.oneof(fc.bigInt(1n, 1_000n), fc.bigInt(10n ** 12n, 10n ** 20n));
const ticks = fc.integer({ min: 1, max: 10_000_000 });
const lots = fc.integer({ min: 1, max: 1_000_000_000 });

describe('a cash market', () => {
  it('takes from a buy the quote of price × quantity, and from a sale its base; the other one gets just that', () => {
    fc.assert(
      fc.property(side, factor, factor, ticks, lots, (way, perLot, perTickLot, price, qty) => {
        const values = new ExactLotValues(perLot, perTickLot);
        const [base, quote] = [perLot * BigInt(qty), perTickLot * BigInt(price) * BigInt(qty)];
        const [gives, gets] = [given(values, way, price, qty), received(values, way, price, qty)].map(toBigInt);
        expect([gives, gets]).toEqual(way === 'BUY' ? [quote, base] : [base, quote]);
      }),
    );
  });

  it('finds the most lots that what is free can give: they fit, one more does not', () => {
    fc.assert(
      fc.property(side, factor, factor, ticks, fc.bigInt(0n, 10n ** 24n), (way, perLot, perTickLot, price, free) => {
        const values = new ExactLotValues(perLot, perTickLot);
        const one = way === 'BUY' ? perTickLot * BigInt(price) : perLot;
        const most = payableLots(values, way, price, free);
        expect([most * one <= free, (most + 1n) * one > free]).toEqual([true, true]);
      }),
    );
  });

  it('spends with a buy by amount no more than the amount, and receives with a sale no less, by less than one lot', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 24n), fc.bigInt(1n, 10n ** 12n), (amount, perLot) => {
        const [bought, sold] = [lotsForAmount('BUY', amount, perLot) * perLot, lotsForAmount('SELL', amount, perLot) * perLot];
        expect([bought <= amount, amount - bought < perLot]).toEqual([true, true]);
        expect([sold >= amount, sold - amount < perLot]).toEqual([true, true]);
      }),
    );
    expect([lotsForAmount('SELL', 0n, 5n), lotsForAmount('BUY', -1n, 5n)]).toEqual([0n, 0n]);
  });

  it('names the largest amount that can be had: all of the quote, or what the whole lots of base bring at worst', () => {
    const values = new ExactLotValues(10n, 3n);
    expect([largestAmountFor(values, 'BUY', 7, 100n), largestAmountFor(values, 'SELL', 7, 39n)]).toEqual([100n, 63n]);
  });

  it('charges a share of what is received, rounded up, in numbers and bigints alike', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n), fc.integer({ min: 0, max: 1_000_000 }), (amount, ppm) => {
        const exact = by(whole(amount), fraction(BigInt(ppm), 1_000_000n));
        const fee = toBigInt(shareUp(toAmount(amount), ppm, 1_000_000));
        expect(fee).toBe(up(exact));
        expect(fee - down(exact)).toBeLessThanOrEqual(1n);
      }),
    );
  });
});
