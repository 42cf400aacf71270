import { isFeeTakenOff } from '../../../core/domain/clearing/fee-asset.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { compareDecimals } from '../../../core/domain/numbers/decimal.ts';
import { onStep, stepGrid, stepsOf } from '../../../core/domain/numbers/steps.ts';
import type { OrderSide } from '../../../core/domain/orders/order.ts';

/** The smallest quantity that the market takes at a price, at least `wanted`; on the lot grid. */
export function smallestQty({ lot, minQty, minNotional }: Instrument, price: number, wanted = '0'): string {
  const byValue = price > 0 ? Number(minNotional) / price : 0;
  return onStep(Math.max(Number(minQty), byValue, Number(wanted)), lot, 'up');
}

/** What must be ordered to receive `qty`: spot takes the fee of a purchase from what is bought. */
export function orderedFor(instrument: Instrument, side: OrderSide, qty: number): string {
  const { takerFee, lot } = instrument;
  const fee = isFeeTakenOff(instrument, side) ? Number(takerFee) : 0;
  // The nearest lot: what is left over is less than half of one.
  return onStep(qty / (1 - fee) + Number(lot) / 2, lot, 'down');
}

/** A price on the tick of now, which may be coarser than the one that it was planned on: away from the other side, so that it costs nothing more. */
export const onTick = (price: string, { tick }: Instrument, side: OrderSide): string => fitted(price, tick, side === 'BUY' ? 'down' : 'up');

/** A quantity in whole lots of now, no more than was planned; '0' when less than one is left. */
export const inLots = (qty: string, { lot }: Instrument): string => fitted(qty, lot, 'down');

/** What fits stays as it is written. */
function fitted(value: string, step: string, towards: 'down' | 'up'): string {
  const { decimals, size } = stepGrid(step);
  const steps = stepsOf(value, decimals);
  return steps !== null && steps % size === 0 ? value : onStep(Number(value), step, towards);
}

export const least = (a: string, b: string): string => (compareDecimals(a, b) <= 0 ? a : b);
