import { ROUTES, TABLES } from '../../core/contract/server-contributions.ts';
import { type HostService, perPlugin } from '../../core/kernel/index.ts';
import type { Store } from '../store/store.ts';
import { ContributedRoutes } from './contributed-routes.ts';

export interface ContributionParts {
  readonly store: Pick<Store, 'tablesOf'>;
}

/** What plugins add to this server. Each plugin gets services of its own to add with, and what it has added ends with it. */
export class Contributions {
  readonly routes = new ContributedRoutes();
  readonly #parts: ContributionParts;

  constructor(parts: ContributionParts) {
    this.#parts = parts;
  }

  /** For the kernel. */
  services(): readonly HostService[] {
    const { routes } = this;
    const { store } = this.#parts;
    return [
      perPlugin(
        ROUTES,
        (pluginId) => routes.of(pluginId),
        (pluginId) => routes.release(pluginId),
      ),
      perPlugin(TABLES, (pluginId) => store.tablesOf(pluginId)),
    ];
  }
}
