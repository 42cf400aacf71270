import { type AppError, accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type * as contract from '../../core/contract/people.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { isEmail, isHouseName, isPhone, isUsername } from '../../core/domain/accounts/person-rules.ts';
import type { RoleBook } from '../../core/domain/accounts/role-book.ts';
import type { PasswordHasher } from '../session/password-hasher.ts';
import { passwordProblem } from '../session/password-problem.ts';
import { authorProblem, type Decide, entryOf, freshPassword, type People } from '../session/people.ts';
import { type SessionRegistry, sessionIdOf } from '../session/session-registry.ts';
import type { SignIn } from '../session/sign-in.ts';
import { ownPassword } from '../session/sign-in-step-book.ts';
import type { UserChanges, UserRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';

interface StoredPeopleParts {
  readonly people: People;
  readonly store: Pick<Store, 'users' | 'sessions' | 'loginLog' | 'transaction'>;
  readonly sessions: Pick<SessionRegistry, 'ended' | 'endedOne'>;
  readonly passwords: PasswordHasher;
  readonly signIn: Pick<SignIn, 'confirm'>;
  readonly roles: Pick<RoleBook, 'has' | 'roles'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** False: people of the demo are nobody. */
  readonly demoAllowed: boolean;
}

const mostLapsed = 500;

type SessionChoice = Parameters<contract.HousePeople['endSessions']>[1];
const isMeant = (which: SessionChoice, sessionId: string): boolean =>
  which === 'all' || ('only' in which ? which.only === sessionId : which.but !== sessionId);

/** People as plugins keep them: every rule that holds whoever asks. */
export class StoredPeople implements contract.HousePeople {
  readonly #parts: StoredPeopleParts;

  constructor(parts: StoredPeopleParts) {
    this.#parts = parts;
  }

  async find(
    filter: contract.PersonFilter,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<contract.PersonPage> {
    const { items, next } = await this.#parts.store.users.list({ ...stored(filter), ...page });
    return { people: items.map(personOf), next };
  }

  count(filter: contract.PersonFilter, atMost: number): Promise<number> {
    return this.#parts.store.users.matches(stored(filter), atMost);
  }

  async get(userId: string): Promise<contract.Person | null> {
    const user = await this.#parts.store.users.get(userId);
    return user === null ? null : personOf(user);
  }

  async named(username: string): Promise<contract.Person | null> {
    const user = await this.#parts.store.users.byUsername(username);
    return user === null ? null : personOf(user);
  }

  async vipEnded(): Promise<readonly contract.Person[]> {
    const { store, clock } = this.#parts;
    return (await store.users.vipEnded(clock.nowMs(), mostLapsed)).map(personOf);
  }

  async check(people: readonly contract.PersonTerms[]): Promise<readonly (AppError | null)[]> {
    const { users } = this.#parts.store;
    const taken = async (field: 'username' | 'email' | 'phone') => {
      const values = people.flatMap((person) => person[field] ?? []);
      return values.length === 0 ? new Set<string>() : users.takenAmong(field, values);
    };
    const fields = { username: await taken('username'), email: await taken('email'), phone: await taken('phone') };
    return people.map((person) => {
      const problem = usernameProblem(person) ?? this.#standingProblem(person);
      if (problem !== null) return problem;
      for (const field of ['username', 'email', 'phone'] as const)
        if (fields[field].has(person[field] ?? '')) return refused('PERSON_TAKEN', { field }).error;
      return null;
    });
  }

  /** What is wrong with somebody who has no user name yet. */
  async standingProblem(person: Standing): Promise<AppError | null> {
    const problem = this.#standingProblem(person);
    if (problem !== null) return problem;
    for (const field of ['email', 'phone'] as const) {
      const address = person[field];
      if (address !== null && (await this.#parts.store.users.takenAmong(field, [address])).size > 0)
        return refused('PERSON_TAKEN', { field }).error;
    }
    return null;
  }

  #standingProblem({ email, phone, role, vipLevel, vipUntilMs }: Standing): AppError | null {
    return this.#addressProblem({ email, phone }) ?? this.#roleProblem(role) ?? this.#endProblem(vipLevel, vipUntilMs);
  }

  #addressProblem({ email = null, phone = null }: contract.PersonChanges): AppError | null {
    if (email !== null && !isEmail(email)) return refused('FORM_EMAIL_INVALID', { field: 'email' }).error;
    return phone === null || isPhone(phone) ? null : refused('PERSON_PHONE_INVALID', { field: 'phone' }).error;
  }

  #roleProblem(role: contract.Person['role']): AppError | null {
    const { roles } = this.#parts;
    // Whoever writes a table knows roles as pages call them, in any language: he reads the words that they have here.
    return roles.has(role) ? null : refused('PERSON_ROLE_UNKNOWN', { field: 'role', role, roles: roles.roles.join(', ') }).error;
  }

  #endProblem(vipLevel: number, vipUntilMs: number | null): AppError | null {
    if (vipUntilMs === null) return null;
    if (vipLevel === 0) return refused('PERSON_VIP_END_FORBIDDEN', { field: 'vip_until' }).error;
    return vipUntilMs > this.#parts.clock.nowMs() ? null : refused('PERSON_VIP_END_PAST', { field: 'vip_until' }).error;
  }

  async make(
    people: readonly contract.PersonTerms[],
    note: contract.ChangeNote,
    gone?: AbortSignal,
  ): Promise<Outcome<readonly contract.MadePerson[]>> {
    const problem = await this.#firstProblem(people);
    if (problem !== null) return denied(problem);
    const passwords = people.map(freshPassword);
    const rows = people.map((person, at) => ({ ...person, password: passwords[at] ?? '', demo: false }));
    const made = await this.#parts.people.createAll(rows, note, gone, {
      before: async () => null,
      after: ({ signInSteps }, users) =>
        signInSteps.requireOfAll(
          users.map(({ id }) => id),
          ownPassword(true),
        ),
    });
    // Somebody was quicker: the second look names what is taken by now.
    if (!made.ok) return made.error.code === 'PERSON_TAKEN' ? denied((await this.#firstProblem(people)) ?? made.error) : made;
    return accepted(made.value.map((user, at) => ({ person: personOf(user), password: passwords[at] ?? '' })));
  }

  register(terms: contract.RegistrationTerms, before: InTransaction): Promise<Outcome<contract.Person>> {
    return this.admit({ ...terms, role: 'user', vipLevel: 0, vipUntilMs: null }, { before });
  }

  /** Somebody comes by himself, as what the house has said that he is. `after`: in the same transaction, once he is made. */
  async admit(
    terms: contract.RegistrationTerms & Standing,
    { before, after }: { readonly before: InTransaction; readonly after?: (sql: Sql, person: contract.Person) => Promise<void> },
  ): Promise<Outcome<contract.Person>> {
    const { password, language, termsVersion, ...asked } = terms;
    const { people, passwords } = this.#parts;
    // The password first: what is wrong with it must not tell that the name beside it is free.
    const problem = (await passwordProblem(password, asked)) ?? (await this.#firstProblem([asked]));
    if (problem !== null) return denied(problem);
    if (passwords.isOverloaded) return refused('RATE_LIMITED', { retryAfterS: 5 });
    const made = await people.createAll([{ ...asked, password, demo: false }], { by: 'system', reason: null }, undefined, {
      termsVersion,
      before: ({ sql }) => before(sql),
      after: async ({ userConfig, sql }, users) => {
        for (const user of users) {
          await userConfig.save(user.id, JSON.stringify({ language }));
          await after?.(sql, personOf(user));
        }
      },
    });
    if (!made.ok) return made.error.code === 'PERSON_TAKEN' ? denied((await this.#firstProblem([asked])) ?? made.error) : made;
    const [user] = made.value;
    if (user === undefined) throw new Error('a registration made nobody');
    return accepted(personOf(user));
  }

  async resetPassword(userId: string, password: string, before: InTransaction): Promise<Outcome<contract.Person>> {
    const { store, people, passwords } = this.#parts;
    const user = await store.users.get(userId);
    if (user === null) return refused('PERSON_UNKNOWN');
    const problem = await passwordProblem(password, user);
    if (problem !== null) return denied(problem);
    if (passwords.isOverloaded) return refused('RATE_LIMITED', { retryAfterS: 5 });
    const passwordHash = await passwords.hash(password);
    const note: contract.ChangeNote = { by: { userId, role: user.role }, reason: null };
    const changed = await people.edit(userId, note, () => accepted({ passwordHash }), undefined, {
      before: ({ sql }) => before(sql),
      proof: 'code',
    });
    return changed.ok ? accepted(personOf(changed.value)) : changed;
  }

  async addressed(address: string): Promise<contract.Person | null> {
    const user = await this.#parts.store.users.byAddress(address);
    return user === null ? null : personOf(user);
  }

  async #firstProblem(people: readonly contract.PersonTerms[]): Promise<AppError | null> {
    return (await this.check(people)).find((problem) => problem !== null) ?? null;
  }

  async change(
    userId: string,
    version: number,
    changes: contract.PersonChanges,
    note: contract.ChangeNote,
    beside: contract.BesideChange = {},
  ): Promise<Outcome<contract.Person>> {
    const { before, after } = beside;
    const decide: Decide = (user, admins) =>
      user.version === version ? this.#decide(user, admins, changes, note) : refused('PERSON_CHANGED');
    const decided = await this.#parts.people.edit(userId, note, decide, undefined, {
      before: before && (({ sql }) => before(sql).then(() => null)),
      after: after && (({ sql }) => after(sql)),
    });
    return decided.ok ? accepted(personOf(decided.value)) : decided;
  }

  #decide(
    user: UserRecord,
    admins: readonly UserRecord[],
    changes: contract.PersonChanges,
    { by }: contract.ChangeNote,
  ): Outcome<UserChanges> {
    const { role = user.role, state = user.state, vipLevel = user.vipLevel, productVersion = user.productVersion } = changes;
    const vipUntilMs = changes.vipUntilMs ?? (changes.vipUntilMs === null || vipLevel === 0 ? null : user.vipUntilMs);
    const wanted: UserChanges = {
      ...{ role, state, vipLevel, vipUntilMs, productVersion },
      email: changes.email === undefined ? user.email : changes.email,
      phone: changes.phone === undefined ? user.phone : changes.phone,
    };
    const different = (Object.keys(wanted) as (keyof typeof wanted & keyof UserRecord)[]).filter((name) => wanted[name] !== user[name]);
    if (different.length === 0) return refused('PERSON_NOTHING_TO_CHANGE');
    const problem =
      this.#addressProblem(changes) ??
      (role === user.role ? null : this.#roleProblem(role)) ??
      (different.includes('vipUntilMs') || different.includes('vipLevel') ? this.#endProblem(vipLevel, vipUntilMs) : null);
    if (problem !== null) return denied(problem);
    const field = (['role', 'state'] as const).find((name) => different.includes(name));
    if (field !== undefined && by !== 'system' && by.userId === user.id) return refused('PERSON_SELF', { field });
    if (field !== undefined && (role !== 'admin' || state !== 'ACTIVE') && this.#isLast(user, admins))
      return refused('PERSON_LAST_ADMIN', { field });
    return accepted(wanted);
  }

  /** Whether nobody else is left who can come in here and keep people. */
  #isLast(user: UserRecord, admins: readonly UserRecord[]): boolean {
    const able = admins.filter(({ demo }) => this.#parts.demoAllowed || !demo);
    return able.length === 1 && able[0]?.id === user.id;
  }

  erase(userId: string, note: contract.ChangeNote, along: (sql: Sql) => Promise<void>): Promise<Outcome<null>> {
    const refuseLast = (user: UserRecord, admins: readonly UserRecord[]): AppError | null =>
      this.#isLast(user, admins) ? refused('PERSON_LAST_ADMIN').error : null;
    return this.#parts.people.erase(userId, note, refuseLast, ({ sql }) => along(sql));
  }

  async givePassword(userId: string, note: contract.ChangeNote, along?: (sql: Sql) => Promise<void>): Promise<Outcome<string>> {
    const password = freshPassword();
    const passwordHash = await this.#parts.passwords.hash(password);
    const after = along && (({ sql }: { readonly sql: Sql }) => along(sql));
    const changed = await this.#parts.people.edit(userId, note, () => accepted({ passwordHash }), undefined, { after, isGiven: true });
    return changed.ok ? accepted(password) : changed;
  }

  async sessions(userId: string): Promise<readonly contract.PersonSession[]> {
    const { store, clock } = this.#parts;
    const open = await store.sessions.activeOf(userId, clock.nowMs());
    return open.map(({ tokenHash, createdMs, expiresMs, usedMs, ip, userAgent }) => ({
      ...{ sessionId: sessionIdOf(tokenHash), createdMs, expiresMs, usedMs, ip, userAgent },
    }));
  }

  async changePassword(
    { formerly, password }: { readonly formerly: string; readonly password: string },
    { userId, role, sessionId, ...origin }: contract.OwnCaller,
  ): Promise<Outcome<null>> {
    const { store, people, passwords, signIn } = this.#parts;
    const user = await store.users.get(userId);
    if (user === null) return refused('SESSION_INVALID');
    const confirmed = await signIn.confirm({ account: user.username, password: formerly, ...origin });
    if (!confirmed.ok) return confirmed.error.code === 'PASSWORD_WRONG' ? refused('PASSWORD_WRONG', { field: 'old_password' }) : confirmed;
    if (password === formerly) return refused('PASSWORD_SAME', { field: 'new_password' });
    const problem = await passwordProblem(password, user, 'new_password');
    if (problem !== null) return denied(problem);
    const passwordHash = await passwords.hash(password);
    const note: contract.ChangeNote = { by: { userId, role }, reason: null };
    // Whoever has another password by now has been given it by somebody else, who ended this session with it.
    const decide = (now: UserRecord) => (now.passwordHash === user.passwordHash ? accepted({ passwordHash }) : refused('SESSION_INVALID'));
    const changed = await people.edit(userId, note, decide, sessionId);
    return changed.ok ? accepted(null) : changed;
  }

  async endSessions(userId: string, which: SessionChoice, note: contract.ChangeNote): Promise<Outcome<number>> {
    const { store, sessions, clock } = this.#parts;
    const done = await store.transaction(async (repositories): Promise<Outcome<readonly string[]>> => {
      const admins = await repositories.users.hold(userId);
      if ((await repositories.users.get(userId)) === null) return refused('PERSON_UNKNOWN');
      const barred = await authorProblem(repositories, note, admins);
      if (barred !== null) return denied(barred);
      const timeMs = clock.nowMs();
      const open = (await repositories.sessions.activeOf(userId, timeMs)).map(({ tokenHash }) => tokenHash);
      const ending = open.filter((tokenHash) => isMeant(which, sessionIdOf(tokenHash)));
      if (which !== 'all' && 'only' in which && ending.length === 0) return refused('PERSON_SESSION_UNKNOWN');
      if (which === 'all') await repositories.sessions.revokeAllOf(userId, timeMs);
      for (const tokenHash of which === 'all' ? [] : ending) await repositories.sessions.revoke(tokenHash, timeMs);
      const named = which === 'all' ? {} : 'only' in which ? { session_id: which.only } : { kept_session_id: which.but };
      const after = { sessions: ending.length, ...named };
      await repositories.audit.append(entryOf(note, 'person.sessions-ended', { id: userId }, timeMs, null, after));
      return accepted(ending);
    });
    if (!done.ok) return done;
    if (which === 'all') sessions.ended(userId, done.value);
    else for (const tokenHash of done.value) sessions.endedOne(tokenHash);
    return accepted(done.value.length);
  }

  async signIns(userId: string, limit: number): Promise<readonly contract.PersonSignIn[]> {
    const { items } = await this.#parts.store.loginLog.page(userId, { limit });
    return items.map(({ timeMs, ip, userAgent, outcome }) => ({ timeMs, ip, userAgent, outcome }));
  }

  invited(userId: string): Promise<number> {
    return this.#parts.store.users.matches({ invitedBy: userId }, Number.MAX_SAFE_INTEGER);
  }
}

const stored = ({ role, productVersion, ...filter }: contract.PersonFilter) => ({
  ...filter,
  ...(role === undefined ? {} : { roles: [role] }),
  ...(productVersion === undefined ? {} : productVersion === 'none' ? { noProductVersion: true } : { productVersions: [productVersion] }),
});

/** What the house says of somebody, before he has a user name. */
type Standing = Omit<contract.PersonTerms, 'username'>;

function usernameProblem({ username }: Pick<contract.PersonTerms, 'username'>): AppError | null {
  if (!isUsername(username)) return refused('PERSON_USERNAME_INVALID', { field: 'username' }).error;
  return isHouseName(username) ? refused('PERSON_TAKEN', { field: 'username' }).error : null;
}

type InTransaction = (sql: Sql) => Promise<AppError | null>;

const personOf = ({ passwordHash: _, ...person }: UserRecord): contract.Person => person;
