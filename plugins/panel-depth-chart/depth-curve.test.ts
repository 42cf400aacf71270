import { describe, expect, it } from 'vitest';
import { buildCurve, type DepthCurve, placeOf, pointAt, priceAt, qtyTicks, stepPoint, stepsOf, zoomed } from './depth-curve.ts';

const bids = [
  ['99.9', '1'],
  ['99.5', '2'],
  ['95', '4'],
] as const;
const asks = [
  ['100.1', '0.1'],
  ['100.5', '0.2'],
  ['110', '3'],
] as const;
const whole = buildCurve(bids, asks, 0) as DepthCurve;

describe('the depth curve', () => {
  it('adds up exactly, with value and average price', () => {
    expect(whole.bids.map(({ qty, value }) => [qty, value])).toEqual([
      ['1', '99.9'],
      ['3', '298.9'],
      ['7', '678.9'],
    ]);
    expect(whole.asks[1]).toMatchObject({ qty: '0.3', value: '30.11', average: '100.366666666666' });
    expect(whole.asks[2]?.distance).toBeCloseTo(10);
  });

  it('shows as much on both sides of the middle, or the whole book', () => {
    const near = buildCurve(bids, asks, 1) as DepthCurve;
    expect([near.low, near.high, near.bids.length, near.asks.length]).toEqual([99, 101, 2, 2]);
    expect([whole.low, whole.high]).toEqual([90, 110]);
  });

  it('has none while a side is empty', () => {
    expect(buildCurve(bids, [], 1)).toBeNull();
    expect(buildCurve([], asks, 1)).toBeNull();
  });

  it('is drawn as steps that reach the edges and end at the best prices', () => {
    expect(stepsOf(whole, 'BUY')).toEqual([
      [90, 7],
      [95, 7],
      [99.5, 3],
      [99.9, 1],
      [99.9, 0],
    ]);
    expect(stepsOf(whole, 'SELL').slice(0, 2)).toEqual([
      [100.1, 0],
      [100.1, 0.1],
    ]);
    expect(stepsOf(whole, 'SELL').at(-1)).toEqual([110, expect.closeTo(3.3)]);
  });

  it('tells at any price what an order down to it would take', () => {
    expect(pointAt(whole, 99.7)?.price).toBe('99.9');
    expect(pointAt(whole, 99.5)?.price).toBe('99.5');
    expect(pointAt(whole, 105)?.price).toBe('100.5');
    expect(pointAt(whole, 100)).toBeNull();
  });

  it('is walked from level to level, over the middle and not beyond the ends', () => {
    const best = stepPoint(whole, null, 1);
    expect(best?.price).toBe('100.1');
    expect(stepPoint(whole, best, -1)?.price).toBe('99.9');
    expect(stepPoint(whole, best, 1)?.price).toBe('100.5');
    expect(stepPoint(whole, whole.asks[2] ?? null, 1)?.price).toBe('110');
    expect(stepPoint(whole, whole.bids[2] ?? null, -1)?.price).toBe('95');
  });

  it('has the same place for a price and a price for a place', () => {
    expect(placeOf(whole, 460, 90)).toBe(8);
    expect(placeOf(whole, 460, 110)).toBe(408);
    expect(priceAt(whole, 460, placeOf(whole, 460, 97.25))).toBeCloseTo(97.25);
  });

  it('zooms between a tenth of a percent and the whole book', () => {
    expect([zoomed(1, -1), zoomed(1, 1), zoomed(0.1, -1), zoomed(5, 1), zoomed(0, 1), zoomed(0, -1)]).toEqual([0.5, 2, 0.1, 0, 0, 5]);
  });
});

describe('the axis of quantities', () => {
  it.each([
    ['145', [0, 50, 100, 150]],
    ['250', [0, 50, 100, 150, 200, 250]],
    ['0.7', [0, 0.2, 0.4, 0.6, 0.8]],
    ['1', [0, 0.2, 0.4, 0.6, 0.8, 1]],
  ])('goes in round steps to above %s', (qty, expected) => {
    const curve = buildCurve([['99.9', qty]], [['100.1', '0.1']], 0) as DepthCurve;
    expect(qtyTicks(curve).map((tick) => Number(tick.toPrecision(6)))).toEqual(expected);
  });
});
