import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextBasis } from './basis.ts';
import { gapProbabilities, sizeProbabilities, symbolCalibrations } from './calibration.ts';
import { FairPrices } from './fair-prices.ts';
import { makeLadder } from './ladder.ts';
import { initialTaker, nextTakerOrder, type TakerState } from './noise-taker.ts';
import { normalProbability, quantileAt } from './quantile-table.ts';
import { planSide, type Slot } from './quote-plan.ts';
import { NamedRandom } from './seeded-random.ts';

const [btc] = symbolCalibrations;
if (btc === undefined) throw new Error('the calibration is empty');

test('a generator repeats itself by seed and name, and its normals are normal', () => {
  const draw = (seed: number, name: string) =>
    Array.from(
      { length: 5 },
      (
        (random) => () =>
          random.unit()
      )(new NamedRandom(seed, name)),
    );
  expect(draw(1, 'a')).toEqual(draw(1, 'a'));
  expect(draw(1, 'a')).not.toEqual(draw(1, 'b'));
  expect(draw(1, 'a')).not.toEqual(draw(2, 'a'));
  const random = new NamedRandom(3, 'n');
  const values = Array.from({ length: 20_000 }, () => random.normal());
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + value * value, 0) / values.length;
  expect(Math.abs(mean)).toBeLessThan(0.03);
  expect(variance).toBeCloseTo(1, 1);
});

test('quantiles come back at their own probabilities and rise between them', () => {
  for (const [at, p] of sizeProbabilities.entries()) {
    expect(quantileAt(sizeProbabilities, btc.sizeQuantiles, p)).toBeCloseTo(btc.sizeQuantiles[at] ?? 0, 6);
  }
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      expect(quantileAt(gapProbabilities, btc.gapQuantiles, low)).toBeLessThanOrEqual(quantileAt(gapProbabilities, btc.gapQuantiles, high));
    }),
  );
  expect(normalProbability(0)).toBeCloseTo(0.5, 6);
  expect(normalProbability(1.959964)).toBeCloseTo(0.975, 6);
});

test('half the intensity doubles the waits and nothing else', () => {
  const run = (intensity: number) => {
    const random = new NamedRandom(5, 'taker');
    let state: TakerState = initialTaker;
    return Array.from({ length: 50 }, () => {
      const order = nextTakerOrder(btc, intensity, state, random);
      state = order.state;
      return order;
    });
  };
  const [full, half] = [run(1), run(0.5)];
  expect(half.map(({ gapMs }) => gapMs / 2)).toEqual(full.map(({ gapMs }) => gapMs));
  expect(half.map(({ amount }) => amount)).toEqual(full.map(({ amount }) => amount));
});

test('a ladder adds up to the calibrated depth at each distance', () => {
  const ladder = makeLadder(btc, 0.5);
  for (const [bps, amount] of btc.depth) {
    const within = ladder.filter(({ distanceBps }) => distanceBps <= bps).reduce((sum, rung) => sum + rung.amount, 0);
    expect(within).toBeCloseTo(0.5 * amount, 3);
  }
});

test('those with latency see the fair price as it was', () => {
  const prices = new FairPrices(symbolCalibrations, new Map(), new NamedRandom(1, 'fair'), 0);
  const seen: number[] = [];
  for (let nowMs = 50; nowMs <= 1000; nowMs += 50) {
    prices.advance(nowMs);
    seen.push(prices.logPrice('BTCUSDT', 0));
  }
  expect(prices.logPrice('BTCUSDT', 200)).toBe(seen.at(-5));
  expect(() => prices.logPrice('NOPE', 0)).toThrow(RangeError);
});

test('a cross is at every moment the ratio of two prices, for those with latency too', () => {
  const prices = new FairPrices(symbolCalibrations, new Map(), new NamedRandom(1, 'fair'), 0);
  prices.advance(10_000);
  for (const latencyMs of [0, 350]) {
    const ratio = prices.logPrice('ETHUSDT', latencyMs) - prices.logPrice('BTCUSDT', latencyMs);
    expect(prices.logPrice('ETHBTC', latencyMs)).toBe(ratio);
  }
});

test('a basis returns to zero', () => {
  const calibration = { deviationBps: 0, revertS: 10, dislocationsPerMinute: 0, dislocationBps: 0 };
  expect(nextBasis(calibration, 0.001, 10, new NamedRandom(1, 'basis'))).toBeCloseTo(0.001 / Math.E, 9);
});

const view = { ticksPerBps: 600, lotsPerQuote: 1.6, nowMs: 10_000 };

test('a ladder never crosses its own touch and has one order per price', () => {
  const ladder = makeLadder(btc, 1);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: -2000, max: 2000 }),
      fc.double({ min: 0.1, max: 800, noNaN: true }),
      (seed, moveTicks, ticksPerBps) => {
        const random = new NamedRandom(seed, 'plan');
        for (const side of ['BUY', 'SELL'] as const) {
          const away = side === 'BUY' ? -1 : 1;
          const slots: (Slot | null)[] = ladder.map(() => null);
          const apply = (touchTicks: number) => {
            const plan = planSide(
              ladder,
              slots,
              (id) => slots.find((slot) => slot?.clientOrderId === id)?.qtyLots,
              { ...view, ticksPerBps, side, touchTicks },
              random,
            );
            for (const rung of plan.cancels) slots[rung] = null;
            for (const { rung, priceTicks, qtyLots } of plan.quotes) {
              expect(slots[rung]).toBeNull();
              slots[rung] = { clientOrderId: `${rung}`, priceTicks, qtyLots, placedMs: 0 };
            }
            const prices = slots.flatMap((slot) => (slot === null ? [] : [slot.priceTicks]));
            expect(prices.every((price) => away * (price - touchTicks) >= 0)).toBe(true);
            expect(new Set(prices).size).toBe(prices.length);
          };
          apply(5_000_000);
          apply(5_000_000 + moveTicks);
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('a small move keeps the far orders and moves the near ones', () => {
  const ladder = makeLadder(btc, 1);
  const random = new NamedRandom(1, 'plan');
  const slots: (Slot | null)[] = ladder.map(() => null);
  for (const { rung, priceTicks, qtyLots } of planSide(ladder, slots, () => 0, { ...view, side: 'BUY', touchTicks: 5_000_000 }, random)
    .quotes) {
    slots[rung] = { clientOrderId: `${rung}`, priceTicks, qtyLots, placedMs: 0 };
  }
  const plan = planSide(ladder, slots, (id) => slots[Number(id)]?.qtyLots, { ...view, side: 'BUY', touchTicks: 5_000_400 }, random);
  expect(plan.cancels).toContain(0);
  const far = ladder.findIndex(({ distanceBps }) => distanceBps > 4);
  expect(far).toBeGreaterThan(0);
  expect(plan.cancels.filter((rung) => rung >= far)).toEqual([]);
});

test('an order that may still be on its way is neither canceled nor placed again', () => {
  const ladder = [
    { distanceBps: 0, amount: 1000, deviation: 0 },
    { distanceBps: 10, amount: 1000, deviation: 0 },
  ];
  const side = { ...view, side: 'BUY' as const, touchTicks: 5_000_000 };
  const farRung = (placedMs: number) => {
    const slot: Slot = { clientOrderId: 'a', priceTicks: 4_994_000, qtyLots: 1600, placedMs };
    const plan = planSide(ladder, [null, slot], () => undefined, side, new NamedRandom(1, 'x'));
    return { canceled: plan.cancels.includes(1), quoted: plan.quotes.some(({ rung }) => rung === 1) };
  };
  expect(farRung(view.nowMs - 100)).toEqual({ canceled: false, quoted: false });
  expect(farRung(0)).toEqual({ canceled: false, quoted: true });
});
