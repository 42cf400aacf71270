import type { ApiId, Fill, OrderFate } from '../../../../core/contract/trading.ts';
import { type AccountKey, accountOfMarket } from '../../../../core/domain/accounts/account-key.ts';
import { type InstrumentId, instrumentId } from '../../../../core/domain/markets/instrument.ts';
import type { FillRecord } from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';
import type { OrderPort } from './order-port.ts';

export interface FillSources {
  readonly fateOf: (exchange: string, account: AccountKey, clientOrderId: string) => Promise<OrderFate>;
  readonly store: { readonly fills: Pick<Store['fills'], 'ofOrder'> };
}

/** Finds orders that were sent, with their fills. */
export const storedOrders = ({ fateOf, store }: FillSources): OrderPort['find'] => {
  return async ({ apiId, instrumentId: id, clientOrderId }) => {
    const exchange = exchangeOf(id);
    const fate = await fateOf(exchange, accountOfMarket(apiId, id), clientOrderId);
    if (fate.state !== 'PLACED') return null;
    const { order } = fate;
    return { order, fills: (await store.fills.ofOrder(exchange, order.orderId)).filter((fill) => fill.apiId === apiId).map(fillOf) };
  };
};

export const exchangeOf = (id: InstrumentId): string => id.slice(0, id.indexOf('/'));

function fillOf(record: FillRecord): Fill & { readonly apiId: ApiId } {
  const { venue, symbol, accountType, ...rest } = record;
  return { ...rest, exchange: venue, instrumentId: instrumentId({ exchange: venue, symbol, accountType }) };
}
