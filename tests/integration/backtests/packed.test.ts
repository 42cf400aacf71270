import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { bundleStrategy } from '../../../scripts/plugin-pack/bundle-strategy.ts';
import { SystemClock } from '../../../server/clock.ts';
import { createLogger } from '../../../server/logger.ts';
import type { BacktestJob } from '../../../server/runtime/backtest/backtest-job.ts';
import { sweep } from '../../../server/runtime/backtest/sweep.ts';
import { SweepLanes } from '../../../server/runtime/backtest/sweep-lanes.ts';
import type { StrategyAddress } from '../../../server/runtime/backtest/thread-protocol.ts';
import { madeSet } from '../../kit/recordings/recorded-sets.ts';

const { instrumentId } = madeSet.book;
const job: BacktestJob = {
  params: { apiId: 1, instrumentId, ...madeSet.grid, levels: 24, orderQty: '0.01', sellAtStop: false },
  data: { kind: 'candles', interval: '1m' },
  fees: {},
  balances: { USDT: '100000' },
  seed: 1,
  latencyMs: 0,
  isOptimistic: false,
  range: { fromMs: Date.UTC(2025, 5, 10), toMs: Date.UTC(2025, 5, 12) },
};
const axes = [{ field: 'levels', from: 12, to: 24, step: 12, isText: false }] as const;
const pluginId = 'strategy-shock-grid';

async function outcome(strategy: StrategyAddress) {
  const data = { origin: 'recorded', folder: madeSet.folder } as const;
  const lanes = new SweepLanes(1, { strategy, data }, new SystemClock(createLogger('silent')));
  try {
    return await sweep([[12], [24]], lanes.lanesFor(job, axes));
  } finally {
    await lanes.close();
  }
}

it('a packed strategy earns over recorded data what it earns unpacked', async () => {
  const code = await bundleStrategy(fileURLToPath(new URL('../../../plugins/strategy-shock-grid/server.ts', import.meta.url)));
  const unpacked = await outcome({ pluginId, strategyId: null });
  expect(unpacked.map(({ reason }) => reason)).toEqual([null, null]);
  expect(await outcome({ pluginId, strategyId: 'shock-grid', code })).toEqual(unpacked);
}, 180_000);
