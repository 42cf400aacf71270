import type { InstanceView } from '../../schemas/wire/strategy.ts';
import type { DetailsStore } from './details/details-store.ts';
import type { Services } from './requires.ts';

/** What every part of the details gets. */
export interface ShownInstance {
  readonly services: Services;
  readonly store: DetailsStore;
  readonly instance: InstanceView;
}
