import type { Bus } from '../bus/bus.ts';
import type { LimitChanges } from '../gateway/handlers/handlers-halt.ts';
import type { TradingLimits } from '../runtime/driver/account/trading-limits.ts';
import { LimitBook, type LimitChange, type LimitScope } from '../runtime/instances/orders/limit-book.ts';
import type { Instances } from '../store/strategies/instance-store.ts';

interface StoredLimitsParts {
  readonly store: Pick<Instances, 'limits' | 'changeLimits'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly nowMs: () => number;
}

/** Kill switches of a server that runs no strategies: written into the database, which whoever runs them obeys, now or after a start. */
export class StoredLimits implements LimitChanges {
  readonly #parts: StoredLimitsParts;

  constructor(parts: StoredLimitsParts) {
    this.#parts = parts;
  }

  async changeLimits(scope: LimitScope, patch: Partial<TradingLimits>): Promise<LimitChange> {
    const { store, bus, nowMs } = this.#parts;
    const change = await (await LimitBook.open(store)).change(scope, patch, nowMs());
    bus.publish({ kind: 'limits' });
    return change;
  }
}
