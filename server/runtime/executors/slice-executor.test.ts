import { describe, expect, it } from 'vitest';
import { ExecutorRun, type OpenOrder } from '../../../tests/kit/executor-run.ts';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { contextWith } from '../../../tests/kit/strategy-context.ts';
import { noLimits } from '../driver/account/trading-limits.ts';
import { chase } from './chase.ts';
import { iceberg } from './iceberg.ts';
import { pov } from './pov.ts';
import { newSliceState } from './slice-state.ts';
import { twap } from './twap.ts';
import { vwap } from './vwap.ts';

const instrument = { ...testInstrument, lot: '0.0001', minQty: '0.0001' };
const settings = {
  apiId: 1,
  instrumentId: instrument.id,
  side: 'BUY',
  qty: '10',
  baseSplitOrders: 12,
  maxSplitOrders: 50,
  orderTimeoutSeconds: 60,
  totalTimeoutSeconds: 3_600,
  timeoutTakerAction: 'MARKET_REST',
} as const;
const hour = { ...settings, durationSeconds: 3_600 };
const run = (executor: ConstructorParameters<typeof ExecutorRun>[0], config: object, limits?: () => typeof noLimits) =>
  new ExecutorRun(executor, config, { instruments: [instrument], ...(limits === undefined ? {} : { limits }) });
const only = (one: ExecutorRun): OpenOrder => {
  expect(one.open).toHaveLength(1);
  return one.open[0] as OpenOrder;
};

/** Plays slices that fill at once, without jitter, and gives the children's quantities. */
function childrenOf(executor: typeof twap | typeof vwap, config: typeof hour & { readonly hourlyWeights?: number[] }, startMs = 0) {
  const context = contextWith({ params: config, instruments: { [instrument.id]: instrument }, random: () => 0.5 });
  let state = { ...newSliceState(startMs), touch: { bid: '100', ask: '101', last: null } };
  const children: string[] = [];
  for (let slice = 0; slice < config.baseSplitOrders; slice++) {
    const step = executor.onTimer(context, state, 'slice');
    for (const action of step.actions) {
      if (action.type === 'setTimer' && action.timer === 'slice') expect(action.afterMs).toBe(300_000);
      if (action.type !== 'place') continue;
      const { qty = '0', price = '0' } = action.intent;
      children.push(qty);
      const filled = { type: 'filled', tag: action.tag, order: { status: 'FILLED' }, fill: { qty, price } } as never;
      state = executor.onOrder(context, step.state, filled).state as typeof state;
    }
  }
  return { children, state };
}

describe('a sliced parent', () => {
  it('posts on the grid of now once the market is coarser, stays at its limit there, and ends with less than a lot left', () => {
    const config = { ...settings, qty: '1.23', baseSplitOrders: 1, limitPrice: '100.3', timeoutTakerAction: 'CONTINUE' } as const;
    const one = run(chase, config);
    one.book('100.1', '100.4');
    expect(only(one)).toMatchObject({ price: '100.1', qty: '1.23' });
    one.fill(only(one), '0.1');
    one.relist({ ...instrument, tick: '0.5', lot: '0.1', minQty: '0.1' });
    one.end(only(one));
    one.advance(60_000);
    one.book('100.7', '101');
    expect(only(one)).toMatchObject({ price: '100', qty: '1.1' });
    one.book('100.8', '101');
    expect(only(one).isCanceling).toBe(false);
    one.fill(only(one));
    expect(one.ended).toMatchObject({ status: 'EXECUTED', filledQty: '1.2' });
  });

  it('buys 10 in 12 slices over an hour: 0.8333 every 300 s, and what remains in the last', () => {
    const { children, state } = childrenOf(twap, hour);
    expect(children).toEqual([...Array.from({ length: 11 }, () => '0.8333'), '0.8337']);
    expect(twap.progress(state, {} as never)).toEqual({ status: 'EXECUTED', filledQty: '10', filledQuote: '1000' });
  });

  it('gives each slice the share that its hour has in the curve of volumes', () => {
    const hourlyWeights = Array.from({ length: 24 }, (_, at) => (at === 9 ? 3 : 1));
    // From 08:30 on: six slices in an hour of weight 1, six in one of weight 3; 10 × 1/24 and 10 × 3/24.
    const { children } = childrenOf(vwap, { ...hour, hourlyWeights }, 8.5 * 3_600_000);
    expect(children.slice(0, 6).map(Number)).toEqual(Array.from({ length: 6 }, () => expect.closeTo(10 / 24, 3)));
    expect(children.slice(6).map(Number)).toEqual(Array.from({ length: 6 }, () => expect.closeTo(30 / 24, 3)));
    expect(childrenOf(vwap, hour).children).toEqual(childrenOf(twap, hour).children);
  });

  it('varies sizes by a tenth at most, on the lot grid, and executes the whole quantity', () => {
    const one = run(twap, hour);
    one.book('100', '101');
    for (let slice = 0; slice < 12; slice++) {
      one.advance(slice * 300_000);
      one.fill();
    }
    expect(one.ended).toMatchObject({ status: 'EXECUTED', filledQty: '10' });
    const sizes = one.sent.map(({ order }) => Number(order.qty));
    expect(sizes).toHaveLength(12);
    let left = 10;
    sizes.forEach((size, slice) => {
      if (slice < 11) expect(Math.abs(size / (left / (12 - slice)) - 1)).toBeLessThan(0.101);
      left -= size;
    });
    expect(new Set(sizes.slice(0, 11)).size).toBeGreaterThan(5);
  });

  it('waits at the touch, and posts anew at the new touch when the order timeout is over', () => {
    const one = run(twap, hour);
    one.book('100', '101');
    expect(only(one)).toMatchObject({ side: 'BUY', type: 'LIMIT', price: '100' });
    one.book('102', '103');
    one.advance(59_999);
    expect(only(one).isCanceling).toBe(false);
    one.advance(60_000);
    expect(only(one).isCanceling).toBe(true);
    one.fill(only(one), '0.1');
    const { qty = '0' } = only(one);
    one.end();
    expect(only(one)).toMatchObject({ price: '102' });
    expect(Number(only(one).qty)).toBeCloseTo(Number(qty) - 0.1, 8);
  });

  it('spreads what a slice has not filled over the slices that are left', () => {
    const one = run(twap, { ...hour, orderTimeoutSeconds: 600 });
    one.book('100', '101');
    one.advance(300_000);
    one.end();
    expect(Number(only(one).qty) / (10 / 11)).toBeGreaterThan(0.89);
    expect(Number(only(one).qty) / (10 / 11)).toBeLessThan(1.11);
  });

  it('keeps to the smallest and the largest child, and lets a rest that is too small join the last', () => {
    const one = run(iceberg, { ...settings, qty: '1.05', minOrderQty: '0.5', maxOrderQty: '0.6' });
    one.book('100', '101');
    one.fill();
    one.fill();
    expect(one.sent.map(({ order }) => order.qty)).toEqual(['0.5', '0.55']);
    expect(one.ended?.status).toBe('EXECUTED');
  });

  it.each([
    ['MARKET_REST', { type: 'MARKET' }],
    ['CANCEL_REST', null],
    ['CONTINUE', { type: 'LIMIT', price: '100' }],
  ] as const)('at its total time does what was chosen: %s', (timeoutTakerAction, expected) => {
    const one = run(iceberg, { ...settings, orderTimeoutSeconds: 7_200, baseSplitOrders: 1, timeoutTakerAction });
    one.book('100', '101');
    one.fill(only(one), '4');
    one.advance(3_600_000);
    if (timeoutTakerAction !== 'CONTINUE') one.end();
    if (expected === null) expect(one.ended).toMatchObject({ status: 'EXECUTION_TIMEOUT', filledQty: '4' });
    else {
      expect(only(one)).toMatchObject(expected);
      one.fill();
      expect(one.ended).toMatchObject({ status: 'EXECUTED', filledQty: '10' });
    }
  });

  it('ends as timed out when the market has too little for the rest', () => {
    const one = run(iceberg, { ...settings, baseSplitOrders: 1, orderTimeoutSeconds: 7_200 });
    one.book('100', '101');
    one.advance(3_600_000);
    one.end();
    one.fill(only(one), '3');
    one.end(only(one), 'EXPIRED_NO_LIQUIDITY');
    expect(one.ended).toMatchObject({ status: 'EXECUTION_TIMEOUT', filledQty: '3', cause: 'EXPIRED_NO_LIQUIDITY' });
  });

  it('never goes beyond its price, not even for the rest', () => {
    const one = run(iceberg, { ...settings, baseSplitOrders: 1, limitPrice: '99.5', orderTimeoutSeconds: 7_200 });
    one.book('100', '101');
    expect(only(one)).toMatchObject({ price: '99.5' });
    one.advance(3_600_000);
    one.end();
    expect(only(one)).toMatchObject({ type: 'LIMIT', timeInForce: 'IOC', price: '99.5' });
  });

  it('shows one part at a time as an iceberg', () => {
    const one = run(iceberg, { ...settings, baseSplitOrders: 4 });
    one.book('100', '101');
    for (let slice = 0; slice < 4; slice++) {
      expect(Number(only(one).qty)).toBeLessThan(3);
      one.fill();
    }
    expect(one.ended).toMatchObject({ status: 'EXECUTED', filledQty: '10' });
  });

  it('takes part in the traded volume with its share and not more', () => {
    const one = run(pov, { ...settings, participationRate: '0.1', minOrderQty: '0.5' });
    one.book('100', '101');
    one.trade('100', '4.9');
    expect(one.open).toEqual([]);
    one.trade('100', '0.1');
    expect(only(one).qty).toBe('0.5');
    one.trade('100', '20');
    one.fill();
    expect(only(one).qty).toBe('2');
    one.trade('100', '1000');
    one.fill();
    expect(only(one).qty).toBe('7.5');
    one.fill();
    expect(one.ended).toMatchObject({ status: 'EXECUTED', filledQty: '10' });
  });

  it('counts the volume of candles where no trades are told', () => {
    const one = run(pov, { ...settings, participationRate: '0.1' });
    const candle = { openMs: 0, open: '100', high: '100', low: '100', close: '100', volume: '20', quoteVolume: '2000', trades: 3 };
    one.tell({ type: 'candle', instrumentId: instrument.id, interval: '1m', candle, closed: true });
    expect(only(one)).toMatchObject({ qty: '2', price: '100' });
  });

  it('chases the touch when it moves away, and stays when it comes nearer', () => {
    const one = run(chase, { ...settings, baseSplitOrders: 1 });
    one.book('100', '101');
    one.book('99', '100');
    expect(only(one).isCanceling).toBe(false);
    one.book('100.5', '101');
    expect(only(one).isCanceling).toBe(true);
    one.end();
    expect(only(one)).toMatchObject({ price: '100.5', qty: '10' });
  });

  it('tries three times when orders are denied, with rests, then gives up and says why', () => {
    const one = run(iceberg, settings);
    one.book('100', '101');
    one.deny();
    one.book('100', '102');
    expect(one.open).toEqual([]);
    one.advance(5_000);
    one.deny();
    one.advance(10_000);
    one.deny();
    expect(one.sent).toHaveLength(3);
    expect(one.ended).toMatchObject({ status: 'EXECUTION_ERROR', filledQty: '0', cause: 'ORDER_INSUFFICIENT_BALANCE' });
  });

  it('learns of a limit of the runtime like of any denial', () => {
    const one = run(iceberg, settings, () => ({ ...noLimits, isHalted: true }));
    one.book('100', '101');
    one.advance(60_000);
    expect(one.sent).toEqual([]);
    expect(one.ended).toMatchObject({ status: 'EXECUTION_ERROR', cause: 'LIMIT_HALTED' });
  });

  it('is canceled once its last order is, and takes what still fills on the way', () => {
    const one = run(iceberg, settings);
    one.book('100', '101');
    one.stop();
    expect(one.ended).toBeNull();
    one.fill(only(one), '0.2');
    one.end();
    expect(one.ended).toMatchObject({ status: 'CANCELED', filledQty: '0.2' });
    expect(one.sent).toHaveLength(1);
  });

  it('has no orders before it knows a price', () => {
    const one = run(twap, hour);
    one.advance(200_000);
    expect(one.sent).toEqual([]);
    one.stop();
    expect(one.ended).toMatchObject({ status: 'CANCELED', filledQty: '0' });
  });
});
