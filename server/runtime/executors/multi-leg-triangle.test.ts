import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineStrategy, type JsonValue, type LegProgress, type OrderEvent } from '../../../core/contract/strategy.ts';
import type { SpotInstrument } from '../../../core/domain/markets/instrument.ts';
import { ExecutorRun } from '../../../tests/kit/executor-run.ts';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { SeededRandom } from '../../../tests/kit/seeded-random.ts';
import { noLimits } from '../driver/account/trading-limits.ts';
import { SimulatedSession } from '../simulation/simulated-session.ts';
import { multiLeg } from './multi-leg.ts';

const market = (symbol: string, base: string, quote: string, terms: Partial<SpotInstrument>): SpotInstrument => ({
  ...testInstrument,
  ...{ id: `aurora/${symbol}/spot`, symbol, base, quote, minNotional: '0.00000001' },
  ...terms,
});
const btc = market('BTCUSDT', 'BTC', 'USDT', { tick: '1', lot: '0.0001', minQty: '0.0001' });
const eth = market('ETHUSDT', 'ETH', 'USDT', { tick: '0.1', lot: '0.001', minQty: '0.001' });
const cross = market('ETHBTC', 'ETH', 'BTC', { tick: '0.00001', lot: '0.01', minQty: '0.01' });
const triangle = [btc, cross, eth];

/** Dollars into coins, coins into others, those into dollars. */
const config = {
  legs: [
    { apiId: 1, instrumentId: btc.id, side: 'BUY', limitPrice: '50000', leads: true },
    { apiId: 1, instrumentId: cross.id, side: 'BUY', limitPrice: '0.06', ratio: '16' },
    { apiId: 1, instrumentId: eth.id, side: 'SELL', limitPrice: '3100', ratio: '16' },
  ],
  qty: '0.5',
  maxSlippage: '0.002',
  orderTimeoutSeconds: 20,
  maxUnhedgedAmount: '1000000',
  maxUnhedgedSeconds: 5,
  unwindRule: 'COMPLETE',
} as const;

function begun(more: object = {}): ExecutorRun {
  const run = new ExecutorRun(multiLeg, { ...config, ...more }, { instruments: triangle });
  run.book('49990', '50000', btc.id, '5');
  run.book('0.0599', '0.06', cross.id, '10');
  run.book('3100', '3100.5', eth.id, '10');
  return run;
}

const orderAt = (run: ExecutorRun, { id }: SpotInstrument) => run.open.find(({ instrumentId }) => instrumentId === id);
const netOf = (run: ExecutorRun, { id }: SpotInstrument): number =>
  run.positions.reduce(
    (sum, { instrumentId, side, qty }) => sum + (instrumentId === id ? Number(side === 'LONG' ? qty : `-${qty}`) : 0),
    0,
  );

/** How far each leg is from its share of the lead, by the fills themselves. */
const residualsOf = (run: ExecutorRun): readonly number[] => {
  const lead = netOf(run, btc);
  return [0, netOf(run, cross) - 16 * lead, -netOf(run, eth) - 16 * lead];
};

const expectEven = (residuals: readonly number[]): void => {
  for (const [at, { lot }] of triangle.entries()) expect(Math.abs(residuals[at] ?? 0)).toBeLessThanOrEqual(Number(lot) + 1e-9);
};

describe('a parent of three legs', () => {
  it('lets only a leg lead that may, and hedges its fills on both others at once by their ratios', () => {
    const run = begun();
    expect(run.open).toMatchObject([{ instrumentId: btc.id, side: 'BUY', price: '50000', qty: '0.5005' }]);
    run.fill(run.open[0], '0.1');
    // 0.0999 of 0.1 stay after the fee: 16 times as much on the others, and more where the fee is taken from what is bought.
    expect(orderAt(run, cross)).toMatchObject({ side: 'BUY', timeInForce: 'IOC', price: '0.06012', qty: '1.6' });
    expect(orderAt(run, eth)).toMatchObject({ side: 'SELL', timeInForce: 'IOC', price: '3093.8', qty: '1.598' });
  });

  it('lets the thinnest leg lead for its size where all may', () => {
    const legs = config.legs.map(({ leads: _, ...leg }: (typeof config.legs)[number] & { readonly leads?: boolean }) => leg);
    expect(begun({ legs }).open).toMatchObject([{ instrumentId: cross.id, qty: '8.01' }]);
  });

  it('ends with all legs at their share, and tells what each has done and lacks', () => {
    const run = begun();
    for (let guard = 0; run.ended === null && guard < 20; guard++) run.fill(run.open[0], undefined, run.open[0]?.price ?? '1');
    expect(run.ended).toMatchObject({ status: 'EXECUTED', filledQty: '0.5005' });
    expectEven(residualsOf(run));
    const legs = run.ended?.legs ?? [];
    expect(legs.map(({ instrumentId }) => instrumentId)).toEqual(triangle.map(({ id }) => id));
    for (const [at, { residualQty }] of legs.entries()) expect(Number(residualQty)).toBeCloseTo(residualsOf(run)[at] ?? 0, 9);
  });

  it.each(['COMPLETE', 'UNWIND'] as const)('after the longest time without a hedge follows its rule on every leg: %s', (unwindRule) => {
    const run = begun({ unwindRule });
    run.fill(run.open[0], '0.2');
    const [first, second] = [orderAt(run, cross), orderAt(run, eth)];
    run.fill(second);
    run.end(first, 'EXPIRED_IOC');
    run.advance(5_000);
    for (const order of [...run.open]) if (order.isCanceling) run.end(order);
    const markets = run.open.map(({ instrumentId, side, type }) => [instrumentId, side, type]);
    expect(markets).toEqual(
      unwindRule === 'COMPLETE'
        ? [[cross.id, 'BUY', 'MARKET']]
        : [
            [btc.id, 'SELL', 'MARKET'],
            [eth.id, 'BUY', 'MARKET'],
          ],
    );
    for (let guard = 0; run.open.length > 0 && guard < 10; guard++) run.fill(run.open[0], undefined, '3100');
    expectEven(residualsOf(run));
    expect(run.ended?.status).toBe('EXECUTION_TIMEOUT');
  });

  it('waits for what is on its way on one leg before it ends in error because of another', () => {
    const run = begun();
    run.fill(run.open[0]);
    run.advance(5_000);
    for (const order of [...run.open]) run.end(order);
    expect(run.open.map(({ type }) => type)).toEqual(['MARKET', 'MARKET']);
    run.deny(orderAt(run, cross));
    expect(run.ended).toBeNull();
    run.fill(orderAt(run, eth), undefined, '3100');
    expect(run.ended).toMatchObject({ status: 'EXECUTION_ERROR', cause: 'ORDER_INSUFFICIENT_BALANCE' });
    // Named for whoever has to close it: nothing of the second leg, all of the third.
    expect(run.ended?.legs?.map(({ residualQty }) => Math.round(Number(residualQty)))).toEqual([0, -8, 0]);
  });

  it('never leaves more than one lot of any leg, nor has more unhedged than allowed, whatever happens', () => {
    const acts = fc.array(
      fc.tuple(fc.constantFrom('fill', 'fill', 'fill', 'fill', 'end', 'deny', 'wait', 'restart', 'stop' as const), fc.nat(100)),
      { minLength: 20, maxLength: 90 },
    );
    fc.assert(
      fc.property(acts, fc.constantFrom('COMPLETE', 'UNWIND'), fc.integer({ min: 2_000, max: 30_000 }), (played, unwindRule, amount) => {
        const run = begun({ unwindRule, maxUnhedgedAmount: String(amount) });
        for (const [what, size] of played) {
          const order = run.open[size % Math.max(1, run.open.length)];
          if (what === 'wait') run.advance(run.nowMs + size * 50);
          else if (what === 'restart') run.restart();
          else if (what === 'stop' && size < 10) run.stop();
          else if (order !== undefined && what === 'fill')
            run.fill(order, size % 2 === 0 ? undefined : String(size / 200), order.price ?? '3000');
          else if (order !== undefined && what === 'end') run.end(order, order.isCanceling ? 'CANCELED_BY_USER' : 'EXPIRED_IOC');
          else if (order !== undefined && what === 'deny' && order.filledQty === '0') run.deny(order);
          expect(new Set(run.open.map(({ instrumentId }) => instrumentId)).size).toBe(run.open.length);
          if (run.ended === null) continue;
          expect(run.open).toEqual([]);
          if (run.ended.status !== 'EXECUTION_ERROR') expectEven(residualsOf(run));
          expect(Number(run.ended.filledQty)).toBeLessThanOrEqual(0.5006);
          break;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('goes on from what was saved while there were two legs at most', () => {
    const legs = config.legs.slice(1).map((leg) => ({ ...leg, ratio: '1' }));
    const leg = { touch: { bid: '1', ask: '2', last: null }, depthQty: 5, filledQty: '0', filledQuote: '0', net: '0' };
    const saved = {
      ...{ status: 'EXECUTING', legs: [{ ...leg, net: '0.5', filledQty: '0.5' }, leg], lead: 0, isEnding: false, isResting: false },
      ...{ isUnwinding: false, isTimed: true, orders: 2 },
      leadOrder: { tag: 'lead-1', role: 'lead', isLeaving: false },
      hedgeOrder: { tag: 'hedge-2', role: 'hedge', isLeaving: false },
    };
    const context = { params: { ...config, legs }, instruments: Object.fromEntries(triangle.map((one) => [one.id, one])) };
    const fill = { side: 'SELL', qty: '0.5', price: '3100', fee: '0', feeAsset: 'USDT', instrumentId: eth.id };
    const filled = { type: 'filled', tag: 'hedge-2', order: { status: 'FILLED' }, fill } as never;
    const { state, actions } = multiLeg.onOrder(context as never, saved as never, filled);
    expect(actions).toEqual([]);
    expect(state).toMatchObject({ open: [{ tag: 'lead-1', leg: 0 }], legs: [{ net: '0.5' }, { net: '-0.5' }] });
  });
});

describe('three legs over recorded books', () => {
  const grids = { BTCUSDT: [0, 4], ETHBTC: [5, 2], ETHUSDT: [1, 3] } as const;
  const price = (value: number, { tick }: SpotInstrument): string => value.toFixed(tick.split('.')[1]?.length ?? 0);

  function run(seed: number): { readonly ended: Extract<OrderEvent, { type: 'executed' }> | null; readonly holdings: readonly number[] } {
    const random = new SeededRandom(seed);
    const definition = defineStrategy<unknown, { readonly ended: JsonValue }>({
      params: {},
      start: () => ({
        state: { ended: null },
        subscribe: [],
        actions: [
          {
            type: 'startExecutor',
            tag: 'triangle',
            kind: 'multiLeg',
            config: { ...config, maxUnhedgedAmount: '5000' } as unknown as JsonValue,
          },
        ],
      }),
      onMarket: (_context, state) => ({ state, actions: [] }),
      onOrder: (_context, state, event) => ({
        state: event.type === 'executed' ? { ended: event as unknown as JsonValue } : state,
        actions: [],
      }),
      onTimer: (_context, state) => ({ state, actions: [] }),
      onStop: (_context, state) => ({ state, actions: [] }),
    });
    const session = new SimulatedSession(
      {
        ...{
          definition: definition as never,
          executors: { multiLeg: multiLeg as never },
          params: {},
          seed,
          limits: noLimits,
          latencyMs: 30,
        },
        ...{ isOptimistic: false, idPrefix: 'i' },
        markets: triangle.map((instrument) => {
          const [decimals, lots] = grids[instrument.symbol as keyof typeof grids];
          const grid = { priceDecimals: decimals, tickDecimals: decimals, qtyDecimals: lots + 4, lotDecimals: lots };
          return { instrument, grid, kind: 'recorded' as const };
        }),
        accounts: [{ apiId: 1, exchange: 'aurora', balances: { USDT: '100000', BTC: '5', ETH: '50' } }],
      },
      0,
    );
    const middles = [50_000, 0.06, 3_100];
    for (let timeMs = 10; timeMs < 60_000; timeMs += 200) {
      for (const [at, instrument] of triangle.entries()) {
        const middle = (middles[at] ?? 1) * (1 + random.integer(-10, 10) / 20_000);
        const qty = (): string => (random.integer(1, 40) / 100).toFixed(2);
        const levels = (sign: 1 | -1) => [1, 2, 3].map((step) => [price(middle * (1 + (sign * step) / 5_000), instrument), qty()] as const);
        session.play(instrument.id, { type: 'book', timeMs, updateId: timeMs, bids: levels(-1), asks: levels(1) });
      }
    }
    session.stop();
    session.advance(120_000);
    const { ended } = session.driver.state as { readonly ended: Extract<OrderEvent, { type: 'executed' }> | null };
    const net = ({ id }: SpotInstrument): number => Number(session.driver.account.base(1, id));
    return { ended, holdings: triangle.map(net) };
  }

  it('leaves no residual beyond a lot on any of fifty seeds, and the same seed gives the same end', () => {
    const ends = Array.from({ length: 50 }, (_, seed) => run(seed + 1));
    for (const { ended, holdings } of ends) {
      expect(ended?.status).toMatch(/EXECUTED|EXECUTION_TIMEOUT/);
      const [lead = 0, second = 0, third = 0] = holdings;
      expectEven([0, second - 16 * lead, -third - 16 * lead]);
      expect((ended?.legs as readonly LegProgress[]).map(({ residualQty }) => Number(residualQty))[1]).toBeCloseTo(second - 16 * lead, 8);
    }
    expect(ends.filter(({ ended }) => Number(ended?.filledQty) > 0).length).toBeGreaterThan(25);
    expect(run(7)).toEqual(ends[6]);
  });
});
