import { AppError } from '../../../core/contract/app-error.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import { networkOf } from '../../../core/domain/accounts/network-of.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Found, TokenScheme } from './token-scheme.ts';

/** Unknown tokens that an address may try, by call or socket. */
const unknownPerMinute = 1_200;

/**
 * Finds whom a token stands for, by the first scheme that takes it. One that was given out costs nothing; an unknown token costs a query, which
 * its address pays for first: garbage from behind the same address never keeps an owner out.
 */
export class TokenAuthenticator {
  readonly #schemes: readonly TokenScheme[];
  readonly #limiter: RateLimiter;

  constructor(schemes: readonly TokenScheme[], limiter: RateLimiter) {
    this.#schemes = schemes;
    this.#limiter = limiter;
  }

  /**
   * Answers at once when the token is in memory, cannot be one, or the address has asked too often (RATE_LIMITED). Null: no such session;
   * KEY_INVALID, KEY_ADDRESS: no such key, or not from here.
   */
  find(token: string, ip: string): Found | Promise<Found> {
    const scheme = this.#schemes.find((one) => one.takes(token));
    if (scheme === undefined) return null;
    const hot = scheme.hot(token);
    if (hot !== undefined) return hot;
    const isKnown = scheme.knows(token);
    const refusal = isKnown ? null : this.#tooMany(ip);
    if (refusal !== null) return refusal;
    const found = scheme.find(token, ip);
    if (!isKnown) return found;
    // Whoever uses a known token from where it may not be used pays for it, not its owner.
    const paid = (answer: Found): Found => (answer instanceof AppError ? (this.#tooMany(ip) ?? answer) : answer);
    return found instanceof Promise ? found.then(paid) : paid(found);
  }

  /** Whether what was opened under a token may stay open. */
  async isLive(tokenHash: string): Promise<boolean> {
    return (await this.#schemes.find((one) => one.owns(tokenHash))?.isLive(tokenHash)) ?? false;
  }

  /** Tells when sessions and keys have ended. */
  onEnd(listener: (tokenHash: string) => void): Disposer {
    const stops = this.#schemes.map((one) => one.onEnd(listener));
    return () => {
      for (const stop of stops) void stop();
    };
  }

  #tooMany(ip: string): AppError | null {
    const waitS = this.#limiter.take(`${networkOf(ip)} token`, unknownPerMinute);
    return waitS > 0 ? new AppError('RATE_LIMITED', { retryAfterS: waitS }) : null;
  }
}
