import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { ExecutorRun, type OpenOrder } from '../../../tests/kit/executor-run.ts';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { multiLeg } from './multi-leg.ts';

const grid = { lot: '0.0001', minQty: '0.0001', minNotional: '1' };
const a: Instrument = { ...testInstrument, ...grid, takerFee: '0.001' };
const b: Instrument = { ...a, id: 'borealis/BTCUSDT/spot', exchange: 'borealis' };
const config = {
  legs: [
    { apiId: 1, instrumentId: a.id, side: 'SELL', limitPrice: '50250' },
    { apiId: 2, instrumentId: b.id, side: 'BUY', limitPrice: '50000' },
  ],
  qty: '1',
  maxSlippage: '0.001',
  orderTimeoutSeconds: 20,
  maxUnhedgedAmount: '100000',
  maxUnhedgedSeconds: 5,
  unwindRule: 'COMPLETE',
} as const;

function begun(more: object = {}, depth = { a: '3', b: '10' }): ExecutorRun {
  const run = new ExecutorRun(multiLeg, { ...config, ...more }, { instruments: [a, b] });
  run.book('50250', '50260', a.id, depth.a);
  run.book('49990', '50000', b.id, depth.b);
  return run;
}
const orderAt = (run: ExecutorRun, { id }: Instrument): OpenOrder => {
  const found = run.open.find(({ instrumentId }) => instrumentId === id);
  if (found === undefined) throw new Error(`nothing is open at ${id}`);
  return found;
};
const gapOf = (run: ExecutorRun): number =>
  run.positions.reduce((sum, { side, qty }) => sum + Number(side === 'LONG' ? qty : `-${qty}`), 0);

describe('a parent of two legs', () => {
  it('waits for the prices of both, then sends the thinner leg first', () => {
    const run = new ExecutorRun(multiLeg, config, { instruments: [a, b] });
    run.book('50250', '50260', a.id);
    expect(run.open).toEqual([]);
    expect(begun().open).toMatchObject([{ instrumentId: a.id, side: 'SELL', price: '50250', qty: '1', type: 'LIMIT' }]);
    expect(begun({}, { a: '10', b: '3' }).open).toMatchObject([{ instrumentId: b.id, side: 'BUY', price: '50000', qty: '1.001' }]);
  });

  it('hedges each fill at once with an IOC order a bounded way beyond the touch, and buys what the fee will take', () => {
    const run = begun();
    run.fill(orderAt(run, a), '0.4');
    expect(orderAt(run, b)).toMatchObject({ side: 'BUY', type: 'LIMIT', timeInForce: 'IOC', price: '50050', qty: '0.4004' });
    run.fill(orderAt(run, b), undefined, '50000');
    run.fill(orderAt(run, a));
    run.fill(orderAt(run, b), undefined, '50000');
    expect(run.ended).toMatchObject({ status: 'EXECUTED', filledQty: '1', filledQuote: '50250' });
    expect(Math.abs(gapOf(run))).toBeLessThan(0.0001);
  });

  it('never has more unhedged than allowed: the lead goes in parts', () => {
    const run = begun({ maxUnhedgedAmount: '15075' });
    for (const part of ['0.3', '0.3', '0.3', '0.1']) {
      expect(orderAt(run, a).qty).toBe(part);
      run.fill(orderAt(run, a));
      expect(run.open).toHaveLength(1);
      run.fill(orderAt(run, b), undefined, '50000');
    }
    expect(run.ended?.status).toBe('EXECUTED');
  });

  it('ends without a gap when its time is over, and when the lead is refused', () => {
    const late = begun();
    late.fill(orderAt(late, a), '0.4');
    late.fill(orderAt(late, b), undefined, '50000');
    late.advance(20_000);
    late.end(orderAt(late, a));
    expect(late.ended).toMatchObject({ status: 'EXECUTION_TIMEOUT', filledQty: '0.4' });
    const refused = begun();
    refused.deny();
    expect(refused.ended).toMatchObject({ status: 'EXECUTION_TIMEOUT', filledQty: '0', cause: 'ORDER_INSUFFICIENT_BALANCE' });
  });

  it('tries a hedge that found nothing again after a second, at the new touch', () => {
    const run = begun();
    run.fill(orderAt(run, a));
    run.end(orderAt(run, b), 'EXPIRED_IOC');
    expect(run.open).toEqual([]);
    run.book('50090', '50100', b.id);
    run.advance(1_000);
    expect(orderAt(run, b)).toMatchObject({ price: '50150.1' });
  });

  it('hedges what the lead fills next without waiting for that second', () => {
    const run = begun();
    run.fill(orderAt(run, a), '0.4');
    run.end(orderAt(run, b), 'EXPIRED_IOC');
    run.fill(orderAt(run, a), '0.2');
    expect(orderAt(run, b)).toMatchObject({ timeInForce: 'IOC', qty: '0.6006' });
  });

  it.each([
    ['COMPLETE', b.id, 'BUY', '1.001', '1'],
    ['UNWIND', a.id, 'BUY', '1.001', '0'],
  ] as const)('after the longest time without a hedge follows its rule: %s', (unwindRule, instrumentId, side, qty, filledQty) => {
    const run = begun({ unwindRule });
    run.fill(orderAt(run, a));
    run.advance(4_999);
    expect(orderAt(run, b).isCanceling).toBe(false);
    run.advance(5_000);
    expect(orderAt(run, b).isCanceling).toBe(true);
    run.end(orderAt(run, b));
    expect(run.open).toMatchObject([{ instrumentId, side, type: 'MARKET', qty }]);
    run.fill(run.open[0], undefined, '50300');
    expect(Math.abs(gapOf(run))).toBeLessThan(0.0001);
    // Taken back, a purchase in coins of the fee included, nothing of the lead is left.
    expect(Number(run.ended?.filledQty)).toBeCloseTo(Number(filledQty), 2);
    expect(run.ended?.status).toBe(filledQty === '1' ? 'EXECUTED' : 'EXECUTION_TIMEOUT');
  });

  it('ends in error with the reason when even the market does not close the gap', () => {
    const run = begun();
    run.fill(orderAt(run, a));
    run.advance(5_000);
    run.end(orderAt(run, b));
    run.deny();
    expect(run.ended).toMatchObject({ status: 'EXECUTION_ERROR', filledQty: '1', cause: 'ORDER_INSUFFICIENT_BALANCE' });
  });

  it('closes the gap before it is canceled', () => {
    const run = begun();
    run.fill(orderAt(run, a), '0.4');
    run.stop();
    expect(run.open.every(({ isCanceling }) => isCanceling)).toBe(true);
    run.end(orderAt(run, b));
    // What the lead may still fill is part of the gap.
    expect(run.open).toHaveLength(1);
    run.fill(orderAt(run, a), '0.1');
    run.end(orderAt(run, a));
    expect(run.open).toMatchObject([{ instrumentId: b.id, type: 'MARKET', qty: '0.5005' }]);
    run.fill(run.open[0], undefined, '50000');
    expect(run.ended).toMatchObject({ status: 'CANCELED', filledQty: '0.5' });
  });

  it('starts at once with prices that it is given', () => {
    const [first, second] = config.legs;
    const legs = [
      { ...first, price: '50250', depthQty: '5' },
      { ...second, price: '50000', depthQty: '2' },
    ];
    const run = new ExecutorRun(multiLeg, { ...config, legs }, { instruments: [a, b] });
    expect(run.open).toMatchObject([{ instrumentId: b.id, side: 'BUY', price: '50000', qty: '1.001' }]);
    run.fill();
    expect(run.open).toMatchObject([{ instrumentId: a.id, side: 'SELL', qty: '1' }]);
  });

  it('trades by the last prices where no book is told', () => {
    const run = new ExecutorRun(multiLeg, config, { instruments: [a, b] });
    const candle = { openMs: 0, open: '1', high: '1', low: '1', volume: '1', quoteVolume: '1', trades: 1 };
    run.tell({ type: 'candle', instrumentId: a.id, interval: '1m', candle: { ...candle, close: '50250' }, closed: true });
    run.tell({ type: 'candle', instrumentId: b.id, interval: '1m', candle: { ...candle, close: '50000' }, closed: true });
    expect(run.open).toMatchObject([{ instrumentId: a.id, price: '50250' }]);
  });

  it('leads no more than its quantity, keeps the gap within its limit, and ends even unless it says so, whatever happens', () => {
    const acts = fc.array(
      fc.tuple(fc.constantFrom('fill', 'fill', 'fill', 'end', 'deny', 'wait', 'restart', 'stop' as const), fc.nat(100)),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(acts, fc.constantFrom('COMPLETE', 'UNWIND'), fc.integer({ min: 5_000, max: 60_000 }), (played, unwindRule, amount) => {
        const run = begun({ unwindRule, maxUnhedgedAmount: String(amount) });
        for (const [what, size] of played) {
          const order = run.open[size % Math.max(1, run.open.length)];
          if (what === 'wait') run.advance(run.nowMs + size * 50);
          else if (what === 'restart') run.restart();
          else if (what === 'stop' && size < 10) run.stop();
          else if (order !== undefined && what === 'fill')
            run.fill(order, size % 2 === 0 ? undefined : String(size / 100), order.price ?? '50100');
          else if (order !== undefined && what === 'end') run.end(order, order.isCanceling ? 'CANCELED_BY_USER' : 'EXPIRED_IOC');
          else if (order !== undefined && what === 'deny' && order.filledQty === '0') run.deny(order);
          expect(run.open.length).toBeLessThanOrEqual(2);
          const gap = Math.abs(gapOf(run));
          expect(gap * 50_250).toBeLessThanOrEqual(amount + 0.001 * 50_250);
          if (run.ended === null) continue;
          expect(run.open).toEqual([]);
          if (run.ended.status !== 'EXECUTION_ERROR') expect(gap).toBeLessThan(0.0002);
          expect(Number(run.ended.filledQty)).toBeLessThanOrEqual(1);
          break;
        }
      }),
      { numRuns: 400 },
    );
  });
});
