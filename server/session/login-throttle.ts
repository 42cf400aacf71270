import type { Clock } from '../../core/contract/server-services.ts';
import { AttemptCounts } from './attempt-counts.ts';
import { networkOf } from './network-of.ts';

/** Wrong passwords that cost nothing: of one network, and of all together that never got in. */
const freeFailures = { ofNetwork: 5, ofStrangers: 20 };
/** Networks that got in; the one that did so longest ago gives way. */
const capacity = 50_000;

/**
 * Slows down guessing, per account and network, and per account over all networks that are strangers to it. A network from which
 * somebody signed in is none: guessers cannot lock the owner out of the place where he is at home. An account is what was typed,
 * whether there is one or not, so a wait tells nobody that it exists.
 */
export class LoginThrottle {
  readonly #ofNetwork: AttemptCounts;
  readonly #ofStrangers: AttemptCounts;
  readonly #familiar = new Set<string>();

  constructor(clock: Pick<Clock, 'elapsedMs'>) {
    this.#ofNetwork = new AttemptCounts(clock, freeFailures.ofNetwork);
    this.#ofStrangers = new AttemptCounts(clock, freeFailures.ofStrangers);
  }

  /** Seconds to wait, or the try that may begin; whoever begins it has to end it. */
  begin(account: string, ip: string): number | LoginTry {
    const who = account.toLowerCase();
    const key = `${networkOf(ip)} ${who}`;
    const isStranger = !this.#familiar.has(key);
    const waitS = Math.max(this.#ofNetwork.waitS(key), isStranger ? this.#ofStrangers.waitS(who) : 0);
    if (waitS > 0) return waitS;
    this.#ofNetwork.begun(key);
    if (isStranger) this.#ofStrangers.begun(who);
    return {
      ended: (succeeded) => {
        this.#ofNetwork.ended(key, (failures) => (succeeded ? 0 : failures + 1));
        // The owner's coming in from a new place does not excuse those who guessed elsewhere.
        if (isStranger) this.#ofStrangers.ended(who, (failures) => failures + (succeeded ? 0 : 1));
        if (succeeded) this.#greet(key);
      },
    };
  }

  #greet(key: string): void {
    this.#familiar.delete(key);
    this.#familiar.add(key);
    const oldest = this.#familiar.values().next().value;
    if (this.#familiar.size > capacity && oldest !== undefined) this.#familiar.delete(oldest);
  }
}

export interface LoginTry {
  ended(succeeded: boolean): void;
}
