import type { ApiId } from '../contract/trading.ts';
import { type Clearing, SpotClearing } from './clearing.ts';
import { LinearClearing, type LinearClearingParts } from './linear-clearing.ts';
import type { MarginPool } from './margin-pool.ts';

/** The margin of each account at a linear contract; absent: the market is spot. */
export type PoolOf = (apiId: ApiId) => MarginPool;

/** How a simulated market's orders are paid. */
export const clearingOf = (parts: Omit<LinearClearingParts, 'poolOf'>, poolOf: PoolOf | undefined): Clearing =>
  poolOf === undefined ? new SpotClearing(parts) : new LinearClearing({ ...parts, poolOf });
