import type { JobTerms } from '../../core/contract/server-contributions.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Store } from '../store/store.ts';

interface OrderSealingParts {
  readonly store: { readonly audit: Pick<Store['audit'], 'tradedVenues' | 'sealOrders'> };
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly logger: Logger;
}

export const sealEveryMs = 60_000;

/**
 * Puts the orders of each exchange into the audit log: not one by one, which every order would wait for, but a hash over the changes of each minute.
 * `last`: what has come since, when the server ends; whatever that leaves the next start seals.
 */
export function orderSealing({ store, clock, logger }: OrderSealingParts): { readonly job: JobTerms; last(): Promise<void> } {
  const seal = async (stop?: AbortSignal): Promise<void> => {
    for (const exchange of await store.audit.tradedVenues()) {
      let isMore = true;
      while (isMore && stop?.aborted !== true) isMore = await store.audit.sealOrders(exchange, clock.nowMs());
    }
  };
  return {
    job: { id: 'order-seals', everyMs: sealEveryMs, run: seal },
    last: () => seal().catch((error: unknown) => logger.warn({ err: error }, 'the last orders are sealed at the next start')),
  };
}
