import { AppError, accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { ErrorCode } from '../../core/contract/error-catalogue.ts';
import type { ChangeNote } from '../../core/contract/people.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { StepAnswer, StepQuestion } from '../../core/contract/sign-in-steps.ts';
import { newPasswordWay } from '../../core/domain/accounts/password-rules.ts';
import type { Role } from '../../core/domain/accounts/role.ts';
import type { RoleBook } from '../../core/domain/accounts/role-book.ts';
import type { SessionUser, SignInWants } from '../../schemas/wire/user.ts';
import type { LoginLogRecord, UserRecord } from '../store/records.ts';
import type { Repositories, Store } from '../store/store.ts';
import type { KnownNetworks } from './known-networks.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { passwordProblem } from './password-problem.ts';
import type { PendingSignIns } from './pending-sign-ins.ts';
import type { People } from './people.ts';
import type { SessionOrigin, SessionRegistry } from './session-registry.ts';
import type { SignInChallenges } from './sign-in-challenges.ts';
import type { SignInNotice } from './sign-in-notice.ts';

interface PasswordTry extends SessionOrigin {
  /** Email, phone or user name. */
  readonly account: string;
  readonly password: string;
}

interface SignInRequest extends PasswordTry {
  readonly captchaId: string;
  readonly captchaValue: string;
}

interface SignInParts {
  readonly roles: Pick<RoleBook, 'has'>;
  readonly store: Pick<Store, 'users' | 'loginLog' | 'pendingSignIns' | 'audit'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly challenges: SignInChallenges;
  readonly throttle: LoginThrottle;
  readonly networks: KnownNetworks;
  readonly notice: Pick<SignInNotice, 'tell'>;
  readonly passwords: PasswordHasher;
  readonly sessions: SessionRegistry;
  readonly people: Pick<People, 'edit'>;
  readonly pending: PendingSignIns;
  readonly logger: Logger;
  readonly demoAllowed: boolean;
}

/** What a person is told of a role that nobody brings. */
export const goneIn = (roles: Pick<RoleBook, 'has'>, role: Role): { readonly role_gone?: true } =>
  roles.has(role) ? {} : { role_gone: true };

/** Opens sessions for people: proof of work, throttle, password, what else they have to prove, log. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** A session, or what is still wanted before there is one. */
  async signIn(request: SignInRequest): Promise<Outcome<SessionUser | SignInWants>> {
    const { challenges } = this.#parts;
    const answer = await challenges.answer(request.captchaId, request.captchaValue);
    if (answer.outcome !== 'RIGHT') return refused(answer.outcome === 'EXPIRED' ? 'LOGIN_CAPTCHA_EXPIRED' : 'LOGIN_CAPTCHA_WRONG');
    const checked = await this.#throttled(request, answer.effort);
    if (!checked.ok) return checked;
    if (checked.value === null) return refused('LOGIN_WRONG');
    const pending = await this.#parts.pending.begin(checked.value.id, request.account);
    return pending === null ? this.open(checked.value, request) : accepted(pending);
  }

  /** What a browser needs for its answer to what {@link signIn} wanted. LOGIN_STEP_ENDED, LOGIN_STEP_AWAY, and what the step says. */
  terms(token: string, question: Pick<StepQuestion, 'kind' | 'page'>): Promise<Outcome<string>> {
    return this.#parts.pending.terms(token, question);
  }

  /** Somebody whom the step of a plugin has proven, without a password. LOGIN_WRONG: he may not come in. */
  async enter(step: string, userId: string, { ip, userAgent }: SessionOrigin): Promise<Outcome<SessionUser | SignInWants>> {
    const user = await this.#parts.store.users.get(userId);
    if (user === null || !this.#mayComeIn(user)) return refused('LOGIN_WRONG');
    const pending = await this.#parts.pending.begin(userId, user.username, [step]);
    return pending === null ? this.open(user, { ip, userAgent, account: user.username }) : accepted(pending);
  }

  /**
   * An answer to what {@link signIn} wanted. LOGIN_STEP_WRONG, LOGIN_STEP_ENDED, LOGIN_LOCKED, LOGIN_STEP_AWAY; of a password that is chosen in place of one that
   * was given PASSWORD_SAME, PASSWORD_LENGTH, PASSWORD_HAS_NAME, PASSWORD_LOW too.
   */
  async step(
    token: string,
    answer: Pick<StepAnswer, 'kind' | 'value'>,
    origin: SessionOrigin,
  ): Promise<Outcome<SessionUser | SignInWants>> {
    const answered = await this.#parts.pending.answer(token, answer, (userId) => this.#logRefusal(userId, origin, 'LOGIN_STEP_WRONG'));
    if (!answered.ok) return answered;
    if ('wants' in answered.value) return accepted(answered.value);
    const { tokenHash, userId, account } = answered.value;
    const user = await this.#parts.store.users.get(userId);
    if (user === null || !this.#mayComeIn(user)) return refused('LOGIN_STEP_ENDED');
    const visit = { ip: origin.ip, userAgent: origin.userAgent, account };
    if (answer.kind === newPasswordWay) return this.#choose(user, answer.value, visit, tokenHash);
    const opened = await this.open(user, visit, tokenHash);
    return opened.ok || opened.error.code !== 'LOGIN_WRONG' ? opened : refused('LOGIN_STEP_ENDED');
  }

  /** The session of somebody who chooses his own password in place of one that he was given. */
  async #choose(
    user: UserRecord,
    password: string,
    visit: Parameters<SignIn['open']>[1],
    pendingHash: string,
  ): Promise<Outcome<SessionUser>> {
    const { passwords, people } = this.#parts;
    const problem = await passwordProblem(password, user);
    if (problem !== null) return denied(problem);
    if (passwords.isOverloaded) return refused('RATE_LIMITED', { retryAfterS: 5 });
    if (await passwords.matches(user.passwordHash, password)) return refused('PASSWORD_SAME', { field: 'password' });
    const passwordHash = await passwords.hash(password);
    const note: ChangeNote = { by: { userId: user.id, role: user.role }, reason: null };
    // Whoever has another password by now was given it meanwhile, or sent the same answer twice.
    const decide = (now: UserRecord) => (now.passwordHash === user.passwordHash ? accepted({ passwordHash }) : refused('LOGIN_STEP_ENDED'));
    const taken = async ({ pendingSignIns }: Repositories) =>
      (await pendingSignIns.take(pendingHash)) ? null : refused('LOGIN_STEP_ENDED').error;
    const chosen = await people.edit(user.id, note, decide, undefined, { before: taken });
    return chosen.ok ? this.open(chosen.value, visit) : refused('LOGIN_STEP_ENDED');
  }

  /** The session of somebody who has proven all that is wanted of him; `pendingHash`: by steps of a sign-in that waits, which is used up. */
  async open(user: UserRecord, request: SessionOrigin & Pick<PasswordTry, 'account'>, pendingHash?: string): Promise<Outcome<SessionUser>> {
    const { sessions, networks, notice } = this.#parts;
    const opened = await sessions.open(user, request, async (repositories) => {
      const { loginLog, knownNetworks, users, pendingSignIns } = repositories;
      // Gone with a change of the password, or taken by the same answer sent twice.
      if (pendingHash !== undefined && !(await pendingSignIns.take(pendingHash))) throw new AppError('LOGIN_STEP_ENDED');
      await notice.tell(repositories, user, request);
      await users.signedIn(user.id, this.#parts.clock.nowMs());
      await loginLog.append(this.#line(user.id, request, 'OK'));
      await networks.greet(knownNetworks, { userId: user.id, account: request.account, ip: request.ip });
    });
    if (opened === null) return refused('LOGIN_WRONG');
    const { token } = opened;
    const { role, username, inviteCode: invite_code, vipLevel: vip_level } = user;
    return accepted({ token, role, ...goneIn(this.#parts.roles, role), username, invite_code, vip_level });
  }

  /** Asks somebody who is signed in for the password once more, as slow for those who guess as signing in is. */
  async confirm(request: PasswordTry): Promise<Outcome<null>> {
    const checked = await this.#throttled(request, null);
    if (!checked.ok) return checked;
    return checked.value === null ? refused('PASSWORD_WRONG') : accepted(null);
  }

  async #throttled(request: PasswordTry, effort: number | null): Promise<Outcome<UserRecord | null>> {
    const { throttle, passwords, networks } = this.#parts;
    if (passwords.isOverloaded) return refused('RATE_LIMITED', { retryAfterS: 5 });
    const { account, ip } = request;
    const begun = throttle.begin({ account, ip, isKnown: await networks.has(account, ip), effort });
    if (!begun.ok) return begun;
    let user: UserRecord | null = null;
    try {
      user = await this.#check(request);
    } finally {
      begun.value.ended(user !== null);
    }
    return accepted(user);
  }

  /** The user when the password is right. */
  async #check(request: PasswordTry): Promise<UserRecord | null> {
    const { store, passwords } = this.#parts;
    const user = await store.users.byLogin(request.account);
    const admitted = user !== null && this.#mayComeIn(user);
    const matches = await passwords.matches(admitted ? user.passwordHash : null, request.password);
    if (matches) return user;
    // Not waited for: the time of the answer must not tell that the user exists.
    if (user !== null) this.#logRefusal(user.id, request, 'LOGIN_WRONG');
    // What was typed as a name is often a password.
    else this.#parts.logger.warn({ ip: request.ip }, 'a sign-in of a name that nobody has was refused');
    return null;
  }

  #mayComeIn({ state, demo }: UserRecord): boolean {
    return state === 'ACTIVE' && (this.#parts.demoAllowed || !demo);
  }

  #logRefusal(userId: string, origin: SessionOrigin, code: ErrorCode): void {
    const { store, logger } = this.#parts;
    const line = this.#line(userId, origin, code);
    // The audit has so many an hour of a person: his list of sign-ins has all.
    const deed = { actor: userId, action: 'session.refused', subject: `person/${userId}`, before: null } as const;
    const after = { ip: line.ip, user_agent: line.userAgent, why: code };
    Promise.all([store.loginLog.append(line), store.audit.appendOwn({ ...deed, timeMs: line.timeMs, after })]).catch((error: unknown) =>
      logger.error({ err: error }, 'a failed sign-in was not logged'),
    );
  }

  #line(userId: string, { ip, userAgent }: SessionOrigin, outcome: 'OK' | ErrorCode): Omit<LoginLogRecord, 'id'> {
    return { userId, timeMs: this.#parts.clock.nowMs(), ip, userAgent: userAgent.slice(0, 300), outcome };
  }
}
