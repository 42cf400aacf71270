import { createHash, randomBytes } from 'node:crypto';
import type { Principal } from '../../core/contract/access.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { KeyPermission } from '../../schemas/wire/route.ts';
import type { BusMessage } from '../bus/bus-message.ts';
import type { SessionRecord, UserChanges, UserRecord } from '../store/records.ts';
import type { Repositories, Store } from '../store/store.ts';
import { GivenTokens, mostGivenTokens } from './given-tokens.ts';

export interface UserSession {
  readonly tokenHash: string;
  /** Names the session of a person and lets nobody in; absent: no session of a person. */
  readonly sessionId?: string;
  readonly principal: Principal & { readonly userId: string; readonly username: string };
  readonly inviteCode: string;
  expiresMs: number;
  /** When its person has last proven who he is, ms. */
  confirmedMs?: number;
  /** Absent: a person who signed in. */
  readonly key?: KeyGrant;
}

/** The API key that a caller came with, and what it may do. */
interface KeyGrant {
  readonly keyId: string;
  readonly permission: KeyPermission;
}

export interface SessionOrigin {
  readonly ip: string;
  readonly userAgent: string;
}

/** A session that nobody uses ends after this long, whatever its longest life. */
export const idleLifetimeMs = 12 * 60 * 60_000;
/** How long somebody counts as being there after he has proven it. */
export const confirmationMs = 5 * 60_000;
/** Sessions of one user at a time; another ends the oldest. */
export const maxSessions = 50;
/** A session in use is extended at most this often. */
const extendEveryMs = 5 * 60_000;
/** A session in use is read again after this long, behind its calls: what another process did to it or its user counts then. */
const freshMs = 30_000;
const longestAgent = 300;
const cacheCapacity = 20_000;

/** Follows from the hash of the token, and neither token nor hash from it. */
export const sessionIdOf = (tokenHash: string): string => createHash('sha256').update(`session ${tokenHash}`).digest('hex').slice(0, 32);

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
/** 32 random bytes in base64url: 43 characters. */
export const looksLikeToken = (token: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(token);

interface SessionRegistryParts {
  readonly store: Pick<Store, 'sessions' | 'users' | 'transaction'>;
  readonly clock: Pick<Clock, 'nowMs' | 'elapsedMs'>;
  readonly logger: Logger;
  /** False: sessions of demo users are void, even ones opened by an earlier demo run on the same data. */
  readonly demoAllowed: boolean;
  /** After which a session ends however much it is used. */
  readonly longestMs: number;
  /** Tells other servers what this one has ended. Absent: there are none. */
  readonly tell?: ((message: BusMessage) => void) | undefined;
}

interface HotSession {
  readonly session: UserSession;
  /** When it ends however much it is used. */
  readonly endsMs: number;
  /** When it was last read, well or not. */
  refreshedMs: number;
  /** When it was last written that it is in use. */
  usedMs: number;
}

/** Who is signed in. The database is the truth; sessions in use are kept in memory, so that a call costs one hash. */
export class SessionRegistry {
  readonly #parts: SessionRegistryParts;
  readonly #hot = new Map<string, HotSession>();
  readonly #given = new GivenTokens();
  /** Reads of the database that are under way. */
  readonly #lookups = new Set<{ readonly tokenHash: string; ended: boolean }>();
  readonly #endListeners = new Set<(tokenHash: string) => void>();
  readonly #endAllListeners = new Set<(userId: string) => void>();

  constructor(parts: SessionRegistryParts) {
    this.#parts = parts;
  }

  /** Learns which tokens were given out before this start. */
  async recall(): Promise<void> {
    const { store, clock } = this.#parts;
    for (const tokenHash of await store.sessions.live(clock.nowMs(), mostGivenTokens)) this.#given.add(tokenHash);
  }

  /** True for a token that was given out and is not known to have ended: looking for it costs its address nothing. */
  knows(token: string): boolean {
    return this.#given.has(hashToken(token));
  }

  /**
   * Opens a session; the token is given out here and never again. `alongside` is written in the same transaction: there is no session without
   * it. Null, with nothing written, when the user has other rights or another password by now than `user` says.
   */
  async open(
    user: UserRecord,
    origin: SessionOrigin,
    alongside: (repositories: Repositories) => Promise<void> = async () => undefined,
  ): Promise<{ readonly token: string; readonly session: UserSession } | null> {
    const { store, clock } = this.#parts;
    const token = randomBytes(32).toString('base64url');
    const nowMs = clock.nowMs();
    const opened = { createdMs: nowMs, expiresMs: nowMs + idleLifetimeMs, usedMs: nowMs, confirmedMs: nowMs };
    const hot = this.#hotOf(hashToken(token), user, opened);
    const { tokenHash, expiresMs } = hot.session;
    const ended = await store.transaction(async (repositories) => {
      // A change of the user waits for this, and then ends what is opened here too.
      await repositories.storage.hold(user.id);
      if (endsSessions(user, await repositories.users.get(user.id))) return null;
      const userAgent = origin.userAgent.slice(0, longestAgent);
      const record = { ...opened, tokenHash, userId: user.id, expiresMs, revokedMs: null, ip: origin.ip, userAgent };
      await repositories.sessions.create(record);
      await alongside(repositories);
      const tooMany = await revokeOldest(repositories, record, nowMs);
      const after = { ip: origin.ip, user_agent: userAgent };
      await repositories.audit.appendOwn({ ...deedOf('session.opened', user.id, nowMs), after });
      return tooMany;
    });
    if (ended === null) return null;
    this.#keep(hot);
    for (const one of ended) this.#endHere(one);
    return { token, session: hot.session };
  }

  /** The session when it is in memory and valid. `undefined`: unknown here, ask {@link find}. */
  hot(token: string): UserSession | undefined {
    const hot = this.#hot.get(hashToken(token));
    if (hot === undefined) return undefined;
    const { session } = hot;
    const nowMs = this.#parts.clock.nowMs();
    if (session.expiresMs <= nowMs) {
      this.#hot.delete(session.tokenHash);
      return undefined;
    }
    const longestMs = Math.min(nowMs + idleLifetimeMs, hot.endsMs);
    if (longestMs - session.expiresMs > extendEveryMs || nowMs - hot.usedMs > extendEveryMs) this.#extend(hot, longestMs, nowMs);
    this.#refreshBehind(hot);
    return session;
  }

  /** The session of a token, or null when there is none that is valid. */
  async find(token: string): Promise<UserSession | null> {
    return this.hot(token) ?? (await this.#load(hashToken(token)));
  }

  /** Its person has just proven that it is still he. */
  async confirmed(session: UserSession): Promise<void> {
    const { store, clock } = this.#parts;
    const nowMs = clock.nowMs();
    await store.sessions.confirmed(session.tokenHash, nowMs);
    session.confirmedMs = nowMs;
  }

  /** Whether its person has proven within the last minutes that it is he; asked of the database when it was not here. */
  async isFresh({ tokenHash, confirmedMs = 0 }: UserSession): Promise<boolean> {
    const { store, clock } = this.#parts;
    const sinceMs = clock.nowMs() - confirmationMs;
    return confirmedMs >= sinceMs || ((await store.sessions.get(tokenHash))?.confirmedMs ?? 0) >= sinceMs;
  }

  /** Whether what was opened under a session may stay open, asked of the database; one that may not has ended then. */
  async isLive(tokenHash: string): Promise<boolean> {
    return (await this.#load(tokenHash)) !== null;
  }

  #refreshBehind(hot: HotSession): void {
    const { clock, logger } = this.#parts;
    const { tokenHash, principal } = hot.session;
    if (clock.elapsedMs() - hot.refreshedMs < freshMs) return;
    hot.refreshedMs = clock.elapsedMs();
    this.#load(tokenHash).catch((error: unknown) =>
      logger.warn({ err: error, userId: principal.userId }, 'could not read a session again'),
    );
  }

  /** Reads it; one in memory that is gone, or whose user has other rights now, ends. */
  async #load(tokenHash: string): Promise<UserSession | null> {
    const lookup = { tokenHash, ended: false };
    this.#lookups.add(lookup);
    try {
      const read = await this.#read(tokenHash);
      // It may have ended while it was read.
      if (lookup.ended) return null;
      const known = this.#hot.get(tokenHash)?.session;
      if (known !== undefined) {
        const isSame = read !== null && JSON.stringify(read.session.principal) === JSON.stringify(known.principal);
        if (isSame) {
          known.expiresMs = Math.max(known.expiresMs, read.session.expiresMs);
          known.confirmedMs = Math.max(known.confirmedMs ?? 0, read.session.confirmedMs ?? 0);
          return known;
        }
        this.#forget(tokenHash);
        return null;
      }
      if (read === null) this.#given.delete(tokenHash);
      else this.#keep(read);
      return read?.session ?? null;
    } finally {
      this.#lookups.delete(lookup);
    }
  }

  async #read(tokenHash: string): Promise<HotSession | null> {
    const { store, clock, demoAllowed } = this.#parts;
    const record = await store.sessions.get(tokenHash);
    if (record === null || record.revokedMs !== null) return null;
    const user = await store.users.get(record.userId);
    if (user === null || user.state !== 'ACTIVE' || (user.demo && !demoAllowed)) return null;
    const hot = this.#hotOf(record.tokenHash, user, record);
    return hot.session.expiresMs <= clock.nowMs() ? null : hot;
  }

  #hotOf(
    tokenHash: string,
    user: UserRecord,
    { createdMs, expiresMs, usedMs, confirmedMs }: Pick<SessionRecord, 'createdMs' | 'expiresMs' | 'usedMs' | 'confirmedMs'>,
  ): HotSession {
    const { longestMs, clock } = this.#parts;
    const endsMs = createdMs + longestMs;
    const session = {
      ...{ tokenHash, sessionId: sessionIdOf(tokenHash), principal: principalOf(user), inviteCode: user.inviteCode },
      expiresMs: Math.min(expiresMs, endsMs),
      confirmedMs: confirmedMs ?? createdMs,
    };
    return { session, endsMs, refreshedMs: clock.elapsedMs(), usedMs: usedMs ?? createdMs };
  }

  /** Of whoever signs out. */
  async end({ tokenHash, principal }: Pick<UserSession, 'tokenHash' | 'principal'>, { ip, userAgent }: SessionOrigin): Promise<void> {
    const { store, clock } = this.#parts;
    const nowMs = clock.nowMs();
    const after = { ip, user_agent: userAgent.slice(0, longestAgent) };
    await store.transaction(async ({ sessions, audit }) => {
      await sessions.revoke(tokenHash, nowMs);
      await audit.appendOwn({ ...deedOf('session.closed', principal.userId, nowMs), after });
    });
    this.#endHere(tokenHash);
  }

  #endHere(tokenHash: string): void {
    this.#forget(tokenHash);
    this.#parts.tell?.({ kind: 'session', tokenHash });
  }

  /** Another server says that it has ended a session: it and its sockets end here when the database says so too. */
  async heardEnd(tokenHash: string): Promise<void> {
    if (!(await this.isLive(tokenHash))) this.#forget(tokenHash);
  }

  /** Another server says that a user's rights or password are others: what the database does not have any more ends here. */
  async heardUser(userId: string): Promise<void> {
    const own = [...this.#hot.values()].filter(({ session }) => session.principal.userId === userId);
    await Promise.all(own.map(({ session }) => this.#load(session.tokenHash)));
    for (const listener of this.#endAllListeners) listener(userId);
  }

  /** News of other servers may have been lost: each session is read again behind its next call. */
  doubt(): void {
    for (const hot of this.#hot.values()) hot.refreshedMs = Number.NEGATIVE_INFINITY;
  }

  /** Ends all sessions of a user. */
  async endAllOf(userId: string): Promise<void> {
    this.ended(userId, await this.#parts.store.sessions.revokeAllOf(userId, this.#parts.clock.nowMs()));
  }

  /** All sessions of a user have been ended in the database: they and their sockets end here. */
  ended(userId: string, tokenHashes: readonly string[]): void {
    for (const tokenHash of tokenHashes) this.#forget(tokenHash);
    for (const listener of this.#endAllListeners) listener(userId);
    this.#parts.tell?.({ kind: 'user', userId });
  }

  /** One session has been ended in the database: it and its sockets end here. */
  endedOne(tokenHash: string): void {
    this.#endHere(tokenHash);
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

  #extend(hot: HotSession, expiresMs: number, nowMs: number): void {
    const { session } = hot;
    session.expiresMs = expiresMs;
    hot.usedMs = nowMs;
    const { store, logger } = this.#parts;
    store.sessions.extend(session.tokenHash, expiresMs, nowMs).catch((error: unknown) => {
      logger.warn({ err: error, userId: session.principal.userId }, 'could not extend a session');
    });
  }

  #keep(hot: HotSession): void {
    this.#given.add(hot.session.tokenHash);
    this.#hot.set(hot.session.tokenHash, hot);
    if (this.#hot.size <= cacheCapacity) return;
    const oldest = this.#hot.keys().next().value;
    if (oldest !== undefined) this.#hot.delete(oldest);
  }

  #forget(tokenHash: string): void {
    this.#hot.delete(tokenHash);
    this.#given.delete(tokenHash);
    for (const lookup of this.#lookups) if (lookup.tokenHash === tokenHash) lookup.ended = true;
    for (const listener of this.#endListeners) listener(tokenHash);
  }
}

/** Makes room for the newest session of a user; gives the hashes of those that had to go. */
async function revokeOldest({ sessions }: Repositories, newest: SessionRecord, nowMs: number): Promise<readonly string[]> {
  const others = (await sessions.activeOf(newest.userId, nowMs))
    .map(({ tokenHash }) => tokenHash)
    .filter((hash) => hash !== newest.tokenHash);
  const tooMany = others.slice(maxSessions - 1);
  for (const tokenHash of tooMany) await sessions.revoke(tokenHash, nowMs);
  return tooMany;
}

/** What somebody does with a session of his own, for the audit. */
const deedOf = (action: `session.${'opened' | 'closed'}`, userId: string, timeMs: number) => ({
  ...{ timeMs, actor: userId, action, subject: `person/${userId}`, before: null },
});

/** What sessions stand on. */
const ofSessions = ['role', 'vipLevel', 'productVersion', 'passwordHash', 'state'] as const satisfies readonly (keyof UserChanges)[];

/** Another password or other rights end the sessions of a user. */
export const endsSessions = (before: UserRecord, after: UserRecord | null): boolean =>
  ofSessions.some((field) => before[field] !== after?.[field]);

export const principalOf = (user: UserRecord): UserSession['principal'] => ({
  userId: user.id,
  username: user.username,
  role: user.role,
  vipLevel: user.vipLevel,
  ...(user.productVersion === null ? {} : { productVersion: user.productVersion }),
});
