import type { Instrument } from '../markets/instrument.ts';
import type { OrderSide } from '../orders/order.ts';
import { givenAsset } from './cash.ts';
import { settlesInMargin } from './kinds.ts';

/**
 * Asset that an order of this side pays its fees in: what settles in margin takes them there, what only changes hands takes them off what is
 * received.
 */
export const feeAssetOf = (instrument: Instrument, side: OrderSide): string =>
  'settleAsset' in instrument ? instrument.settleAsset : instrument[givenAsset(side === 'BUY' ? 'SELL' : 'BUY')];

/** True when the fee of this side comes off the quantity that it brings: what is bought is then less than what was ordered. */
export const isFeeTakenOff = (instrument: Instrument, side: OrderSide): boolean =>
  !settlesInMargin(instrument) && feeAssetOf(instrument, side) === instrument.base;
