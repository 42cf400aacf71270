import type { Instrument, InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import { openQtyBeside, type WorkingOrders } from '../orders/working-orders.ts';
import { limitAssetOf } from './asset-route.ts';
import type { InstanceAccount } from './instance-account.ts';
import type { Exposure, WantedOrder } from './trading-limits.ts';

export interface ExposureSources {
  readonly account: InstanceAccount;
  readonly orders: WorkingOrders;
  readonly lastPrice: (id: InstrumentId) => string | null;
  readonly instruments: Readonly<Record<InstrumentId, Instrument>>;
}

/** What an instance's own limits are measured against. Measured only where a limit asks for it: most instances have few. */
export class InstanceExposure implements Exposure {
  readonly #wanted: WantedOrder;
  readonly #sources: ExposureSources;
  readonly #nowMs: number;

  constructor(wanted: WantedOrder, sources: ExposureSources, nowMs: number) {
    this.#wanted = wanted;
    this.#sources = sources;
    this.#nowMs = nowMs;
  }

  get base(): string {
    return this.#sources.account.base(this.#wanted.apiId, this.#wanted.instrumentId);
  }

  get openQty(): string {
    return openQtyBeside(this.#wanted, this.#sources.orders.all);
  }

  get lastPrice(): string | null {
    return this.#sources.lastPrice(this.#wanted.instrumentId);
  }

  get profitToday(): string | null {
    const { account, instruments } = this.#sources;
    return account.profitToday(limitAssetOf(account.assets, instruments[this.#wanted.instrumentId]?.quote));
  }

  get ordersLastMinute(): number {
    return this.#sources.account.ordersLastMinute(this.#nowMs);
  }
}
