import { AppError, accepted, denied, type Outcome } from '../../core/contract/app-error.ts';
import type { Order, OrderIntent } from '../../core/contract/trading.ts';
import type { OrderMemory } from '../../core/contract/venue.ts';
import { accountOfMarket } from '../../core/domain/accounts/account-key.ts';
import { isSameOrder } from './checks/same-order.ts';
import type { OrderSources } from './find-order.ts';
import type { Market } from './market-directory.ts';

type EndedOrders = Pick<OrderSources, 'isUnstored' | 'findEnded'>;

/** True when the venue remembers the id; ids that the house makes are always fresh. */
export function isRemembered(intent: OrderIntent, market: Market): boolean {
  const memory = recall(intent, market);
  return memory !== 'FRESH' && memory !== 'UNSURE';
}

/** What an id of the sender's own stands for, when the venue has forgotten it; null when the venue can tell by itself. */
export async function earlierOrder(
  { isUnstored, findEnded }: EndedOrders,
  intent: OrderIntent,
  clientOrderId: string,
  market: Market,
): Promise<Outcome<readonly Order[]> | null> {
  if (recall(intent, market) !== 'UNSURE') return null;
  const { exchange } = market.instrument;
  const account = accountOfMarket(intent.apiId, intent.instrumentId);
  const isRecent = (): boolean => isUnstored(exchange, account, clientOrderId);
  // Asked before the store, so that no id falls between the two, and after it, for what became durable meanwhile.
  const wasRecent = isRecent();
  const order = await findEnded(exchange, account, clientOrderId);
  if (order !== null && isSameOrder(order, intent)) return accepted([order]);
  return order === null && !wasRecent && !isRecent() ? null : isTaken();
}

/** The venue knows the id and the content, but the order is no longer in its memory. */
export async function repeatedOrder(
  { findEnded }: EndedOrders,
  intent: OrderIntent,
  clientOrderId: string,
): Promise<Outcome<readonly Order[]>> {
  const exchange = intent.instrumentId.slice(0, intent.instrumentId.indexOf('/'));
  const order = await findEnded(exchange, accountOfMarket(intent.apiId, intent.instrumentId), clientOrderId);
  return order === null ? isTaken() : accepted([order]);
}

const recall = ({ apiId, instrumentId, clientOrderId }: OrderIntent, { venue }: Market): OrderMemory =>
  clientOrderId === undefined ? 'FRESH' : (venue.recall?.(accountOfMarket(apiId, instrumentId), clientOrderId) ?? 'UNSURE');

const isTaken = (): Outcome<never> => denied(new AppError('ORDER_DUPLICATE_CLIENT_ID', { field: 'clientOrderId' }));
