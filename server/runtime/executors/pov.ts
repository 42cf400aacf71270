import { PovConfig } from '../../../schemas/execution.ts';
import type { Pace } from './pace.ts';
import { sliceExecutor } from './slice-executor.ts';

const pace: Pace<PovConfig> = {
  subscribe: ({ instrumentId }) => [{ type: 'trade', instrumentId }],
  intervalMs: () => null,
  shareOf: ({ participationRate, minOrderQty }, { volume, filledQty }, _slice, leftQty) => {
    const dueQty = volume * Number(participationRate) - Number(filledQty);
    // A whole smallest child, or all that is left.
    return dueQty >= leftQty ? 1 : dueQty >= Number(minOrderQty ?? 0) && dueQty > 0 ? dueQty / leftQty : 0;
  },
  isJittered: false,
  followsTouch: false,
};

/** Follows the market: its share of what others have traded since the start. */
export const pov = sliceExecutor(PovConfig, pace);
