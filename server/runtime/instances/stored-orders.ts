import type { ApiId, Fill, Order } from '../../../core/contract/trading.ts';
import type { Venue } from '../../../core/contract/venue.ts';
import { accountOfMarket } from '../../../core/domain/account-key.ts';
import { type InstrumentId, instrumentId } from '../../../core/domain/instrument.ts';
import type { FillRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { storedOrder } from '../../trading/stored-order.ts';
import type { OrderDesk } from './order-desk.ts';

export interface OrderSources {
  readonly venue: (exchange: string) => Venue | null;
  readonly store: { readonly orders: Pick<Store['orders'], 'byClientOrderId'>; readonly fills: Pick<Store['fills'], 'ofOrder'> };
}

/** Finds orders that were sent: open ones at their exchange, ended ones in the store. */
export const storedOrders = ({ venue, store }: OrderSources): OrderDesk['find'] => {
  return async ({ apiId, instrumentId: id, clientOrderId }) => {
    const exchange = exchangeOf(id);
    const isAsked = (order: Order): boolean => order.clientOrderId === clientOrderId;
    const open = venue(exchange)?.openOrders(accountOfMarket(apiId, id)).find(isAsked);
    const record = open === undefined ? await store.orders.byClientOrderId(exchange, apiId, clientOrderId) : null;
    const order = open ?? (record === null ? null : storedOrder(record));
    if (order === null) return null;
    return { order, fills: (await store.fills.ofOrder(exchange, order.orderId)).filter((fill) => fill.apiId === apiId).map(fillOf) };
  };
};

export const exchangeOf = (id: InstrumentId): string => id.slice(0, id.indexOf('/'));

function fillOf(record: FillRecord): Fill & { readonly apiId: ApiId } {
  const { venue, symbol, accountType, ...rest } = record;
  return { ...rest, exchange: venue, instrumentId: instrumentId({ exchange: venue, symbol, accountType }) };
}
