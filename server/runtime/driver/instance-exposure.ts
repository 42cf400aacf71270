import type { InstrumentId } from '../../../core/domain/instrument.ts';
import type { InstanceAccount } from './instance-account.ts';
import type { Exposure, WantedOrder } from './trading-limits.ts';
import { openQtyBeside, type WorkingOrders } from './working-orders.ts';

export interface ExposureSources {
  readonly account: InstanceAccount;
  readonly orders: WorkingOrders;
  readonly lastPrice: (id: InstrumentId) => string | null;
}

/** What an instance's own limits are measured against. Measured only where a limit asks for it: most instances have few. */
export function exposureOf(wanted: WantedOrder, { account, orders, lastPrice }: ExposureSources, nowMs: number): Exposure {
  const { apiId, instrumentId } = wanted;
  return {
    get base() {
      return account.base(apiId, instrumentId);
    },
    get openQty() {
      return openQtyBeside(wanted, orders.all);
    },
    get lastPrice() {
      return lastPrice(instrumentId);
    },
    get profitToday() {
      return account.profitToday();
    },
    get ordersLastMinute() {
      return account.ordersLastMinute(nowMs);
    },
  };
}
