import type { ApiId } from '../../contract/trading.ts';
import { CashClearing } from './cash-clearing.ts';
import type { Clearing, MarketParts } from './clearing.ts';
import { LinearClearing, type LinearClearingParts } from './linear-clearing.ts';
import type { MarginPool } from './margin-pool.ts';

/** The margin of each account at a linear contract; absent: the market is spot. */
export type PoolOf = (apiId: ApiId) => MarginPool;

/** How a simulated market's orders are paid. */
export const clearingOf = (parts: MarketParts, poolOf: PoolOf | undefined): Clearing =>
  poolOf === undefined ? new CashClearing(parts) : new LinearClearing({ ...parts, market: linear(parts.market), poolOf });

/** Throws TypeError on a market of another kind: nobody can say what its margin is. */
function linear(market: MarketParts['market']): LinearClearingParts['market'] {
  const { instrument } = market;
  if (instrument.contractKind !== 'linear')
    throw new TypeError(`${instrument.id} is ${instrument.contractKind}, and margin is simulated for linear contracts`);
  return market as LinearClearingParts['market'];
}
