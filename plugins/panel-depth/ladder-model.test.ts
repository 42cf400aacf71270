import { describe, expect, it } from 'vitest';
import type { Order } from '../../core/contract/client-services.ts';
import { buildLadder, buildPriceLadder, centredTop, type LadderInput, type LadderLine, qtyText, valueText } from './ladder-model.ts';
import { fixedFactorOf, groupingSteps, PriceGrid } from './price-grid.ts';

const grid = new PriceGrid('0.01');
const book = {
  bids: [
    ['99.98', '1'],
    ['99.97', '2'],
    ['99.91', '4'],
    ['99.89', '8'],
  ],
  asks: [
    ['100.01', '1'],
    ['100.02', '3'],
    ['100.11', '5'],
  ],
} as const;
const order = (side: 'BUY' | 'SELL', price: string, qty = '1', filled = '0'): Order =>
  ({ side, price, qty, filledQty: filled, preventedQty: '0', type: 'LIMIT', status: 'UNFILLED' }) as Order;
const input = (change: Partial<LadderInput> = {}): LadderInput => ({
  ...book,
  grid,
  step: 1,
  decimals: 2,
  bars: 'total',
  orders: [],
  ...change,
});
const tenTicks = { step: 10, decimals: 1 } as const;
const texts = (line: LadderLine): readonly string[] => [line.price, qtyText(line.qty), qtyText(line.total)];

describe('the depth ladder', () => {
  it('shows levels as they are when the step is the tick', () => {
    const ladder = buildLadder(input(), 10);
    expect(ladder.bids.map(texts)).toEqual([
      ['99.98', '1', '1'],
      ['99.97', '2', '3'],
      ['99.91', '4', '7'],
      ['99.89', '8', '15'],
    ]);
    expect(ladder.spread).toBe('0.03');
    expect(ladder.spreadBps).toBeCloseTo(3, 2);
  });

  it('rounds bids down and asks up when it groups, so that no line promises a better price than it holds', () => {
    const ladder = buildLadder(input(tenTicks), 10);
    expect(ladder.bids.map((line) => texts(line).slice(0, 2))).toEqual([
      ['99.9', '7'],
      ['99.8', '8'],
    ]);
    expect(ladder.asks.map((line) => texts(line).slice(0, 2))).toEqual([
      ['100.1', '4'],
      ['100.2', '5'],
    ]);
  });

  it('values a line by the prices within it, not by the price it is shown at', () => {
    const ladder = buildLadder(input(tenTicks), 10);
    expect(ladder.asks.map((line) => valueText(line.value, grid))).toEqual(['400.07', '500.55']);
    expect(ladder.asks.map((line) => valueText(line.totalValue, grid))).toEqual(['400.07', '900.62']);
  });

  it('keeps to the number of lines asked for', () => {
    expect(buildLadder(input(), 2).bids.map((line) => line.price)).toEqual(['99.98', '99.97']);
  });

  it('marks the lines that hold own orders with what is open of them', () => {
    const orders = [order('BUY', '99.97', '2', '0.5'), order('BUY', '99.92'), order('SELL', '100.11', '3')];
    const ladder = buildLadder(input({ ...tenTicks, orders }), 10);
    expect(ladder.bids.map((line) => (line.own === null ? null : qtyText(line.own.buy)))).toEqual(['2.5', null]);
    expect(ladder.asks.map((line) => line.own?.orders.length ?? 0)).toEqual([0, 1]);
  });

  it('weighs bars against the deepest line and gives the share of the bids', () => {
    const ladder = buildLadder(input(), 10);
    expect(ladder.bids.at(-1)?.weight).toBe(1);
    expect(ladder.asks.at(-1)?.weight).toBeCloseTo(9 / 15);
    expect(ladder.bidShare).toBeCloseTo(15 / 24, 3);
    expect(buildLadder(input({ bars: 'value' }), 10).asks.map((line) => line.weight > 0.6)).toEqual([false, false, true]);
  });

  it('has no spread while a side is empty or the book is crossed', () => {
    expect(buildLadder(input({ bids: [] }), 10).spread).toBeNull();
    expect(buildLadder(input({ bids: [['100.01', '1']] }), 10).spread).toBeNull();
  });
});

describe('the ladder of fixed prices', () => {
  const top = centredTop(input(), 10) ?? 0;

  it('puts the best bid in its middle', () => {
    const { lines } = buildPriceLadder(input(), top, 10);
    expect(lines.map((line) => line.price)).toEqual([
      '100.03',
      '100.02',
      '100.01',
      '100.00',
      '99.99',
      '99.98',
      '99.97',
      '99.96',
      '99.95',
      '99.94',
    ]);
    expect(lines.map((line) => line.side)).toEqual([null, 'SELL', 'SELL', null, null, 'BUY', 'BUY', null, null, null]);
  });

  it('keeps its prices when the book moves', () => {
    const { lines } = buildPriceLadder(input({ bids: [['99.90', '1']], asks: [['99.95', '2']] }), top, 10);
    expect(lines[0]?.price).toBe('100.03');
    expect(lines.find((line) => line.side === 'SELL')?.price).toBe('99.95');
  });

  it('adds up from the spread on, also over lines beyond its edge', () => {
    const { lines } = buildPriceLadder(input(), 9_992, 4);
    expect(lines.map(texts)).toEqual([
      ['99.92', '0', '0'],
      ['99.91', '4', '7'],
      ['99.90', '0', '0'],
      ['99.89', '8', '15'],
    ]);
  });

  it('shows an own order at a price that the book does not hold yet', () => {
    const { lines } = buildPriceLadder(input({ orders: [order('BUY', '99.96')] }), top, 10);
    expect(lines.find((line) => line.price === '99.96')?.own?.orders).toHaveLength(1);
  });

  it('ends above zero', () => {
    expect(buildPriceLadder(input({ bids: [], asks: [['0.03', '1']] }), 5, 10).lines.at(-1)?.price).toBe('0.01');
  });
});

describe('grouping steps', () => {
  it('are 1, 2 and 5 times powers of ten ticks, exactly', () => {
    expect(
      groupingSteps('0.00001', null)
        .map(({ step }) => step)
        .slice(0, 5),
    ).toEqual(['0.00001', '0.00002', '0.00005', '0.0001', '0.0002']);
    expect(
      groupingSteps('0.05', null)
        .map(({ step }) => step)
        .slice(0, 4),
    ).toEqual(['0.05', '0.1', '0.25', '0.5']);
  });

  it('go up to a tenth of the price', () => {
    expect(groupingSteps('0.01', '1.5').at(-1)?.step).toBe('0.1');
    expect(groupingSteps('0.01', '64000').at(-1)?.step).toBe('100');
  });

  it('begin wide enough in the fixed ladder', () => {
    expect(fixedFactorOf(groupingSteps('0.01', '64000'), '64000')).toBe(200);
    expect(fixedFactorOf(groupingSteps('0.0001', '0.6'), '0.6')).toBe(1);
    expect(fixedFactorOf(groupingSteps('0.01', null), null)).toBe(1);
  });
});

it('reads and writes prices exactly', () => {
  const fine = new PriceGrid('0.00000001');
  expect(fine.key('12345.00000067')).toBe(1_234_500_000_067);
  expect(fine.text(1_234_500_000_067)).toBe('12345.00000067');
  expect(grid.key('100')).toBe(10_000);
  expect(grid.key('100.5')).toBe(10_050);
});
