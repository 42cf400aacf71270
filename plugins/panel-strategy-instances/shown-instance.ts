import type { Instance } from '../../core/contract/strategies.ts';
import type { DetailsStore } from './details/details-store.ts';
import type { Services } from './requires.ts';

/** What every part of the details gets. */
export interface ShownInstance {
  readonly services: Services;
  readonly store: DetailsStore;
  readonly instance: Instance;
}
