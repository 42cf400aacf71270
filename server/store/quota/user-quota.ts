import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { Repositories, Store } from '../store.ts';
import { type StorageUse, totalOf } from './storage-store.ts';

const megabyte = 1024 ** 2;
/** Fifty instances that note as much as they may write some eighty megabytes meanwhile. */
const historiesEveryMs = 5 * 60_000;
const linesEveryMs = 60 * 60_000;
/** Raises of alerts, messages, sign-ins and traces of one action that are kept of one user. */
const mostLines = 2_000;

/** Runs a write for a user if there is room for it. */
export interface Quota {
  within<T>(userId: string, write: (repositories: Repositories) => Promise<T>): Promise<Outcome<T>>;
}

class NoRoom extends Error {
  readonly use: StorageUse;

  constructor(use: StorageUse) {
    super('no room');
    this.use = use;
  }
}

/**
 * One quota for everything that is stored for a user. What he has deleted gives way by itself, the oldest first; of strategies that have run,
 * what goes beyond half of the quota. What is left is his to delete: a write that does not fit is refused and changes nothing.
 */
export class UserQuota implements Quota {
  readonly #store: Pick<Store, 'transaction' | 'storage'>;
  readonly bytes: number;

  constructor(store: Pick<Store, 'transaction' | 'storage'>, bytes: number) {
    this.#store = store;
    this.bytes = bytes;
  }

  /** STORAGE_FULL: there is no room for what it writes. A write that makes less of what there is always passes. */
  async within<T>(userId: string, write: (repositories: Repositories) => Promise<T>): Promise<Outcome<T>> {
    try {
      const written = await this.#store.transaction(async (repositories) => {
        const { storage } = repositories;
        await storage.hold(userId);
        const before = await storage.use(userId);
        const result = await write(repositories);
        const use = await storage.use(userId);
        const excess = totalOf(use) - this.bytes;
        if (excess > 0 && totalOf(use) > totalOf(before) && !(await this.#makeRoom(repositories, userId, use))) throw new NoRoom(before);
        return result;
      });
      return accepted(written);
    } catch (error) {
      if (error instanceof NoRoom) return this.#refusal(error.use);
      throw error;
    }
  }

  use(userId: string): Promise<StorageUse> {
    return this.#store.storage.use(userId);
  }

  /** What is written without anybody asking is brought back to what it may take: histories every few minutes, the rest once an hour. */
  start(clock: Pick<Clock, 'every'>): Disposer {
    const stopHistories = clock.every(historiesEveryMs, () => this.#shortenHistories());
    const stopLines = clock.every(linesEveryMs, () => this.#store.storage.keepNewest(mostLines));
    return () => {
      stopHistories();
      stopLines();
    };
  }

  async #shortenHistories(): Promise<void> {
    const most = this.bytes / 2;
    for (const userId of await this.#store.storage.longHistories(most)) {
      const { strategies } = await this.#store.storage.use(userId);
      if (strategies > most) await this.#store.storage.forgetHistory(userId, strategies - most);
    }
  }

  async #makeRoom({ storage }: Repositories, userId: string, use: StorageUse): Promise<boolean> {
    const excess = totalOf(use) - this.bytes;
    const deleted = await storage.endDeleted(userId, excess);
    if (deleted >= excess) return true;
    const history = Math.min(excess - deleted, Math.max(0, use.strategies - this.bytes / 2));
    return deleted + (await storage.forgetHistory(userId, history)) >= excess;
  }

  #refusal(use: StorageUse): Outcome<never> {
    const mb = (bytes: number): string => (bytes / megabyte).toFixed(1);
    return refused('STORAGE_FULL', {
      quotaMb: mb(this.bytes),
      usedMb: mb(totalOf(use) - use.deleted),
      workspacesMb: mb(use.workspaces),
      documentsMb: mb(use.documents),
      backtestsMb: mb(use.backtests),
      alertsMb: mb(use.alerts),
    });
  }
}
