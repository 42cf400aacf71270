import { createHmac } from 'node:crypto';
import type { Clock } from '../../core/contract/server-services.ts';
import { networkOf } from '../../core/domain/accounts/network-of.ts';
import type { UserRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/** Networks of one user that are remembered; the one not seen longest gives way. */
const mostOfUser = 20;

type Named = Pick<UserRecord, 'username' | 'email' | 'phone'>;

interface Greeting {
  readonly userId: string;
  /** What was typed. */
  readonly account: string;
  readonly ip: string;
}

/**
 * From where people signed in before, kept over restarts. What is stored tells neither network nor account: it is a hash of both
 * under the installation's key.
 */
export class KnownNetworks {
  readonly #store: Pick<Store, 'knownNetworks'>;
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #key: Buffer;

  constructor(store: Pick<Store, 'knownNetworks'>, clock: Pick<Clock, 'nowMs'>, masterKey: Buffer) {
    this.#store = store;
    this.#clock = clock;
    this.#key = createHmac('sha256', masterKey).update('known networks').digest();
  }

  /** `account`: what was typed. One look-up whether there is such an account or not: its time tells nothing. */
  has(account: string, ip: string): Promise<boolean> {
    return this.#store.knownNetworks.has(this.#hash(account, ip));
  }

  /** Whether the user came from there before, whichever of his names he typed. `knownNetworks`: those of the transaction. */
  async knows(knownNetworks: Store['knownNetworks'], { username, email, phone }: Named, ip: string): Promise<boolean> {
    for (const name of [username, email, phone]) if (name !== null && (await knownNetworks.has(this.#hash(name, ip)))) return true;
    return false;
  }

  /** `knownNetworks`: those of the transaction that the sign-in is written in. */
  greet(knownNetworks: Store['knownNetworks'], { userId, account, ip }: Greeting): Promise<void> {
    return knownNetworks.greet(userId, this.#hash(account, ip), this.#clock.nowMs(), mostOfUser);
  }

  #hash(account: string, ip: string): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([account.toLowerCase(), networkOf(ip)]))
      .digest('hex');
  }
}
