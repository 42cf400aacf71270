import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instrumentId } from '../../../../core/domain/markets/instrument.ts';
import { linearPerpetual } from '../../../../core/domain/markets/perpetual-terms.ts';
import type { BarSeries } from '../../../../core/simulation/recordings/bar-recording.ts';
import { testInstrument } from '../../../../tests/kit/market-fixtures.ts';
import { place, type Script, scripted } from '../../../../tests/kit/strategy-kit.ts';
import { noLimits } from '../../driver/account/trading-limits.ts';
import { SimulatedSession } from '../../simulation/simulated-session.ts';
import type { FeedWatch } from './backtest-feed.ts';
import { BarFeed } from './bar-feed.ts';

const grid = { priceDecimals: 2, tickDecimals: 2, qtyDecimals: 5, lotDecimals: 5 };
const minuteMs = 60_000;
const second = { ...testInstrument, symbol: 'ETHUSDT', base: 'ETH', id: instrumentId({ ...testInstrument, symbol: 'ETHUSDT' }) };
const [one, two] = [testInstrument.id, second.id];
const perpetual = linearPerpetual(second);
const funding = {
  file: 'funding',
  timesMs: Array.from({ length: 100 }, (_, at) => at * 23 * minuteMs),
  rates: Array.from({ length: 100 }, (_, at) => (at % 3 === 0 ? '-0.0002' : '0.0003')),
};

/** Bars of a walk from 100.00 on: each moves its close by `moves` ticks and has shadows of that many. */
function walk(moves: readonly number[], lengthMs: number): BarSeries {
  const column = (of: (open: number, close: number, move: number) => number): Float64Array => {
    let open = 10_000;
    return Float64Array.from(moves, (move) => {
      const close = Math.max(100, open + move);
      const value = of(open, close, Math.abs(move));
      open = close;
      return value;
    });
  };
  return {
    lengthMs,
    grid,
    openMs: Float64Array.from(moves, (_, at) => at * lengthMs),
    open: column((open) => open),
    high: column((open, close, move) => Math.max(open, close) + move),
    low: column((open, close, move) => Math.min(open, close) - move),
    close: column((_, close) => close),
    lots: Float64Array.from(moves, () => 1),
  };
}

const sell = (tag: string, price: string) => place(tag, { side: 'SELL', price });
const band = (id: string, low: string, high: string) => ({ type: 'band', instrumentId: id, low, high }) as const;
const timer = (name: string, minutes: number) => ({ type: 'setTimer', timer: name, afterMs: minutes * minuteMs + 7 }) as const;

const script: Script = {
  subscribe: [band(one, '98', '102'), band(two, '97.5', '99.99')],
  start: [place('low', { price: '97' }), sell('high', '103'), place('two', { instrumentId: two, price: '99' }), timer('t', 11)],
  on: {
    'filled low': [place('low', { price: '96.5' })],
    'filled high': [sell('high', '103.5')],
    'filled two': [place('two', { instrumentId: two, price: '98' })],
    'timer t': [place('now', { type: 'MARKET' })],
    'filled now': [timer('t', 17)],
  },
};

describe('bars told to a session', () => {
  it('give the same lines when bars in which nothing happens are passed as when each is played', { timeout: 60_000 }, async () => {
    const moves = fc.array(fc.integer({ min: -60, max: 60 }), { minLength: 1, maxLength: 150 });
    const passes: number[] = [];
    const run = async (first: readonly number[], other: readonly number[], latencyMs: number, isPerpetual: boolean, playsAll: boolean) => {
      const lines: unknown[] = [];
      const feed = new BarFeed([
        { part: { instrument: testInstrument, grid, kind: 'bars' }, series: walk(first, minuteMs) },
        {
          part: { ...(isPerpetual ? { instrument: perpetual, funding } : { instrument: second }), grid, kind: 'bars' },
          series: walk(other, 5 * minuteMs),
        },
      ]);
      const session = new SimulatedSession(
        {
          ...{ definition: scripted(script), executors: {}, params: {}, seed: 1, markets: feed.markets },
          accounts: [{ apiId: 1, exchange: testInstrument.exchange, balances: { USDT: '10000', BTC: '10' } }],
          ...{ limits: noLimits, latencyMs, isOptimistic: false, idPrefix: 'i' },
          listener: { line: (line) => lines.push(line), funding: (payment) => lines.push(payment) },
        },
        0,
      );
      const pass = session.passBars.bind(session);
      session.passBars = (id, series, at, beforeMs) => {
        const next = playsAll ? at : pass(id, series, at, beforeMs);
        passes.push(next - at);
        return next;
      };
      const watch: FeedWatch & { nextMs: number } = {
        nextMs: 10 * minuteMs,
        moment: () => {},
        passed: () => {},
        reached: (timeMs) => {
          lines.push([
            timeMs,
            session.nowMs,
            session.exchanges.lastPrice(one),
            session.exchanges.lastPrice(two),
            session.exchanges.balances(),
          ]);
          watch.nextMs = timeMs + 10 * minuteMs;
        },
      };
      const events = await feed.play(session, feed.range, watch);
      return { lines, events, nowMs: session.nowMs, state: session.driver.state };
    };
    await fc.assert(
      fc.asyncProperty(moves, moves, fc.constantFrom(0, 90_000), fc.boolean(), async (first, other, latencyMs, isPerpetual) => {
        const passed = await run(first, other, latencyMs, isPerpetual, false);
        expect(passed).toEqual(await run(first, other, latencyMs, isPerpetual, true));
      }),
      { numRuns: 150 },
    );
    expect(Math.max(...passes)).toBeGreaterThan(3);
  });
});
