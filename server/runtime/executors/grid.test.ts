import { describe, expect, it } from 'vitest';
import { ExecutorRun, type OpenOrder } from '../../../tests/kit/executor-run.ts';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { grid } from './grid.ts';

const config = { apiId: 1, instrumentId: testInstrument.id, prices: ['98', '99', '100', '101', '102'], qty: '1' } as const;

function begun(): ExecutorRun {
  const run = new ExecutorRun(grid, config);
  run.book('99.9', '100.2');
  return run;
}
const drawing = (run: ExecutorRun): readonly string[] => run.open.map(({ side, price, qty }) => `${side} ${qty} @ ${price}`).sort();
const at = (run: ExecutorRun, price: string): OpenOrder => run.open.find((order) => order.price === price) as OpenOrder;

describe('a grid as a parent', () => {
  it('buys below and sells above, and leaves the nearest line empty', () => {
    expect(drawing(begun())).toEqual(['BUY 1 @ 98', 'BUY 1 @ 99', 'SELL 1 @ 101', 'SELL 1 @ 102']);
  });

  it('arms the neighbour on the other side, with what the purchase brought after its fee', () => {
    const run = begun();
    run.fill(at(run, '99'), '0.4');
    expect(run.open).toHaveLength(4);
    run.fill(at(run, '99'));
    expect(drawing(run)).toEqual(['BUY 1 @ 98', 'SELL 0.999 @ 100', 'SELL 1 @ 101', 'SELL 1 @ 102']);
    run.fill(at(run, '100'));
    expect(drawing(run)).toEqual(['BUY 1 @ 98', 'BUY 1 @ 99', 'SELL 1 @ 101', 'SELL 1 @ 102']);
  });

  it('arms on the grid of now when the market has become coarser, no dearer and no larger than planned', () => {
    const run = new ExecutorRun(grid, { ...config, prices: ['98', '99', '100.3', '101', '102'] });
    run.book('99.9', '100.2');
    run.relist({ ...testInstrument, tick: '0.5', lot: '0.1' });
    run.fill(at(run, '99'));
    expect(drawing(run)).toEqual(['BUY 1 @ 98', 'SELL 0.9 @ 100.5', 'SELL 1 @ 101', 'SELL 1 @ 102']);
  });

  it('is canceled when the last of its orders is, and arms nothing on the way', () => {
    const run = begun();
    run.stop();
    expect(run.open.every(({ isCanceling }) => isCanceling)).toBe(true);
    run.fill(at(run, '99'));
    for (const order of [...run.open]) run.end(order);
    expect(run.ended).toMatchObject({ status: 'CANCELED', filledQty: '1', filledQuote: '99' });
  });

  it('ends in error when none of its orders is left', () => {
    const run = begun();
    for (const order of [...run.open]) run.deny(order);
    expect(run.ended).toMatchObject({ status: 'EXECUTION_ERROR', cause: 'ORDER_INSUFFICIENT_BALANCE' });
  });

  it('is canceled at once before it knows a price', () => {
    const run = new ExecutorRun(grid, config);
    run.stop();
    expect(run.ended?.status).toBe('CANCELED');
  });
});
