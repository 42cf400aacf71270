import { describe, expect, it } from 'vitest';
import { addDecimals, compareDecimals, multiplyDecimals } from '../../core/domain/numbers/decimal.ts';
import type { RunResult } from '../../server/runtime/backtest/run-backtest.ts';
import { firstMinutes, tradedPrices } from '../../tests/kit/recordings/recorded-prices.ts';
import { recordedRuns } from '../../tests/kit/recordings/recorded-run.ts';
import { recordedSets } from '../../tests/kit/recordings/recorded-sets.ts';
import example from './example.json' with { type: 'json' };
import { strategy } from './strategy.ts';

const qtyOf = ({ fills }: RunResult): string => fills.reduce((sum, { qty }) => addDecimals(sum, qty), '0');
const amountOf = ({ fills }: RunResult): number => fills.reduce((sum, { qty, price }) => sum + Number(multiplyDecimals(qty, price)), 0);

describe.each(recordedSets)('smart execute over a recorded book: $name', (set) => {
  const { instrumentId } = set.book;
  const params = { ...example, instrumentId, durationSeconds: 150, totalTimeoutSeconds: 170, orderTimeoutSeconds: 5 };
  const runRecorded = recordedRuns(strategy, set);
  const run = async (more: object): Promise<RunResult> =>
    runRecorded({ params: { ...params, ...more }, balances: { USDT: '1000000', BTC: '10' }, range: await firstMinutes(set, 3) });

  it('buys the whole quantity in slices over the time, mostly as a maker, the same for the same seed', async () => {
    const result = await run({});
    expect(qtyOf(result)).toBe('2');
    expect(result.fills.every(({ side }) => side === 'BUY')).toBe(true);
    const [first, last] = [result.fills[0], result.fills.at(-1)];
    expect((last?.timeMs ?? 0) - (first?.timeMs ?? 0)).toBeGreaterThan(120_000);
    expect(result.fills.filter(({ liquidity }) => liquidity === 'MAKER').length).toBeGreaterThan(result.fills.length / 2);
    expect(result.log.filter(({ what }) => what.startsWith('place BUY LIMIT')).length).toBeGreaterThanOrEqual(16);
    // Fees are taken from the coins that were bought: a thousandth.
    expect(result.statistics.fees / amountOf(result)).toBeCloseTo(0.001, 6);
    expect(result.notes.map(({ key }) => key)).toEqual(['note.progress', 'note.progress', 'note.progress', 'note.executed']);
    expect((await run({})).log).toEqual(result.log);
  });

  it('sells no more than its share of what the market trades', async () => {
    const rate = { mode: 'POV', participationRate: '0.05', timeoutTakerAction: 'CANCEL_REST' };
    const result = await run({ ...rate, side: 'SELL', qty: '9' });
    const traded = result.notes.at(-1)?.params.filled;
    expect(traded).toBe(qtyOf(result));
    expect(compareDecimals(qtyOf(result), '0')).toBeGreaterThan(0);
    const market = await tradedPrices(set, await firstMinutes(set, 3));
    expect(compareDecimals(qtyOf(result), multiplyDecimals(market.qty, '0.05'))).toBeLessThan(0);
    expect(result.notes.at(-1)?.key).toBe('note.timedOut');
  });

  it('shows an iceberg one part at a time, and buys nothing above its limit price', async () => {
    const { first: limitPrice } = await tradedPrices(set);
    const result = await run({ mode: 'ICEBERG', limitPrice, baseSplitOrders: 8 });
    expect(compareDecimals(qtyOf(result), '0')).toBeGreaterThan(0);
    expect(result.fills.every(({ price }) => compareDecimals(price, limitPrice) <= 0)).toBe(true);
    /** What the last order has not filled. */
    let open = '0';
    for (const { what } of result.log) {
      const [, placed] = /^place BUY LIMIT (\S+)/.exec(what) ?? [];
      const [, filled] = /^filled (\S+)/.exec(what) ?? [];
      if (placed !== undefined) {
        expect(open).toBe('0');
        open = placed;
      } else if (filled !== undefined) open = addDecimals(open, `-${filled}`);
      else if (what.startsWith('canceled')) open = '0';
    }
  });
});
