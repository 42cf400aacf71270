import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movePosition, profitAt } from './linear.ts';
import { atBankruptcy, priceOfValue } from './liquidation.ts';
import { liquidationPrice } from './liquidation-price.ts';
import { ExactLotValues } from './lot-values.ts';

/** Ticks of 1, lots of 0.001, millionths of a quote. */
const values = new ExactLotValues(1n, 1_000n);
const [quoteOne, baseOne] = [1_000_000n, 1_000n];
const units = (amount: number): number => Math.round(amount * 1_000_000);
const long = { lots: 1_000, cost: units(50_000) };
const short = { lots: -1_000, cost: units(50_000) };

describe('a position at its bankruptcy price', () => {
  it('is worth its entry less what its owner had of a long, and more of a short, wherever the mark stands', () => {
    for (const mark of [47_690, 47_200]) {
      const equity = units(2_500) + Number(profitAt(values, long, mark));
      const { value, profit } = atBankruptcy(values, long, mark, equity);
      expect([priceOfValue(value, baseOne, baseOne), profit]).toEqual([BigInt(units(47_500)), -units(2_500)]);
    }
    const equity = units(2_500) + Number(profitAt(values, short, 52_300));
    const { value, profit } = atBankruptcy(values, short, 52_300, equity);
    expect([priceOfValue(value, baseOne, baseOne), profit]).toEqual([BigInt(units(52_500)), -units(2_500)]);
  });

  it('costs whoever takes it over what the mark is beyond it: 180 for the 0.6 of the trading rules', () => {
    const rest = { lots: 600, cost: units(30_000) };
    const equity = units(1_500) + Number(profitAt(values, rest, 47_200));
    const { value } = atBankruptcy(values, rest, 47_200, equity);
    const taken = movePosition({ lots: 0, cost: 0 }, 'BUY', 600, value);
    expect([taken.cost, profitAt(values, taken, 47_200)]).toEqual([units(28_500), -units(180)]);
  });

  it('is worth nothing at least, when its owner has more left than it could take up', () => {
    expect(atBankruptcy(values, { lots: 1, cost: units(50) }, 50_000, units(60))).toEqual({ value: 0, profit: -units(50) });
    expect(atBankruptcy(values, { lots: -1, cost: units(50) }, 50_000, -units(60))).toEqual({ value: 0, profit: units(50) });
  });

  it('leaves its owner with exactly nothing, and lies beyond the liquidation price', () => {
    const lots = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(
        lots,
        fc.boolean(),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 999 }),
        (size, isShort, entry, part) => {
          const position = { lots: isShort ? -size : size, cost: values.quoteOf(entry, size) };
          const wallet = (BigInt(position.cost) * BigInt(part)) / 1_000n;
          const mark = isShort ? entry * 2 : Math.max(1, Math.floor(entry / 2));
          const equity = wallet + BigInt(profitAt(values, position, mark));
          if (isShort ? equity < -BigInt(values.quoteOf(mark, size)) : equity > BigInt(values.quoteOf(mark, size))) return;
          const { value, profit } = atBankruptcy(values, position, mark, equity);
          expect(wallet + BigInt(profit)).toBe(0n);
          const legs = [{ qty: BigInt(position.lots), cost: BigInt(position.cost) }];
          const liquidated = liquidationPrice({ legs, balance: wallet, quoteOne, baseOne });
          if (liquidated === null) return;
          const bankrupt = priceOfValue(value, BigInt(size), baseOne);
          expect(isShort ? bankrupt >= liquidated : bankrupt <= liquidated).toBe(true);
        },
      ),
    );
  });
});

describe('a position that goes over at a value', () => {
  it('closes and opens parts that together are worth all of it', () => {
    const moved = movePosition({ lots: -2, cost: 20 }, 'BUY', 3, 10);
    expect(moved).toEqual({ lots: 1, cost: 3, profit: 13 });
  });
});
