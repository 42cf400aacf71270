import { accepted } from '../../core/contract/app-error.ts';
import type { Quota } from '../../server/store/quota/user-quota.ts';
import type { Repositories } from '../../server/store/store.ts';

/** Room for everything; writes go to these repositories. */
export const freeQuota = (repositories: Partial<Repositories>): Quota => ({
  within: async (_userId, write) => accepted(await write(repositories as Repositories)),
});
