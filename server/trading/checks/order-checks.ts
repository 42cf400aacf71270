import { AppError } from '../../../core/contract/app-error.ts';
import type { Order, OrderChange, OrderIntent } from '../../../core/contract/trading.ts';
import type { VenueCapabilities } from '../../../core/contract/venue.ts';
import { hasLimitPrice, isTriggerType } from '../../../core/domain/orders/order.ts';
import { checkFields } from './field-rules.ts';
import { checkChangeGrid, checkIntentGrid } from './grid-rules.ts';
import type { InstrumentGrid } from './instrument-grid.ts';

/** What an order meets: what its exchange can do, and the grid of its instrument. */
export interface CheckedMarket {
  readonly venue: { readonly capabilities: VenueCapabilities };
  readonly grid: InstrumentGrid;
}

/** The first rule that a new order breaks before money is looked at, the same at every exchange, real or simulated; null when none. */
export const checkIntent = (intent: OrderIntent, { venue, grid }: CheckedMarket): AppError | null =>
  checkFields(intent, venue.capabilities, grid.instrument) ?? checkIntentGrid(intent, grid);

/** The same of an order's new terms. `order` is null when it is not known as open; the venue then has the last word. */
export function checkChange(change: OrderChange, order: Pick<Order, 'type'> | null, { venue, grid }: CheckedMarket): AppError | null {
  if (!venue.capabilities.amend) return new AppError('ORDER_NOT_SUPPORTED', { field: 'orderId', value: change.orderId });
  if (change.price === undefined && change.qty === undefined && change.triggerPrice === undefined)
    return new AppError('ORDER_NOTHING_TO_AMEND');
  if (order !== null) {
    const { type } = order;
    if (change.price !== undefined && !hasLimitPrice(type)) return new AppError('ORDER_FIELD_FORBIDDEN', { field: 'price', type });
    if (change.triggerPrice !== undefined && !isTriggerType(type))
      return new AppError('ORDER_FIELD_FORBIDDEN', { field: 'triggerPrice', type });
  }
  return checkChangeGrid(change, grid);
}
