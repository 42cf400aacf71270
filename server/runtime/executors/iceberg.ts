import { SliceConfig } from '../../../schemas/execution.ts';
import type { Pace } from './pace.ts';
import { sliceExecutor } from './slice-executor.ts';
import { evenShare } from './slice-shares.ts';

const pace: Pace<SliceConfig> = {
  intervalMs: () => null,
  shareOf: (config, _state, slice, leftQty) => evenShare(config, slice, leftQty),
  isJittered: true,
  followsTouch: false,
};

/** Shows one slice at a time; the next one when it has filled. */
export const iceberg = sliceExecutor(SliceConfig, pace);
