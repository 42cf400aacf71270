import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  absolute,
  by,
  compare,
  down,
  fraction,
  largest,
  minus,
  over,
  plus,
  type Rational,
  rational,
  up,
  whole,
} from '../../../tests/kit/rational.ts';
import { type Amount, shareUp, toBigInt } from './amount.ts';
import { fillPosition, flat, fundingFor, type LinearPosition, type MarginOrder, marginFor, profitAt } from './linear.ts';
import { ExactLotValues } from './lot-values.ts';

/** Ticks of 0.1, lots of 0.001, cents of 10^-8. */
const cents = 10n ** 8n;
const values = new ExactLotValues(cents / 1_000n, cents / 10_000n);
const ticks = (price: number): number => Math.round(price * 10);
const lots = (qty: number): number => Math.round(qty * 1_000);
const money = (text: string): bigint => up(by(rational(text), whole(cents)));
const order = (side: 'BUY' | 'SELL', qty: number, price: number): MarginOrder => ({ side, ticks: ticks(price), lots: lots(qty) });
const long = (qty: number, price: number) => fillPosition(values, flat, 'BUY', ticks(price), lots(qty));
const short = (qty: number, price: number) => fillPosition(values, flat, 'SELL', ticks(price), lots(qty));

describe('a linear contract by the numbers of its reference', () => {
  it('needs for a first order its notional ÷ leverage and what it would lose at once', () => {
    expect(toBigInt(marginFor(values, flat, ticks(50_000), 20, [order('BUY', 1, 50_500)]))).toBe(money('3025'));
  });

  it('needs for orders on both sides of a position the dearer way only', () => {
    const orders = [order('BUY', 0.5, 49_000), order('SELL', 2, 51_000)];
    expect(toBigInt(marginFor(values, long(1, 50_000), ticks(50_000), 1, orders))).toBe(money('74500'));
    const reducing = [order('SELL', 1, 51_000)];
    const alone = marginFor(values, long(1, 50_000), ticks(50_000), 20);
    expect(marginFor(values, long(1, 50_000), ticks(50_000), 20, reducing)).toBe(alone);
  });

  it('gains and loses quantity × the way of the price', () => {
    expect(toBigInt(profitAt(values, long(2, 50_000), ticks(50_100)))).toBe(money('200'));
    expect(toBigInt(profitAt(values, short(2, 50_000), ticks(50_100)))).toBe(money('-200'));
    expect(toBigInt(fillPosition(values, long(20, 60_000), 'SELL', ticks(57_320), lots(9.533)).profit)).toBe(money('-25548.44'));
  });

  it('turns round: the closing part realises, the rest opens at the price of the fill', () => {
    const turned = fillPosition(values, long(2, 100), 'SELL', ticks(110), lots(3));
    expect([turned.lots, toBigInt(turned.cost), toBigInt(turned.profit)]).toEqual([-1_000, money('110'), money('20')]);
  });

  it('charges quantity × price × rate', () => {
    expect(toBigInt(shareUp(values.quoteOf(ticks(50_000), lots(1)), 500, 1_000_000))).toBe(money('25'));
  });

  it('funds a long of 2 at 50,000 with 30 at 0.03 %; paid rounds up, received rounds down', () => {
    expect(fundingFor(money('100000'), 3n, 10_000n)).toBe(money('30'));
    expect([fundingFor(7n, 1n, 2n), fundingFor(-7n, 1n, 2n)]).toEqual([4n, -3n]);
  });
});

/** The same rules from the text alone, with the average price as an exact fraction. */
interface Naive {
  readonly qty: Rational;
  readonly entry: Rational;
  readonly realised: Rational;
}

const perLot = fraction(1n, 1_000n);
const perTick = fraction(1n, 10n);

function naiveFill({ qty, entry, realised }: Naive, isBuy: boolean, priceTicks: number, fillLots: number): Naive {
  const price = by(whole(priceTicks), perTick);
  const size = by(whole(fillLots), perLot);
  const signed = isBuy ? size : minus(whole(0), size);
  const after = plus(qty, signed);
  if (qty.top === 0n || qty.top > 0n === isBuy) {
    const cost = plus(by(absolute(qty), entry), by(size, price));
    return { qty: after, entry: over(cost, absolute(after)), realised };
  }
  const closed = compare(size, absolute(qty)) < 0 ? size : absolute(qty);
  const way = qty.top > 0n ? minus(price, entry) : minus(entry, price);
  const turned = compare(size, absolute(qty)) > 0;
  return { qty: after, entry: turned ? price : entry, realised: plus(realised, by(closed, way)) };
}

const fill = fc.record({ isBuy: fc.boolean(), price: fc.integer({ min: 1, max: 999_999 }), size: fc.integer({ min: 1, max: 999_999 }) });

describe('a linear position beside exact fractions', () => {
  it('is off by less than one minor unit a closing fill, always against its owner, and in all by nothing once it is closed', () => {
    fc.assert(
      fc.property(fc.array(fill, { maxLength: 30 }), (fills) => {
        let naive: Naive = { qty: whole(0), entry: whole(0), realised: whole(0) };
        let position: LinearPosition = flat;
        let [realised, closes]: [Amount, number] = [0n, 0];
        for (const { isBuy, price, size } of fills) {
          const filled = fillPosition(values, position, isBuy ? 'BUY' : 'SELL', price, size);
          if (position.lots !== 0 && position.lots > 0 !== isBuy) closes++;
          realised += toBigInt(filled.profit);
          position = filled;
          naive = naiveFill(naive, isBuy, price, size);
          expect(compare(by(whole(position.lots), perLot), naive.qty)).toBe(0);
          const exact = down(by(naive.realised, whole(cents)));
          const open = toBigInt(profitAt(values, position, price));
          const naiveOpen = by(by(naive.qty, minus(by(whole(price), perTick), naive.entry)), whole(cents));
          // What a close rounds stays in the cost: together nothing is ever lost.
          expect(up(minus(plus(by(naive.realised, whole(cents)), naiveOpen), whole(realised + open)))).toBe(0n);
          expect(realised <= exact && exact - realised <= BigInt(closes)).toBe(true);
        }
      }),
    );
  });

  it('needs the margin that fractions need, rounded up', () => {
    const orders = fc.array(
      fc.record({
        side: fc.constantFrom('BUY' as const, 'SELL' as const),
        ticks: fc.integer({ min: 1, max: 999_999 }),
        lots: fc.integer({ min: 1, max: 999_999 }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        orders,
        fc.integer({ min: -99_999, max: 99_999 }),
        fc.integer({ min: 1, max: 999_999 }),
        fc.integer({ min: 1, max: 125 }),
        (open, held, mark, leverage) => {
          const worth = (price: number, qty: number) => by(by(whole(price), perTick), by(whole(qty), perLot));
          const total = (some: readonly MarginOrder[]) => some.reduce((sum, one) => plus(sum, worth(one.ticks, one.lots)), whole(0));
          const buys = total(open.filter(({ side }) => side === 'BUY'));
          const sells = total(open.filter(({ side }) => side === 'SELL'));
          const position = worth(mark, held);
          const loss = open.reduce((sum, one) => {
            const beyond = one.side === 'BUY' ? one.ticks - mark : mark - one.ticks;
            return plus(sum, worth(Math.max(0, beyond), one.lots));
          }, whole(0));
          const dearer = largest(absolute(plus(position, buys)), absolute(minus(position, sells)));
          const exact = plus(over(dearer, whole(leverage)), loss);
          const needed = marginFor(values, { lots: held, cost: 0 }, mark, leverage, open);
          expect(toBigInt(needed)).toBe(up(by(exact, whole(cents))));
        },
      ),
    );
  });
});
