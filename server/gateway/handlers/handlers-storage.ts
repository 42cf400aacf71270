import { accepted } from '../../../core/contract/app-error.ts';
import { type storageRoutes, storedKinds } from '../../../schemas/wire/storage.ts';
import { totalOf } from '../../store/quota/storage-store.ts';
import type { UserQuota } from '../../store/quota/user-quota.ts';
import type { HandlersOf } from './handlers.ts';
import { sessionOf } from './handlers-user.ts';

/** What a user keeps, beside what he may keep. */
export const createStorageHandlers = (quota: UserQuota): HandlersOf<typeof storageRoutes> => ({
  storage: async (request) => {
    const use = await quota.use(sessionOf(request).principal.userId);
    return accepted({ quota: quota.bytes, used: totalOf(use), kinds: storedKinds.map((kind) => ({ kind, bytes: use[kind] })) });
  },
});
