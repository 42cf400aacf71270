import type { Order } from '../../core/contract/trading.ts';
import { instrumentId } from '../../core/domain/instrument.ts';
import type { OrderRecord } from '../store/records.ts';

/** A stored order as the contract speaks of it. */
export function storedOrder(record: OrderRecord): Order {
  const { venue, symbol, accountType, clientOrderId, watchedPrice, ...rest } = record;
  return {
    ...rest,
    exchange: venue,
    instrumentId: instrumentId({ exchange: venue, symbol, accountType }),
    clientOrderId: clientOrderId ?? '',
    ...(watchedPrice === 'LAST' ? {} : { watchedPrice }),
  };
}
