import type { Order, OrderFate } from '../../core/contract/trading.ts';
import type { OrderMemory, Venue } from '../../core/contract/venue.ts';
import type { AccountKey } from '../../core/domain/accounts/account-key.ts';
import { orderStatusTable } from '../../core/domain/orders/order-status.ts';
import { isFinal } from '../../core/domain/state-table.ts';

export interface OrderSources {
  readonly venue: (exchange: string) => Pick<Venue, 'recall' | 'find'> | null;
  /** True while the exchange takes no orders, and may know less than its journal. */
  readonly isDown: (exchange: string) => boolean;
  /** True when the id belongs to a finished order that `findEnded` cannot find yet. */
  readonly isUnstored: (exchange: string, account: AccountKey, clientOrderId: string) => boolean;
  /** An order that ended long ago, by the id that its sender gave it. */
  readonly findEnded: (exchange: string, account: AccountKey, clientOrderId: string) => Promise<Order | null>;
  /** The time that deadlines of orders go by. */
  readonly steadyMs: () => number;
}

/**
 * Of an order that ended long ago only the store knows; of a younger one its exchange, which is asked before the store and after it, and
 * where it lies elsewhere once more, over there.
 */
export async function findOrder(sources: OrderSources, exchange: string, account: AccountKey, clientOrderId: string): Promise<OrderFate> {
  const recalled = (): OrderMemory => sources.venue(exchange)?.recall?.(account, clientOrderId) ?? 'UNSURE';
  const before = recalled();
  if (typeof before === 'object') return { state: 'PLACED', order: before };
  // Asked before the store, so that no id falls between the two, and after it, for what became durable meanwhile.
  const isRecent = (): boolean => sources.isUnstored(exchange, account, clientOrderId);
  const wasRecent = isRecent();
  const stored = before === 'FRESH' ? null : await sources.findEnded(exchange, account, clientOrderId);
  const venue = sources.venue(exchange);
  // The store follows: what it holds for open may have gone on elsewhere.
  if (stored !== null && (venue?.find === undefined || isFinal(orderStatusTable, stored.status))) return { state: 'PLACED', order: stored };
  // The time belongs to the turn in which its exchange is asked: an order of a deadline before it can no longer come.
  const asOfMs = sources.steadyMs();
  const after = venue?.find === undefined ? recalled() : await askedElsewhere(venue.find(account, clientOrderId));
  if (typeof after === 'object') return { state: 'PLACED', order: after };
  if (stored !== null) return { state: 'PLACED', order: stored };
  const knows = (venue?.find ?? venue?.recall) !== undefined && !sources.isDown(exchange);
  // Only of a memory of the house's own does the store have the rest.
  const isOld = venue?.find === undefined && after === 'UNSURE' && !wasRecent && !isRecent();
  return knows && (after === 'FRESH' || isOld) ? { state: 'ABSENT', asOfMs } : { state: 'UNSURE' };
}

/** Nobody answered: nothing is known. */
const askedElsewhere = (answer: Promise<OrderMemory>): Promise<OrderMemory> => answer.catch(() => 'UNSURE');
