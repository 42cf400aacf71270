import { describe, expect, it } from 'vitest';
import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import { candleHeader } from '../../../core/simulation/recordings/bar-recording.ts';
import { resultText } from '../../../scripts/backtest/print.ts';
import { StrategyTexts } from '../../../scripts/backtest/strategy-texts.ts';
import { type BacktestJob, BacktestRunner } from '../../../server/runtime/backtest/backtest-job.ts';
import { recordedSource } from '../../../server/runtime/backtest/feeds/feed-source.ts';
import { executors } from '../../../server/runtime/executors/index.ts';
import { WrittenRecordings } from '../../kit/recordings/written-recordings.ts';
import { place, scripted } from '../../kit/strategy-kit.ts';

const hourMs = 3_600_000;
const startMs = Date.UTC(2025, 0, 1);
const [tokens, dollars] = ['replay-some-spot/BTCUSDT/spot', 'replay-other-spot/BTCUSDC/spot'];

/** A bar an hour that stands where it is said to, from `from` on. */
const hours = (closes: readonly number[], from = 0): readonly string[] => [
  candleHeader,
  ...closes.map((price, at) => [startMs + (from + at) * hourMs, ...Array(4).fill(price.toFixed(2)), '1.000'].join(',')),
];
const level = Array(12).fill(100);
const falling = level.map((_, at) => (at < 6 ? 1 : 0.9));
const two = { 'candles/some_spot/1h/BTCUSDT.csv.gz': hours(level), 'candles/other_spot/1h/BTCUSDC.csv.gz': hours(level) };

const job: BacktestJob = {
  params: { a: { apiId: 1, instrumentId: tokens }, b: { apiId: 1, instrumentId: dollars } },
  ...{ data: { kind: 'candles', interval: '1h' }, fees: { makerFee: '0', takerFee: '0' }, balances: { USDT: '1000', USDC: '1000' } },
  ...{ seed: 1, latencyMs: 0, isOptimistic: false, range: null },
};
const buysOfDollars = scripted({ start: [place('one', { instrumentId: dollars, type: 'MARKET', qty: '4' })] }) as StrategyDefinition;
const run = (files: Readonly<Record<string, readonly string[]>>) =>
  new BacktestRunner({ definition: buysOfDollars, executors }, recordedSource(new WrittenRecordings(files))).run(job);

describe('a backtest in two dollar tokens', () => {
  it('values one in the other by a market of the data that trades them, at its time', async () => {
    for (const [file, closes] of [
      ['candles/third_spot/1h/USDCUSDT.csv.gz', falling],
      // It began a day before and ends a day after.
      ['candles/some_spot/1h/USDCUSDT.csv.gz', [...Array(24).fill(1), ...falling, ...Array(24).fill(0.5)]],
    ] as const) {
      const { statistics, assumed, equity, range } = await run({ ...two, [file]: hours(closes, closes.length > 12 ? -24 : 0) });
      expect(assumed).toEqual([]);
      expect(range).toEqual({ fromMs: startMs, toMs: startMs + 12 * hourMs - 1 });
      // Both accounts begin with 1,000 of each; of the USDC 400 became four coins, which are worth 100 USDT each.
      expect(statistics.startEquity).toBeCloseTo(4_000, 9);
      expect(equity.find(([timeMs]) => timeMs > startMs + 4 * hourMs)?.[1]).toBeCloseTo(4_000, 9);
      expect(statistics.endEquity).toBeCloseTo(2_000 + 1_600 * 0.9 + 4 * 90, 9);
    }
  });

  it('takes one as the other where no data says more, and names that', async () => {
    const result = await run(two);
    expect(result.statistics.endEquity).toBeCloseTo(4_000, 9);
    expect(result.assumed).toEqual([{ asset: 'USDC', money: 'USDT' }]);
    expect(resultText(result, new StrategyTexts(''))).toContain('one USDC is one USDT: no market of the run says its rate');
  });
});
