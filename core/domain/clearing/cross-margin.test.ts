import { expect, it } from 'vitest';
import { standardBrackets as brackets } from '../markets/margin-brackets.ts';
import { toBigInt } from './amount.ts';
import {
  allowsMargin,
  availableToOpen,
  availableToTransfer,
  type CrossContract,
  equityOf,
  isMarginBroken,
  maintenanceOf,
  moreMarginFor,
  requiredMargin,
} from './cross-margin.ts';
import { fillPosition, flat } from './linear.ts';
import { ExactLotValues } from './lot-values.ts';

/** Ticks of 1, lots of 1, minor units of 0.01. */
const values = new ExactLotValues(1n, 100n);
const one = 100n;
const contract = (lots: number, entry: number, markTicks: number): CrossContract => {
  const position = lots === 0 ? flat : fillPosition(values, flat, lots > 0 ? 'BUY' : 'SELL', entry, Math.abs(lots));
  return { values, brackets, leverage: 20, position, orders: [], markTicks };
};

it('counts open profit of all contracts for new orders, and only losses of it for what is taken out', () => {
  const wallet = 10_000_00;
  const winning = [contract(1, 50_000, 52_000)];
  const losing = [contract(1, 50_000, 48_000)];
  expect([equityOf(wallet, winning), requiredMargin(winning)]).toEqual([12_000_00, 2_600_00]);
  expect([availableToOpen(wallet, winning), availableToTransfer(wallet, winning)]).toEqual([9_400_00, 7_400_00]);
  expect([availableToOpen(wallet, losing), availableToTransfer(wallet, losing)]).toEqual([5_600_00, 5_600_00]);
  expect(availableToOpen(0, losing)).toBe(0);
});

it('lets an order come that needs no more than was needed before, however little is left', () => {
  const held = contract(1, 50_000, 48_000);
  const reducing = moreMarginFor(held, [{ side: 'SELL', ticks: 48_000, lots: 1 }]);
  const growing = moreMarginFor(held, [{ side: 'BUY', ticks: 48_000, lots: 1 }]);
  expect([reducing, growing]).toEqual([0, 2_400_00]);
  expect([allowsMargin(reducing, 0, [held]), allowsMargin(growing, 0, [held])]).toEqual([true, false]);
  expect([allowsMargin(growing, 6_800_00, [held]), allowsMargin(growing, 6_799_99, [held])]).toEqual([true, false]);
});

it('is broken when equity is down to the maintenance margin of all positions, and never without one', () => {
  const both = [contract(1, 40_000, 40_000), contract(-1, 200_000, 200_000)];
  expect(maintenanceOf(both, one)).toBe(160_00n + 950_00n);
  expect([isMarginBroken(1_110_00, both, one), isMarginBroken(1_110_01, both, one), isMarginBroken(-5, [contract(0, 0, 1)], one)]).toEqual([
    true,
    false,
    false,
  ]);
});

it('stays exact where amounts leave the safe integers', () => {
  const fine = new ExactLotValues(1n, 10n ** 15n);
  const position = fillPosition(fine, flat, 'BUY', 50_000, 3);
  const held: CrossContract = { values: fine, brackets, leverage: 7, position, orders: [], markTicks: 50_001 };
  expect(toBigInt(equityOf(1n, [held]))).toBe(3n * 10n ** 15n + 1n);
  expect(toBigInt(requiredMargin([held]))).toBe((150_003n * 10n ** 15n + 6n) / 7n);
});
