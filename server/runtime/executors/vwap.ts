import { VwapConfig } from '../../../schemas/execution.ts';
import type { Pace } from './pace.ts';
import { sliceExecutor } from './slice-executor.ts';
import { weighedShare } from './slice-shares.ts';

const hourMs = 3_600_000;

const pace: Pace<VwapConfig> = {
  intervalMs: ({ durationSeconds, baseSplitOrders }) => (durationSeconds * 1_000) / baseSplitOrders,
  shareOf: (config, { startMs }, slice, leftQty) => {
    const { baseSplitOrders, hourlyWeights, durationSeconds } = config;
    const intervalMs = (durationSeconds * 1_000) / baseSplitOrders;
    return weighedShare(config, slice, leftQty, (at) => hourlyWeights?.[hourOf(startMs + at * intervalMs)] ?? 1);
  },
  isJittered: true,
  followsTouch: false,
};

/** Hour of the day in UTC. */
const hourOf = (timeMs: number): number => Math.floor(timeMs / hourMs) % 24;

/** Slices in equal times, sized by the share of a day's volume that their hour has. */
export const vwap = sliceExecutor(VwapConfig, pace);
