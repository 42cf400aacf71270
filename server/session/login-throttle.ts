import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { networkOf } from '../../core/domain/accounts/network-of.ts';
import { mostEffort } from '../../core/domain/accounts/sign-in-effort.ts';
import { AttemptCounts } from './attempt-counts.ts';

/** Wrong passwords an hour that cost nothing: for an account from one network, from one network for any account, and for an account from strangers. */
const freeFailures = { ofPair: 5, ofNetwork: 30, ofStrangers: 20 };
/** Failures of strangers beyond the free ones that double the work of the next stranger. */
const failuresPerStep = 10;

export interface LoginAttempt {
  /** What was typed, whether there is such a user or not: neither a wait nor more work tells that one exists. */
  readonly account: string;
  readonly ip: string;
  /** Somebody signed in to the account from this network before. */
  readonly isKnown: boolean;
  /** Of the work that was done for it; null: it needs none, as of one who is signed in. */
  readonly effort: number | null;
}

/**
 * Slows down guessing. An account from one network, and one network with whatever accounts, wait ever longer; an account from networks
 * that are strangers to it has to work ever harder but never waits, so that nobody can lock its owner out of a new place. A known
 * network is no stranger, and pays nothing for what its neighbours do.
 */
export class LoginThrottle {
  readonly #ofPair: AttemptCounts;
  readonly #ofNetwork: AttemptCounts;
  readonly #ofStrangers: AttemptCounts;

  constructor(clock: Pick<Clock, 'elapsedMs'>) {
    this.#ofPair = new AttemptCounts(clock, freeFailures.ofPair);
    this.#ofNetwork = new AttemptCounts(clock, freeFailures.ofNetwork);
    this.#ofStrangers = new AttemptCounts(clock, freeFailures.ofStrangers);
  }

  /** The try that may begin, and has to be ended; LOGIN_LOCKED or LOGIN_WORK_NEEDED. */
  begin({ account, ip, isKnown, effort }: LoginAttempt): Outcome<LoginTry> {
    const who = account.toLowerCase();
    const network = networkOf(ip);
    const pair = `${network} ${who}`;
    const waitS = Math.max(this.#ofPair.waitS(pair), isKnown ? 0 : this.#ofNetwork.waitS(network));
    if (waitS > 0) return refused('LOGIN_LOCKED', { retryAfterS: waitS });
    const needed = isKnown || effort === null ? 0 : this.#effortFor(who);
    if (effort !== null && effort < needed) return refused('LOGIN_WORK_NEEDED', { effort: needed });
    const counts = [
      { of: this.#ofPair, key: pair, forgives: true },
      // The owner's coming in does not excuse those who guessed beside him or elsewhere.
      ...(isKnown
        ? []
        : [
            { of: this.#ofNetwork, key: network },
            { of: this.#ofStrangers, key: who },
          ].map((one) => ({ ...one, forgives: false }))),
    ];
    for (const { of, key } of counts) of.begun(key);
    return accepted({
      ended: (succeeded) => {
        for (const { of, key, forgives } of counts) of.ended(key, (before) => (!succeeded ? before + 1 : forgives ? 0 : before));
      },
    });
  }

  #effortFor(who: string): number {
    return Math.min(mostEffort, Math.ceil(this.#ofStrangers.excess(who) / failuresPerStep));
  }
}

interface LoginTry {
  ended(succeeded: boolean): void;
}
