import type { VenueBatch } from '../../../core/contract/venue.ts';
import { type AccountKey, accountOfMarket, formatAccountKey } from '../../../core/domain/accounts/account-key.ts';
import { orderStatusTable } from '../../../core/domain/orders/order-status.ts';
import { isFinal } from '../../../core/domain/state-table.ts';
import type { VenueFollower } from '../venues/venue-registry.ts';

/** One stretch of batches: the ids that finished in it, and the sequence it ends with. */
interface Stretch {
  readonly ids: Set<string>;
  sequence: number;
}

interface ExchangeState {
  old: Stretch;
  young: Stretch;
}

/** A stretch beyond this size means that nothing is stored any more; the projector has long said so. */
const largestStretch = 1_000_000;

const emptyStretch = (): Stretch => ({ ids: new Set(), sequence: 0 });

/**
 * Client order ids of finished orders that the store does not hold yet. The venue forgets an id some time after its order;
 * with these, looking it up in the store afterwards misses nothing, however far the projection lags.
 */
export class UnstoredIds implements VenueFollower {
  readonly #storedThrough: (exchange: string) => number;
  readonly #exchanges = new Map<string, ExchangeState>();

  constructor(storedThrough: (exchange: string) => number) {
    this.#storedThrough = storedThrough;
  }

  has(exchange: string, account: AccountKey, clientOrderId: string): boolean {
    const state = this.#exchanges.get(exchange);
    if (state === undefined) return false;
    const key = keyOf(account, clientOrderId);
    return state.young.ids.has(key) || state.old.ids.has(key);
  }

  /** Nothing has to be reported again for it. */
  position(): Promise<null> {
    return Promise.resolve(null);
  }

  batch({ exchange, sequence, events }: VenueBatch): void {
    const state = this.#state(exchange);
    for (const event of events) {
      if (event.type !== 'order') continue;
      const { apiId, instrumentId, clientOrderId, status } = event.order;
      if (clientOrderId === '' || !isFinal(orderStatusTable, status)) continue;
      state.young.ids.add(keyOf(accountOfMarket(apiId, instrumentId), clientOrderId));
    }
    state.young.sequence = sequence;
    if (state.old.sequence > this.#storedThrough(exchange) && state.young.ids.size < largestStretch) return;
    state.old = state.young;
    state.young = emptyStretch();
  }

  attach(): void {}

  #state(exchange: string): ExchangeState {
    const known = this.#exchanges.get(exchange);
    if (known !== undefined) return known;
    const state = { old: emptyStretch(), young: emptyStretch() };
    this.#exchanges.set(exchange, state);
    return state;
  }
}

const keyOf = (account: AccountKey, clientOrderId: string): string => `${formatAccountKey(account)} ${clientOrderId}`;
