import type { Disposer } from '../../../core/contract/token.ts';
import type { AccountDirectory } from '../ports.ts';
import type { UserNews } from './user-news.ts';

/** Sockets by the user whose accounts they show: when his rights change, each takes up the topics of accounts anew, and his pages hear of it. */
export class AccountFollowers {
  readonly #accounts: Pick<AccountDirectory, 'onRights'>;
  readonly #news: Pick<UserNews, 'tell'>;
  readonly #byUser = new Map<string, Set<() => void>>();

  constructor(accounts: Pick<AccountDirectory, 'onRights'>, news: Pick<UserNews, 'tell'>) {
    this.#accounts = accounts;
    this.#news = news;
  }

  start(): Disposer {
    return this.#accounts.onRights((userId) => {
      for (const reopen of this.#byUser.get(userId) ?? []) reopen();
      this.#news.tell('accounts', userId, {});
    });
  }

  /** `reopen` ends what the user may no longer see and begins what he may see now. */
  follow(userId: string, reopen: () => void): Disposer {
    const followers = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, followers.add(reopen));
    return () => {
      followers.delete(reopen);
      if (followers.size === 0 && this.#byUser.get(userId) === followers) this.#byUser.delete(userId);
    };
  }
}
