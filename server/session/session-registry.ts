import { createHash, randomBytes } from 'node:crypto';
import type { Principal } from '../../core/contract/access.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { KeyPermission } from '../../schemas/wire/route.ts';
import type { UserRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';

export interface Session {
  readonly tokenHash: string;
  readonly principal: Principal & { readonly userId: string; readonly username: string };
  readonly inviteCode: string;
  expiresMs: number;
  /** Absent: a person who signed in. */
  readonly key?: KeyGrant;
}

/** The API key that a caller came with, and what it may do. */
export interface KeyGrant {
  readonly keyId: string;
  readonly permission: KeyPermission;
}

export interface SessionOrigin {
  readonly ip: string;
  readonly userAgent: string;
}

export const sessionLifetimeMs = 12 * 60 * 60_000;
/** Sessions of one user at a time; another ends the oldest. */
export const maxSessions = 50;
/** A session in use is extended at most this often. */
const extendEveryMs = 5 * 60_000;
const cacheCapacity = 20_000;

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
/** 32 random bytes in base64url: 43 characters. */
export const looksLikeToken = (token: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(token);

/** Who is signed in. The database is the truth; sessions in use are kept in memory, so that a call costs one hash. */
export class SessionRegistry {
  readonly #store: Pick<Store, 'sessions' | 'users'>;
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #logger: Logger;
  readonly #demoAllowed: boolean;
  readonly #hot = new Map<string, Session>();
  /** Reads of the database that are under way. */
  readonly #lookups = new Set<{ readonly tokenHash: string; ended: boolean }>();
  readonly #endListeners = new Set<(tokenHash: string) => void>();
  readonly #endAllListeners = new Set<(userId: string) => void>();

  /** `demoAllowed` false: sessions of demo users are void, even ones opened by an earlier demo run on the same data. */
  constructor(store: Pick<Store, 'sessions' | 'users'>, clock: Pick<Clock, 'nowMs'>, logger: Logger, demoAllowed: boolean) {
    this.#store = store;
    this.#clock = clock;
    this.#logger = logger;
    this.#demoAllowed = demoAllowed;
  }

  /** Opens a session; the token is given out here and never again. */
  async open(user: UserRecord, origin: SessionOrigin): Promise<{ readonly token: string; readonly session: Session }> {
    const token = randomBytes(32).toString('base64url');
    const nowMs = this.#clock.nowMs();
    const session = sessionOf(hashToken(token), user, nowMs + sessionLifetimeMs);
    await this.#store.sessions.create({
      tokenHash: session.tokenHash,
      userId: user.id,
      createdMs: nowMs,
      expiresMs: session.expiresMs,
      revokedMs: null,
      ip: origin.ip,
      userAgent: origin.userAgent.slice(0, 300),
    });
    this.#keep(session);
    await this.#endOldest(user.id, session.tokenHash, nowMs);
    return { token, session };
  }

  /** The session when it is in memory and valid. `undefined`: unknown here, ask {@link find}. */
  hot(token: string): Session | undefined {
    const session = this.#hot.get(hashToken(token));
    if (session === undefined) return undefined;
    const nowMs = this.#clock.nowMs();
    if (session.expiresMs <= nowMs) {
      this.#hot.delete(session.tokenHash);
      return undefined;
    }
    if (session.expiresMs - nowMs < sessionLifetimeMs - extendEveryMs) this.#extend(session, nowMs);
    return session;
  }

  /** The session of a token, or null when there is none that is valid. */
  async find(token: string): Promise<Session | null> {
    return this.hot(token) ?? (await this.findByHash(hashToken(token)));
  }

  /** As {@link find}, without counting as use. */
  async findByHash(tokenHash: string): Promise<Session | null> {
    const hot = this.#hot.get(tokenHash);
    if (hot !== undefined && hot.expiresMs > this.#clock.nowMs()) return hot;
    const lookup = { tokenHash, ended: false };
    this.#lookups.add(lookup);
    try {
      const session = await this.#load(tokenHash);
      // It may have ended while it was read.
      if (session === null || lookup.ended) return null;
      this.#keep(session);
      return session;
    } finally {
      this.#lookups.delete(lookup);
    }
  }

  async #load(tokenHash: string): Promise<Session | null> {
    const record = await this.#store.sessions.get(tokenHash);
    if (record === null || record.revokedMs !== null || record.expiresMs <= this.#clock.nowMs()) return null;
    const user = await this.#store.users.get(record.userId);
    if (user === null || user.state !== 'ACTIVE' || (user.demo && !this.#demoAllowed)) return null;
    return sessionOf(record.tokenHash, user, record.expiresMs);
  }

  async end({ tokenHash }: Pick<Session, 'tokenHash'>): Promise<void> {
    await this.#store.sessions.revoke(tokenHash, this.#clock.nowMs());
    this.#forget(tokenHash);
  }

  /** Ends all sessions of a user, as after a change of password or role. */
  async endAllOf(userId: string): Promise<void> {
    for (const tokenHash of await this.#store.sessions.revokeAllOf(userId, this.#clock.nowMs())) this.#forget(tokenHash);
    for (const listener of this.#endAllListeners) listener(userId);
  }

  /** Tells whose sessions were all ended: what the user may do has changed. */
  onEndAll(listener: (userId: string) => void): () => void {
    this.#endAllListeners.add(listener);
    return () => this.#endAllListeners.delete(listener);
  }

  /** Tells when a session was ended, so that its sockets can be closed. */
  onEnd(listener: (tokenHash: string) => void): () => void {
    this.#endListeners.add(listener);
    return () => this.#endListeners.delete(listener);
  }

  async #endOldest(userId: string, newest: string, nowMs: number): Promise<void> {
    const others = (await this.#store.sessions.activeOf(userId, nowMs)).filter(({ tokenHash }) => tokenHash !== newest);
    for (const session of others.slice(maxSessions - 1)) await this.end(session);
  }

  #extend(session: Session, nowMs: number): void {
    session.expiresMs = nowMs + sessionLifetimeMs;
    this.#store.sessions.extend(session.tokenHash, session.expiresMs).catch((error: unknown) => {
      this.#logger.warn({ err: error, userId: session.principal.userId }, 'could not extend a session');
    });
  }

  #keep(session: Session): void {
    this.#hot.set(session.tokenHash, session);
    if (this.#hot.size <= cacheCapacity) return;
    const oldest = this.#hot.keys().next().value;
    if (oldest !== undefined) this.#hot.delete(oldest);
  }

  #forget(tokenHash: string): void {
    this.#hot.delete(tokenHash);
    for (const lookup of this.#lookups) if (lookup.tokenHash === tokenHash) lookup.ended = true;
    for (const listener of this.#endListeners) listener(tokenHash);
  }
}

export const principalOf = (user: UserRecord): Session['principal'] => ({
  userId: user.id,
  username: user.username,
  role: user.role,
  vipLevel: user.vipLevel,
});

const sessionOf = (tokenHash: string, user: UserRecord, expiresMs: number): Session => ({
  tokenHash,
  principal: principalOf(user),
  inviteCode: user.inviteCode,
  expiresMs,
});
