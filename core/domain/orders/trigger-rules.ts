import type { OrderSide, OrderType } from './order.ts';

/**
 * Direction in which a waiting order fires: stops with the price moving against the side's interest, take
 * profits in favour; trigger orders towards their trigger from the price at placement.
 */
export function firesUp(type: OrderType, side: OrderSide, trigger: number, last: number): boolean {
  switch (type) {
    case 'STOP_LOSS':
    case 'STOP_MARKET':
      return side === 'BUY';
    case 'TAKE_PROFIT':
    case 'TAKE_PROFIT_MARKET':
      return side === 'SELL';
    default:
      return trigger > last;
  }
}

export const conditionMet = (up: boolean, trigger: number, watched: number): boolean => (up ? watched >= trigger : watched <= trigger);

/** Why an order may not begin to wait at a last price (0: none yet); null when it may. */
export function triggerProblem(
  type: OrderType,
  side: OrderSide,
  trigger: number,
  last: number,
): 'NO_REFERENCE_PRICE' | 'WOULD_TRIGGER' | null {
  if (last === 0) return 'NO_REFERENCE_PRICE';
  const inferred = type === 'TRIGGER_LIMIT' || type === 'TRIGGER_MARKET';
  const wouldFire = inferred ? trigger === last : conditionMet(firesUp(type, side, trigger, last), trigger, last);
  return wouldFire ? 'WOULD_TRIGGER' : null;
}
