import type { OrderSide, OrderType } from '../../core/domain/order.ts';

/**
 * Direction in which a waiting order fires (DOMAIN §1.2): stops with the price moving against the side's interest, take
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
