import { isFeeTakenOff } from '../../../core/domain/clearing/fee-asset.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { compareDecimals } from '../../../core/domain/numbers/decimal.ts';
import { onStep } from '../../../core/domain/numbers/steps.ts';
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

export const least = (a: string, b: string): string => (compareDecimals(a, b) <= 0 ? a : b);
