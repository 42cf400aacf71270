import { TwapConfig } from '../../../schemas/execution.ts';
import type { Pace } from './pace.ts';
import { sliceExecutor } from './slice-executor.ts';
import { evenShare } from './slice-shares.ts';

const pace: Pace<TwapConfig> = {
  intervalMs: ({ durationSeconds, baseSplitOrders }) => (durationSeconds * 1_000) / baseSplitOrders,
  shareOf: (config, _state, slice, leftQty) => evenShare(config, slice, leftQty),
  isJittered: true,
  followsTouch: false,
};

/** Equal slices in equal times. */
export const twap = sliceExecutor(TwapConfig, pace);
