import { describe, expect, it } from 'vitest';
import type { Fill } from '../../core/contract/trading.ts';
import type { RunResult } from '../../server/runtime/backtest/run-backtest.ts';
import { firstMinutes, tradedPrices } from '../../tests/kit/recordings/recorded-prices.ts';
import { recordedRuns } from '../../tests/kit/recordings/recorded-run.ts';
import { recordedSets } from '../../tests/kit/recordings/recorded-sets.ts';
import example from './example.json' with { type: 'json' };
import { strategy } from './strategy.ts';

/** Net quantity after each fill. */
function inventory(fills: readonly Fill[]): readonly number[] {
  let net = 0;
  return fills.map(({ side, qty }) => {
    net += side === 'BUY' ? Number(qty) : -Number(qty);
    return net;
  });
}

describe.each(recordedSets)('the market maker over a recorded book: $name', (set) => {
  const runRecorded = recordedRuns(strategy, set);
  const run = async (more: object = {}): Promise<RunResult> =>
    runRecorded({
      // So narrow that both sides fill within minutes.
      params: { ...example, instrumentId: set.book.instrumentId, minOpenSpread: '0.0002', priceInterval: '0.0001', ...more },
      balances: { USDT: '1000000', BTC: '10' },
      fees: { makerFee: '0', takerFee: '0.0005' },
      range: await firstMinutes(set, 3),
    });

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
    const { lowest, highest } = await tradedPrices(set, await firstMinutes(set, 3));
    expect(lastPrice).toBeGreaterThan(Number(lowest) - 1);
    expect(lastPrice).toBeLessThan(Number(highest) + 1);
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
