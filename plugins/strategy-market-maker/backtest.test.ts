import { describe, expect, it } from 'vitest';
import type { Fill } from '../../core/contract/trading.ts';
import type { BacktestResult } from '../../server/runtime/backtest/run-backtest.ts';
import { StrategyDriver } from '../../server/runtime/driver/strategy-driver.ts';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import { recordedRuns } from '../../tests/kit/recorded-run.ts';
import { driverParts, orderOf } from '../../tests/kit/strategy-kit.ts';
import example from './example.json' with { type: 'json' };
import { strategy } from './strategy.ts';

/** Three minutes of Binance spot, BTCUSDT, from 8 August 2024, 23:54:15 on; the price lies near 61,800. */
const fromMs = 1_723_161_255_342;
const range = { fromMs, toMs: fromMs + 180_000 };
const runRecorded = recordedRuns(strategy);
const run = (more: object = {}): Promise<BacktestResult> =>
  runRecorded({
    // So narrow that both sides fill within minutes.
    params: { ...example, minOpenSpread: '0.0002', priceInterval: '0.0001', ...more },
    balances: { USDT: '1000000', BTC: '10' },
    fees: { makerFee: '0', takerFee: '0.0005' },
    range,
  });

/** Net quantity after each fill. */
function inventory(fills: readonly Fill[]): readonly number[] {
  let net = 0;
  return fills.map(({ side, qty }) => {
    net += side === 'BUY' ? Number(qty) : -Number(qty);
    return net;
  });
}

describe('the market maker over a recorded book', () => {
  it('fills on both sides as a maker only, inside its inventory, and ends with what its fills made', async () => {
    const result = await run();
    expect(new Set(result.fills.map(({ side }) => side))).toEqual(new Set(['BUY', 'SELL']));
    expect(result.fills.every(({ liquidity }) => liquidity === 'MAKER')).toBe(true);
    const nets = inventory(result.fills);
    expect(Math.max(...nets)).toBeLessThanOrEqual(0.1 + 1e-9);
    expect(Math.min(...nets)).toBeGreaterThanOrEqual(-0.1 - 1e-9);
    expect(result.statistics.fees).toBe(0);
    const cash = result.fills.reduce((sum, { side, price, qty }) => sum + (side === 'BUY' ? -1 : 1) * Number(price) * Number(qty), 0);
    // Without fees, cash and coins at the last price are all that there is.
    const lastPrice = (result.statistics.endEquity - 1_000_000 - cash) / (10 + (nets.at(-1) ?? 0));
    expect(lastPrice).toBeGreaterThan(61_700);
    expect(lastPrice).toBeLessThan(61_900);
    expect((await run()).log).toEqual(result.log);
  });

  it('has one open order a name at most, and never crosses itself', async () => {
    const { log } = await run({ levels: 2, orderTimeoutSeconds: 5 });
    let open = 0;
    let most = 0;
    const filledQty = new Map<string, number>();
    const qtyOf = new Map<string, number>();
    for (const { clientOrderId, what } of log) {
      const [word, side, , qty = '0'] = what.split(' ');
      if (word === 'place') {
        expect(['BUY', 'SELL']).toContain(side);
        qtyOf.set(clientOrderId, Number(qty));
        open++;
      } else if (word === 'filled') {
        const filled = (filledQty.get(clientOrderId) ?? 0) + Number(side);
        filledQty.set(clientOrderId, filled);
        if (Math.abs(filled - (qtyOf.get(clientOrderId) ?? 0)) < 1e-9) open--;
      } else if (word === 'canceled' || word === 'expired' || word === 'denied') open--;
      most = Math.max(most, open);
    }
    expect(most).toBe(4);
    expect(open).toBe(0);
    expect(log.some(({ what }) => what.includes('SELF_TRADE'))).toBe(false);
  });

  it('buys only when told so, up to its limit', async () => {
    const { fills } = await run({ spotSide: 'BUY', maxPosition: '0.03' });
    expect(fills.length).toBeGreaterThan(0);
    expect(fills.every(({ side }) => side === 'BUY')).toBe(true);
    expect(inventory(fills).at(-1)).toBeLessThanOrEqual(0.03 + 1e-9);
  });
});

describe('a market maker under load', () => {
  it('answers a book in a fraction of the half millisecond that 200 instances with 10 books a second leave each', () => {
    const instrument = { ...testInstrument, makerFee: '0' };
    const parts = driverParts({ definition: strategy as never, instruments: { [instrument.id]: instrument } });
    const params = { ...example, instrumentId: instrument.id, startPosition: '1', maxMove: '0.5' };
    const { driver } = StrategyDriver.start(parts, params, 1, 0);
    const books = 5_000;
    let orders = 0;
    const startMs = performance.now();
    for (let at = 0; at < books; at++) {
      // A walk that asks for new quotes every few books, as a lively market does.
      const bid = 50_000 + Math.round(Math.sin(at / 40) * 30);
      const book = {
        instrumentId: instrument.id,
        sequence: at,
        timeMs: at * 100,
        bids: [[`${bid}`, '1']],
        asks: [[`${bid + 1}`, '2']],
      } as const;
      const effects = [...driver.market({ type: 'book', book }, at * 100)];
      for (const effect of effects) {
        if (effect.type === 'place') orders++;
        if (effect.type === 'cancel')
          driver.order({ type: 'canceled', clientOrderId: effect.clientOrderId, order: orderOf(effect.clientOrderId) }, at * 100);
      }
    }
    expect(orders).toBeGreaterThan(books / 10);
    expect((performance.now() - startMs) / books).toBeLessThan(0.25);
  });
});
