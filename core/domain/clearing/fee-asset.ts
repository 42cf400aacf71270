import type { Instrument } from '../instrument.ts';
import type { OrderSide } from '../order.ts';
import { givenAsset } from './cash.ts';

/** What settles positions and margin in one asset takes its fees there; what only changes hands takes them off what is received. */

export const settlesInMargin = (instrument: Instrument): boolean => 'settleAsset' in instrument;

/** Asset that an order of this side pays its fees in. */
export const feeAssetOf = (instrument: Instrument, side: OrderSide): string =>
  'settleAsset' in instrument ? instrument.settleAsset : instrument[givenAsset(side === 'BUY' ? 'SELL' : 'BUY')];
