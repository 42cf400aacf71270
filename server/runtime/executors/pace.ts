import type { Subscription } from '../../../core/contract/strategy.ts';
import type { SliceConfig } from '../../../schemas/execution.ts';
import type { SliceState } from './slice-state.ts';

/** When slices begin and how large they are: all in which TWAP, VWAP, iceberg, POV and chase differ. */
export interface Pace<C extends SliceConfig> {
  /** Beside book and candles. */
  readonly subscribe?: (config: C) => readonly Subscription[];
  /** Between the beginnings of two slices; null: the next one begins when the one before has filled. */
  readonly intervalMs: (config: C) => number | null;
  /** Which part of what is left, `leftQty`, the slice number `slice` (from 0) takes, 0 to 1; 0 begins none yet. */
  readonly shareOf: (config: C, state: SliceState, slice: number, leftQty: number) => number;
  /** Sizes vary by a tenth up and down, so that they give no pattern. */
  readonly isJittered: boolean;
  /** The order goes where the touch goes, instead of waiting for its timeout. */
  readonly followsTouch: boolean;
}
