import type { Principal } from '../../../core/contract/access.ts';
import { Turns } from '../../../core/domain/turns.ts';
import type { UserRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';

/** Who the owners of running instances are by now: what was given to one or taken from him holds for what his instances do next. */
export class Owners {
  readonly #store: Pick<Store, 'users'>;
  readonly #owners = new Map<string, UserRecord>();
  readonly #house = new Set<string>();
  /** Reads run one after the other, so that none ends with what was before a later one. */
  readonly #turns = new Turns();

  constructor(store: Pick<Store, 'users'>) {
    this.#store = store;
  }

  /** Reads the owner of an instance that is taken up. Throws where there is no such user. */
  of(userId: string): Promise<UserRecord> {
    return this.#turns.take(async () => {
      const user = await this.#store.users.get(userId);
      if (user === null) throw new Error(`the owner ${userId} of a strategy instance is gone`);
      this.#owners.set(userId, user);
      return user;
    });
  }

  /** Of an owner who was read. */
  principal(userId: string): Principal {
    const { username, role, vipLevel, productVersion } = this.#known(userId);
    return { userId, username, role, vipLevel, productVersion };
  }

  /** A user of the house, as whom nobody ever comes in: that is no reason to hold his instances. */
  ofHouse(userId: string): void {
    this.#house.add(userId);
  }

  /** True while nobody may come in as him any more: his instances only take back what they have open. */
  isDisabled(userId: string): boolean {
    return !this.#house.has(userId) && this.#known(userId).state !== 'ACTIVE';
  }

  /** Reads again whom it knows: one of them, or all. */
  async refresh(userIds: Iterable<string> = this.#owners.keys()): Promise<void> {
    for (const userId of [...userIds]) if (this.#owners.has(userId)) await this.of(userId);
  }

  #known(userId: string): UserRecord {
    const user = this.#owners.get(userId);
    if (user === undefined) throw new Error(`the owner ${userId} of a strategy instance was never read`);
    return user;
  }
}
