import { describe, expect, it } from 'vitest';
import type { Fill } from '../../core/contract/trading.ts';
import { readBars } from '../../core/simulation/recordings/bar-recording.ts';
import { RecordingFiles } from '../../server/market/recordings/recording-files.ts';
import { recordedRuns } from '../../tests/kit/recordings/recorded-run.ts';
import { type RecordedSet, recordedSets } from '../../tests/kit/recordings/recorded-sets.ts';
import example from './example.json' with { type: 'json' };
import { strategy } from './strategy.ts';

describe.each(recordedSets)('spread arbitrage over the candles of two exchanges: $name', (set) => {
  const { legA, legB, apart, together } = set.spread;
  const run = recordedRuns(strategy, set);
  const job = {
    params: { ...example, legA: { apiId: 1, instrumentId: legA }, legB: { apiId: 2, instrumentId: legB } },
    data: { kind: 'candles', interval: '1m' },
    balances: { USD: '100000', USDT: '100000', BTC: '2' },
    fees: { makerFee: '0.0005', takerFee: '0.0005' },
    latencyMs: 0,
    range: apart,
  } as const;
  const isLegA = ({ instrumentId }: Fill): boolean => instrumentId === legA;

  it('opens and closes through the days of the broken peg, hedged, within its amount, and with a gain after fees', async () => {
    const result = await run(job);
    // A tenth of the base quantity is the least that is opened.
    for (const { key, params } of result.notes) if (key === 'note.opening') expect(Number(params.qty)).toBeGreaterThanOrEqual(0.02);
    const keys = result.notes.map(({ key }) => key);
    expect(keys).toContain('note.opening');
    expect(keys).toContain('note.closed');
    expect(keys).not.toContain('note.unbalanced');
    const inTether = await dollarsInTether(set);
    let [a, b, cash, leastFees, mostFees] = [0, 0, 0, 0, 0];
    for (const fill of result.fills) {
      const { side, price, qty, fee, feeAsset } = fill;
      const sign = side === 'BUY' ? 1 : -1;
      const received = sign * Number(qty) - (feeAsset === 'BTC' ? Number(fee) : 0);
      if (isLegA(fill)) a += received;
      else b += received;
      const inQuote = feeAsset === 'BTC' ? 0 : Number(fee);
      const quoted = Number(fee) * (feeAsset === 'BTC' ? Number(price) : 1);
      const [least, most] = fill.instrumentId.includes('USDT/') ? [1, 1] : inTether(fill.timeMs);
      leastFees += quoted * least;
      mostFees += quoted * most;
      cash -= sign * Number(qty) * Number(price) + inQuote;
      // One part of the lead may be ahead of its hedge, never more; no leg is worth more than its amount.
      expect(Math.abs(a + b) * Number(price)).toBeLessThanOrEqual(Number(example.maxUnhedgedAmount) * 1.02);
      expect(Math.abs(a) * Number(price)).toBeLessThanOrEqual(Number(example.maxOrderAmount) * 1.02);
    }
    expect(Math.abs(a + b)).toBeLessThan(0.0001);
    expect(result.assumed).toEqual(set.spread.usdtUsd === null ? [{ asset: 'USD', money: 'USDT' }] : []);
    expect(result.statistics.fees).toBeGreaterThanOrEqual(leastFees - 0.0001);
    expect(result.statistics.fees).toBeLessThanOrEqual(mostFees + 0.0001);
    const closed = result.notes.findLast(({ key }) => key === 'note.closed');
    expect(Number(closed?.params.result)).toBeGreaterThan(0);
    if (keys.lastIndexOf('note.closed') > keys.lastIndexOf('note.opening')) {
      expect(Math.abs(a)).toBeLessThan(0.0001);
      expect(cash).toBeCloseTo(Number(closed?.params.result), 0);
    }
  });

  it('does nothing in days on which both prices are one', async () => {
    const { fills } = await run({ ...job, range: together });
    expect(fills).toEqual([]);
  });
});

/** The least and the most that a dollar was worth in tether about a time, by the recorded minutes; one where nothing says it. */
async function dollarsInTether({ folder, spread }: RecordedSet): Promise<(timeMs: number) => readonly [number, number]> {
  if (spread.usdtUsd === null) return () => [1, 1];
  const { openMs, low, high, grid } = await readBars(new RecordingFiles(folder), spread.usdtUsd, 60_000);
  const one = 10 ** grid.priceDecimals;
  return (timeMs) => {
    const next = openMs.findIndex((open) => open > timeMs);
    const [from, to] = [Math.max(0, next - 2), next + 1];
    return [one / Math.max(...high.subarray(from, to)), one / Math.min(...low.subarray(from, to))];
  };
}
