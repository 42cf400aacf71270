import { AppError } from '../../core/contract/app-error.ts';
import { looksLikeToken, type Session, type SessionRegistry } from '../session/session-registry.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Calls a minute when the route names no limit; unknown tokens an address may try, by call or socket. */
export const defaultLimitPerMinute = 1200;

/** Finds sessions for calls and sockets. A session in memory costs nothing; an unknown token costs a query, which its address pays for first. */
export class TokenDesk {
  readonly #sessions: SessionRegistry;
  readonly #limiter: RateLimiter;

  constructor(sessions: SessionRegistry, limiter: RateLimiter) {
    this.#sessions = sessions;
    this.#limiter = limiter;
  }

  /** Answers at once when the session is in memory, the text cannot be a token or the address has asked too often (RATE_LIMITED). */
  find(token: string, ip: string): Session | null | AppError | Promise<Session | null> {
    if (!looksLikeToken(token)) return null;
    const hot = this.#sessions.hot(token);
    if (hot !== undefined) return hot;
    const waitS = this.#limiter.take(`${ip} token`, defaultLimitPerMinute);
    return waitS > 0 ? new AppError('RATE_LIMITED', { retryAfterS: waitS }) : this.#sessions.find(token);
  }
}
