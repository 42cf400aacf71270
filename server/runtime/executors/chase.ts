import { SliceConfig } from '../../../schemas/execution.ts';
import type { Pace } from './pace.ts';
import { sliceExecutor } from './slice-executor.ts';
import { evenShare } from './slice-shares.ts';

const pace: Pace<SliceConfig> = {
  intervalMs: () => null,
  shareOf: (config, _state, slice, leftQty) => evenShare(config, slice, leftQty),
  isJittered: false,
  followsTouch: true,
};

/** Stays at the touch: its order moves when the best price of its side moves on. */
export const chase = sliceExecutor(SliceConfig, pace);
