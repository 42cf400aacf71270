import type { DepthSnapshot } from '../../core/contract/market.ts';
import { settlesInMargin } from '../../core/domain/clearing/kinds.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { onStep } from '../../core/domain/numbers/steps.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';
import type { Params } from './params.ts';

/** Middle of the best prices, or the same weighed by what stands on the other side; null while a side is empty. */
export function fairOf({ bids, asks }: DepthSnapshot, kind: Params['fairPrice']): number | null {
  const [bid, ask] = [bids[0], asks[0]];
  if (bid === undefined || ask === undefined) return null;
  const [low, high] = [Number(bid[0]), Number(ask[0])];
  if (kind === 'MID') return (low + high) / 2;
  const [bidQty, askQty] = [Number(bid[1]), Number(ask[1])];
  // Much quantity on the bid means that the price is about to go up.
  return (low * askQty + high * bidQty) / (bidQty + askQty);
}

/** Price of a level, from 1 on: fair × (1 ∓ (half the spread + (level − 1) × interval)), away from fair onto the tick; `leastSpread` is what the market's ranges ask for. */
export function levelPrice(fair: number, side: OrderSide, level: number, params: Params, tick: string, leastSpread = 0): string {
  const distance = Math.max(Number(params.minOpenSpread), leastSpread) / 2 + (level - 1) * Number(params.priceInterval);
  return side === 'BUY' ? onStep(fair * (1 - distance), tick, 'down') : onStep(fair * (1 + distance), tick, 'up');
}

/** Quantity of one order: the base size, less on the side that the inventory is full of and more on the other. */
export function sizeOf(side: OrderSide, net: number, params: Params, { lot, minQty }: Instrument): number {
  const { baseOrderQty, minOrderQty = minQty, maxOrderQty, maxPosition } = params;
  const fullness = Math.max(-1, Math.min(1, net / Number(maxPosition)));
  const skewed = Number(baseOrderQty) * (side === 'BUY' ? 1 - fullness : 1 + fullness);
  const largest = maxOrderQty === undefined ? Number(baseOrderQty) : Number(maxOrderQty);
  return Number(onStep(Math.max(Number(minOrderQty), Math.min(largest, skewed)), lot, 'down'));
}

/** What a side may still add before it reaches its limit, in base; spot sells only what is there. */
export function roomOf(side: OrderSide, net: number, params: Params, instrument: Instrument): number {
  const { spotSide, maxPosition, startPosition = '0' } = params;
  if (spotSide !== 'ALL' && spotSide !== side) return 0;
  if (side === 'BUY') return Number(maxPosition) - net;
  const room = Number(maxPosition) + net;
  return settlesInMargin(instrument) ? room : Math.min(room, Number(startPosition) + net);
}
