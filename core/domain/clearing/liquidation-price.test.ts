import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absolute, by, compare, fraction, minus, plus, type Rational, whole } from '../../../tests/kit/rational.ts';
import { maintenanceMargin, standardBrackets } from '../markets/margin-brackets.ts';
import { fromUnits } from '../numbers/decimal.ts';
import { liquidationPrice } from './liquidation-price.ts';

const one = 10n ** 8n;
const base = 1_000n;
const leg = (qty: number, entry: number) => ({
  qty: BigInt(Math.round(qty * 1_000)),
  cost: (BigInt(Math.round(Math.abs(qty) * 1_000)) * BigInt(entry) * one) / 1_000n,
});
const priced = (balance: number, ...legs: ReturnType<typeof leg>[]): string => {
  const price = liquidationPrice({ legs, balance: BigInt(balance) * one, quoteOne: one, baseOne: base });
  return price === null ? '--' : Number(fromUnits(price, 8)).toFixed(3);
};

describe('the liquidation price by the numbers of its reference', () => {
  it('of isolated positions follows from their own wallet', () => {
    expect(priced(2_500, leg(1, 50_000))).toBe('47690.763');
    expect(priced(2_500, leg(-1, 50_000))).toBe('52288.557');
    expect(priced(30_000, leg(10, 60_000))).toBe('57281.407');
    expect(priced(60_000, leg(20, 60_000))).toBe('57325.113');
  });

  it('of cross margin counts what other markets need and have won', () => {
    expect(priced(5_000 - 200 - 300, leg(1, 50_000))).toBe('45682.731');
  });

  it('is shared by both legs of a hedged market', () => {
    expect(priced(6_000, leg(2, 50_000), leg(-1, 52_000))).toBe('42545.639');
  });

  it('is none where no price above nothing breaks the margin, and none without a position', () => {
    expect([priced(50_000, leg(1, 50_000)), priced(100), priced(100, leg(0, 0))]).toEqual(['--', '--', '--']);
  });
});

it('is where margin balance and maintenance margin meet, for any position: on one side solvent, on the other not', () => {
  const qty = fc.integer({ min: 1, max: 2_000_000 });
  fc.assert(
    fc.property(
      qty,
      fc.boolean(),
      fc.integer({ min: 1, max: 90_000 }),
      fc.integer({ min: 1, max: 20_000_000 }),
      (size, isLong, entry, wallet) => {
        const signed = isLong ? BigInt(size) : -BigInt(size);
        const cost = (BigInt(size) * BigInt(entry) * one) / base;
        const balance = BigInt(wallet) * one;
        const price = liquidationPrice({ legs: [{ qty: signed, cost }], balance, quoteOne: one, baseOne: base });
        /** Margin balance less maintenance margin at a price, from the table alone. */
        const spare = (at: bigint): Rational => {
          const worth = fraction(at * BigInt(size), base);
          const profit = isLong ? minus(worth, whole(cost)) : minus(whole(cost), worth);
          const bracket = standardBrackets.find(({ cap }) => compare(worth, whole(cap * one)) <= 0) ?? standardBrackets.at(-1);
          if (bracket === undefined) throw new Error('no bracket');
          const margin = minus(by(worth, fraction(bracket.mmrPpm, 1_000_000n)), whole(bracket.cum * one));
          return minus(plus(whole(balance), profit), margin);
        };
        if (price === null) {
          // A long that its wallet covers to the last.
          expect([isLong, compare(whole(balance), whole(cost)) >= 0]).toEqual([true, true]);
          return;
        }
        const step = 2n;
        const [safe, broken] = isLong ? [price + step, price - step] : [price - step, price + step];
        expect(compare(spare(safe), whole(0))).toBe(1);
        if (broken > 0n) expect(compare(spare(broken), whole(0))).toBe(-1);
        expect(compare(absolute(spare(price)), fraction(BigInt(size) * 2n + base, base))).toBeLessThanOrEqual(0);
      },
    ),
  );
});

it('agrees with the maintenance margin that it is held against', () => {
  const price = liquidationPrice({ legs: [leg(1, 50_000)], balance: 2_500n * one, quoteOne: one, baseOne: base }) ?? 0n;
  expect(fromUnits(maintenanceMargin(price, one), 8)).toMatch(/^190\.763/);
});
