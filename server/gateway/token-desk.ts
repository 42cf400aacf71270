import { AppError } from '../../core/contract/app-error.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { type ApiKeyRegistry, isKeySession, isKeyToken } from '../session/api-key-registry.ts';
import { networkOf } from '../session/network-of.ts';
import { looksLikeToken, type Session, type SessionRegistry } from '../session/session-registry.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Unknown tokens that an address may try, by call or socket. */
const unknownPerMinute = 1_200;

/**
 * Finds whom a token stands for, a person's session or an API key. One that was given out costs nothing; an unknown token costs a query, which
 * its address pays for first: garbage from behind the same address never keeps an owner out.
 */
export class TokenDesk {
  readonly #sessions: SessionRegistry;
  readonly #keys: ApiKeyRegistry;
  readonly #limiter: RateLimiter;

  constructor(sessions: SessionRegistry, keys: ApiKeyRegistry, limiter: RateLimiter) {
    this.#sessions = sessions;
    this.#keys = keys;
    this.#limiter = limiter;
  }

  /**
   * Answers at once when the token is in memory, cannot be one, or the address has asked too often (RATE_LIMITED). Null: no such session;
   * KEY_INVALID, KEY_ADDRESS: no such key, or not from here.
   */
  find(token: string, ip: string): Session | null | AppError | Promise<Session | AppError | null> {
    if (isKeyToken(token)) return this.#findKey(token, ip);
    if (!looksLikeToken(token)) return null;
    const hot = this.#sessions.hot(token);
    if (hot !== undefined) return hot;
    const refusal = this.#sessions.knows(token) ? null : this.#tooMany(ip);
    return refusal ?? this.#sessions.find(token);
  }

  /** Whether what was opened under a session or key may stay open. */
  async isLive(tokenHash: string): Promise<boolean> {
    return isKeySession(tokenHash) ? this.#keys.isLive(tokenHash) : this.#sessions.isLive(tokenHash);
  }

  /** Tells when sessions and keys have ended. */
  onEnd(listener: (tokenHash: string) => void): Disposer {
    const stops = [
      this.#sessions.onEnd(listener),
      this.#keys.onEnd(listener),
      this.#sessions.onEndAll((userId) => this.#keys.refresh(userId)),
    ];
    return () => {
      for (const stop of stops) void stop();
    };
  }

  #findKey(token: string, ip: string): Session | AppError | Promise<Session | AppError> {
    const isKnown = this.#keys.knows(token);
    const refusal = isKnown ? null : this.#tooMany(ip);
    if (refusal !== null) return refusal;
    const found = this.#keys.find(token, ip);
    if (!isKnown) return found;
    // Whoever uses a known key from where it may not be used pays for it, not its owner.
    const paid = (answer: Session | AppError): Session | AppError => (answer instanceof AppError ? (this.#tooMany(ip) ?? answer) : answer);
    return found instanceof Promise ? found.then(paid) : paid(found);
  }

  #tooMany(ip: string): AppError | null {
    const waitS = this.#limiter.take(`${networkOf(ip)} token`, unknownPerMinute);
    return waitS > 0 ? new AppError('RATE_LIMITED', { retryAfterS: waitS }) : null;
  }
}
