import { randomBytes } from 'node:crypto';
import { type AppError, accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { ChangeNote } from '../../core/contract/people.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { ProductVersion, Role, VipLevel } from '../../core/domain/accounts/role.ts';
import type { NewAuditRecord, NewUser, UserChanges, UserRecord } from '../store/records.ts';
import { isUniqueViolation } from '../store/sql/in-transaction.ts';
import type { Repositories, Store } from '../store/store.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { revokeKeys } from './revoked-keys.ts';
import { endsSessions, type SessionRegistry, sessionIdOf } from './session-registry.ts';
import { ownPassword } from './sign-in-step-book.ts';

interface NewPerson {
  readonly username: string;
  readonly email: string | null;
  readonly password: string;
  readonly role: Role;
  readonly vipLevel: VipLevel;
  readonly demo: boolean;
  readonly phone?: string | null;
  readonly vipUntilMs?: number | null;
  readonly productVersion?: ProductVersion | null;
  /** Who brought him, by id. */
  readonly invitedBy?: string | null;
}

/** What else is done in the transaction that makes people. */
export interface Alongside {
  /** Before anything else; what it refuses with, nobody is made. */
  readonly before: (repositories: Repositories) => Promise<AppError | null>;
  /** Once they are made, and it stands in the audit. */
  readonly after: (repositories: Repositories, users: readonly UserRecord[]) => Promise<void>;
  /** They make themselves, and so says the audit, with the version of the terms of use that they have accepted. */
  readonly termsVersion?: string;
}

interface PeopleParts {
  readonly store: Pick<Store, 'users' | 'transaction'>;
  readonly passwords: PasswordHasher;
  readonly sessions: Pick<SessionRegistry, 'ended'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: () => string;
}

/** Passwords that are made here: 96 random bits. */
export const freshPassword = (): string => randomBytes(12).toString('base64url');

/** In place of the password of somebody who has left for good: no password has such a hash. */
const erasedHash = 'erased';
export const isErased = ({ passwordHash }: Pick<UserRecord, 'passwordHash'>): boolean => passwordHash === erasedHash;

const bySystem: ChangeNote = { by: 'system', reason: null };

/** Makes user records and changes them; each change stands in the audit log, in its transaction. */
export class People {
  readonly #parts: PeopleParts;

  constructor(parts: PeopleParts) {
    this.#parts = parts;
  }

  /** Throws when the username or email is taken. */
  async create(person: NewPerson): Promise<UserRecord> {
    const made = await this.createAll([person], bySystem);
    const user = made.ok ? made.value[0] : undefined;
    if (user === undefined) throw new Error(`user ${person.username} cannot be created: ${made.ok ? '' : made.error.message}`);
    return user;
  }

  /** All or none, in this order. PERSON_TAKEN: somebody has a name, e-mail or phone of theirs. Throws the reason of `gone`, with nobody made. */
  async createAll(
    people: readonly NewPerson[],
    note: ChangeNote,
    gone?: AbortSignal,
    alongside?: Alongside,
  ): Promise<Outcome<readonly UserRecord[]>> {
    const { store, clock } = this.#parts;
    const hashes = await this.#hashes(
      people.map(({ password }) => password),
      gone,
    );
    const timeMs = clock.nowMs();
    const rows = people.map((person, at) => this.#row(person, hashes[at] ?? '', timeMs));
    try {
      return await store.transaction(async (repositories) => {
        const first = (await alongside?.before(repositories)) ?? null;
        if (first !== null) return denied(first);
        const admins = await repositories.users.hold('');
        const barred = await authorProblem(repositories, note, admins);
        if (barred !== null) return denied(barred);
        const byId = new Map((await repositories.users.createAll(rows)).map((user) => [user.id, user]));
        const users = rows.flatMap(({ id }) => byId.get(id) ?? []);
        // Those that could be made go with the transaction.
        if (users.length < rows.length) throw new Taken();
        const { termsVersion = null } = alongside ?? {};
        await repositories.audit.appendAll(
          users.map((user) =>
            termsVersion === null
              ? entryOf(note, 'person.created', user, timeMs, null, termsOf(user))
              : registered(user, timeMs, termsVersion),
          ),
        );
        await alongside?.after(repositories, users);
        return accepted(users);
      });
    } catch (error) {
      if (error instanceof Taken) return refused('PERSON_TAKEN', { field: 'username' });
      throw error;
    }
  }

  #row(
    { username, email, phone = null, role, vipLevel, vipUntilMs = null, productVersion = null, invitedBy = null, demo }: NewPerson,
    passwordHash: string,
    createdMs: number,
  ): NewUser {
    const inviteCode = randomBytes(5).toString('hex').toUpperCase();
    const terms = { username, email, phone, role, vipLevel, vipUntilMs, productVersion, demo };
    return { ...terms, id: this.#parts.newId(), passwordHash, inviteCode, invitedBy, state: 'ACTIVE', createdMs };
  }

  /** One after the other: people who sign in meanwhile get their turn between two of many. */
  async #hashes(passwords: readonly string[], gone?: AbortSignal): Promise<readonly string[]> {
    const hashes: string[] = [];
    for (const password of passwords) {
      hashes.push(await this.#parts.passwords.hash(password));
      gone?.throwIfAborted();
    }
    return hashes;
  }

  /** Changes a user for the house, whatever it is. */
  change(userId: string, changes: UserChanges): Promise<Outcome<UserRecord>> {
    return this.edit(userId, bySystem, () => accepted(changes));
  }

  /**
   * Changes a user as `decide` says, which is asked while nobody else can change him or who the active administrators are. Another role, level,
   * password or state ends all sessions with it but `keptSession`, in the one transaction, and their sockets at once. Another password that was not set
   * from a session which is kept revokes his API keys too.
   */
  async edit(userId: string, note: ChangeNote, decide: Decide, keptSession?: string, beside: Beside = {}): Promise<Outcome<UserRecord>> {
    try {
      return await this.#edit(userId, note, decide, keptSession, beside);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      // Somebody took the address between the look and the write: the next look sees it.
      return this.#edit(userId, note, decide, keptSession, beside);
    }
  }

  /**
   * Takes everything out of a user that is his; the audit says that it was done and not what he was called. `along`: in the same transaction, before
   * the sessions are forgotten that it ends. `decide` refuses it, while nobody else can change him or who the active administrators are.
   */
  async erase(
    userId: string,
    note: ChangeNote,
    decide: (user: UserRecord, admins: readonly UserRecord[]) => AppError | null,
    along: Along,
  ) {
    const { store, sessions, clock } = this.#parts;
    const done = await store.transaction(async (repositories): Promise<Outcome<readonly string[]>> => {
      const { users, audit } = repositories;
      const admins = await users.hold(userId);
      const before = await users.get(userId);
      if (before === null || isErased(before)) return refused('PERSON_UNKNOWN');
      const barred = (await authorProblem(repositories, note, admins)) ?? decide(before, admins);
      if (barred !== null) return denied(barred);
      const timeMs = clock.nowMs();
      const ended = await repositories.sessions.revokeAllOf(userId, timeMs);
      await repositories.pendingSignIns.removeAllOf(userId);
      await along(repositories);
      const nobody = { username: `deleted-${userId}`, email: null, phone: null, passwordHash: erasedHash, state: 'DISABLED' } as const;
      await users.update(userId, { ...nobody, vipLevel: 0, vipUntilMs: null, productVersion: null });
      await audit.append(entryOf(note, 'person.erased', { id: userId }, timeMs, null, null));
      return accepted(ended);
    });
    if (!done.ok) return done;
    sessions.ended(userId, done.value);
    return accepted(null);
  }

  async #edit(
    userId: string,
    note: ChangeNote,
    decide: Decide,
    keptSession: string | undefined,
    { before: first, after, proof, isGiven = false }: Beside,
  ): Promise<Outcome<UserRecord>> {
    const { store, sessions, clock } = this.#parts;
    const work = async (
      repositories: Repositories,
    ): Promise<Outcome<{ readonly user: UserRecord; readonly ended: readonly string[] | null }>> => {
      const { users, audit } = repositories;
      const refusal = (await first?.(repositories)) ?? null;
      if (refusal !== null) return denied(refusal);
      const admins = await users.hold(userId);
      const before = await users.get(userId);
      if (before === null || isErased(before)) return refused('PERSON_UNKNOWN');
      const barred = await authorProblem(repositories, note, admins);
      if (barred !== null) return denied(barred);
      const decided = decide(before, admins);
      if (!decided.ok) return decided;
      const changed = await users.update(userId, decided.value);
      if (changed.outcome === 'unknown') return refused('PERSON_UNKNOWN');
      if (changed.outcome === 'taken') return refused('PERSON_TAKEN', { field: changed.field });
      const timeMs = clock.nowMs();
      const isEnding = endsSessions(before, changed.user);
      const kept = keptSession === undefined || !isEnding ? undefined : await openSession(repositories, userId, keptSession, timeMs);
      const ended = isEnding ? await repositories.sessions.revokeAllOf(userId, timeMs, kept) : null;
      if (isEnding) await repositories.pendingSignIns.removeAllOf(userId);
      const isNewPassword = before.passwordHash !== changed.user.passwordHash;
      const revoked = isNewPassword && keptSession === undefined ? await revokeKeys(repositories, userId, note, timeMs) : [];
      if (isNewPassword) await repositories.signInSteps.require(userId, ownPassword(isGiven));
      await after?.(repositories);
      const [from, to] = differences(before, changed.user);
      if (revoked.length > 0) await audit.appendAll(revoked);
      if (isNewPassword)
        await audit.append(entryOf(note, 'person.password', changed.user, timeMs, null, proof === undefined ? null : { by: proof }));
      if (Object.keys(to).length > 0) await audit.append(entryOf(note, 'person.changed', changed.user, timeMs, from, to));
      return accepted({ user: changed.user, ended });
    };
    const done = await store
      .transaction(async (repositories) => {
        const outcome = await work(repositories);
        // What was done before it goes with it.
        if (!outcome.ok && first !== undefined) throw new Undone(outcome.error);
        return outcome;
      })
      .catch((error: unknown) => (error instanceof Undone ? denied(error.refusal) : Promise.reject(error)));
    if (!done.ok) return done;
    if (done.value.ended !== null) sessions.ended(userId, done.value.ended);
    return accepted(done.value.user);
  }
}

/** What is to change of a user, when these are the active administrators. */
export type Decide = (user: UserRecord, admins: readonly UserRecord[]) => Outcome<UserChanges>;

/** Done in the transaction of a change, beside it. */
export type Along = (repositories: Repositories) => Promise<void>;

/** Done in the transaction of a change, before anything else of it and once it is made. */
interface Beside {
  readonly before?: Before | undefined;
  readonly after?: Along | undefined;
  /** By what another password was set: whoever had the code, and not by all means the person. */
  readonly proof?: 'code';
  /** Another password is one that somebody else has made: it opens nothing but the choice of his own. */
  readonly isGiven?: boolean;
}

/** Done in the transaction of a change before anything else of it; what it refuses with, nothing is changed. */
export type Before = (repositories: Repositories) => Promise<AppError | null>;

class Taken extends Error {}

class Undone extends Error {
  readonly refusal: AppError;

  constructor(refusal: AppError) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** The hash of an open session's token, by its id. */
export async function openSession(
  { sessions }: Pick<Repositories, 'sessions'>,
  userId: string,
  sessionId: string,
  nowMs: number,
): Promise<string | undefined> {
  return (await sessions.activeOf(userId, nowMs)).find(({ tokenHash }) => sessionIdOf(tokenHash) === sessionId)?.tokenHash;
}

/** Who has lost his rights while his call was under way changes nothing more. `admins`: those who are active. */
export async function authorProblem(
  { users }: Pick<Repositories, 'users'>,
  { by }: ChangeNote,
  admins: readonly UserRecord[],
): Promise<AppError | null> {
  if (by === 'system' || admins.some(({ id, role }) => id === by.userId && role === by.role)) return null;
  const author = by.role === 'admin' ? null : await users.get(by.userId);
  const isStill = author !== null && author.state === 'ACTIVE' && author.role === by.role;
  return isStill ? null : refused('SESSION_INVALID').error;
}

export const entryOf = (
  { by, reason }: ChangeNote,
  action: string,
  { id }: Pick<UserRecord, 'id'>,
  timeMs: number,
  before: NewAuditRecord['before'],
  after: NewAuditRecord['after'],
): NewAuditRecord => ({ timeMs, actor: by === 'system' ? by : by.userId, action, subject: `person/${id}`, reason, before, after });

const registered = (user: UserRecord, timeMs: number, termsVersion: string): NewAuditRecord => ({
  ...{ timeMs, actor: user.id, action: 'person.registered', subject: `person/${user.id}`, reason: null },
  ...{ before: null, after: { ...termsOf(user), invited_by: user.invitedBy, terms_version: termsVersion } },
});

/** By the names of the wire. */
const termsOf = ({ username, email, phone, role, vipLevel, vipUntilMs, productVersion, state }: UserRecord) => ({
  ...{ username, email, phone, role, state },
  vip_level: vipLevel,
  vip_until: vipUntilMs,
  ...(productVersion === null ? {} : { product: productVersion }),
});

type Terms = Partial<ReturnType<typeof termsOf>>;
function differences(before: UserRecord, after: UserRecord): readonly [Terms, Terms] {
  const [from, to] = [termsOf(before), termsOf(after)];
  const all = [...new Set([...Object.keys(from), ...Object.keys(to)])] as (keyof Terms)[];
  const names = all.filter((name) => from[name] !== to[name]);
  const only = (terms: Terms): Terms => Object.fromEntries(names.map((name) => [name, terms[name] ?? null]));
  return [only(from), only(to)];
}
