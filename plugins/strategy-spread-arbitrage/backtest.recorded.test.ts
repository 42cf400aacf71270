import { describe, expect, it } from 'vitest';
import type { Fill } from '../../core/contract/trading.ts';
import { recordedRuns } from '../../tests/kit/recorded-run.ts';
import { recordedSets } from '../../tests/kit/recorded-sets.ts';
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
    let [a, b, fees, cash] = [0, 0, 0, 0];
    for (const fill of result.fills) {
      const { side, price, qty, fee, feeAsset } = fill;
      const sign = side === 'BUY' ? 1 : -1;
      const received = sign * Number(qty) - (feeAsset === 'BTC' ? Number(fee) : 0);
      if (isLegA(fill)) a += received;
      else b += received;
      const inQuote = feeAsset === 'BTC' ? 0 : Number(fee);
      fees += Number(fee) * (feeAsset === 'BTC' ? Number(price) : 1);
      cash -= sign * Number(qty) * Number(price) + inQuote;
      // One part of the lead may be ahead of its hedge, never more; no leg is worth more than its amount.
      expect(Math.abs(a + b) * Number(price)).toBeLessThanOrEqual(Number(example.maxUnhedgedAmount) * 1.02);
      expect(Math.abs(a) * Number(price)).toBeLessThanOrEqual(Number(example.maxOrderAmount) * 1.02);
    }
    expect(Math.abs(a + b)).toBeLessThan(0.0001);
    expect(result.statistics.fees).toBeCloseTo(fees, 4);
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
