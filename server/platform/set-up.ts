import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type AppError, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { HouseVenue, HouseVenues } from '../../core/contract/house-venues.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { networkOf } from '../../core/domain/accounts/network-of.ts';
import { isEmail, isHouseName, isUsername } from '../../core/domain/accounts/person-rules.ts';
import type { MailServer } from '../../core/domain/mail-server.ts';
import type { PlatformSettings } from '../../core/domain/platform-settings.ts';
import type { SessionUser } from '../../schemas/wire/user.ts';
import type { HouseMailDoor } from '../mail/house-mail.ts';
import { AttemptCounts } from '../session/attempt-counts.ts';
import type { PasswordHasher } from '../session/password-hasher.ts';
import { passwordProblem } from '../session/password-problem.ts';
import type { People } from '../session/people.ts';
import type { SessionOrigin } from '../session/session-registry.ts';
import type { SignIn } from '../session/sign-in.ts';
import type { Repositories, Store } from '../store/store.ts';
import { inWire, languageProblem, type Platform, settingsProblem, stateIn, tidied } from './platform.ts';

interface SetUpParts {
  readonly store: Pick<Store, 'users'>;
  readonly people: Pick<People, 'createAll'>;
  readonly passwords: Pick<PasswordHasher, 'isOverloaded'>;
  readonly signIn: Pick<SignIn, 'open'>;
  readonly platform: Pick<Platform, 'write' | 'changed'>;
  readonly mail: Pick<HouseMailDoor, 'decide' | 'write' | 'changed'>;
  readonly venues: Pick<HouseVenues, 'list'>;
  readonly clock: Pick<Clock, 'nowMs' | 'elapsedMs'>;
  /** Its people are there from the start. */
  readonly demo: boolean;
}

export interface SetUpVisitor extends SessionOrigin {
  /** Sits at this machine. */
  readonly isLocal: boolean;
  /** What the address said that the terminal printed. */
  readonly token: string | null;
}

export interface SetUpAnswers extends Omit<PlatformSettings, 'registration' | 'secondFactor' | 'rebateFirst' | 'rebateSecond'> {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** Null: mails wait in the outbox. */
  readonly mail: { readonly server: MailServer; readonly password: string | null } | null;
}

/** Wrong tokens from one network that cost nothing in an hour. */
const freeFailures = 5;

/** The first start: while nobody may keep the platform, whoever sits at the server, or has what its terminal printed, makes the administrator. */
export class SetUp {
  readonly #parts: SetUpParts;
  readonly #wrongTokens: AttemptCounts;
  /** Of this process: the next start prints another. Null once there is nothing to open with it. */
  #token: string | null = randomBytes(32).toString('base64url');

  constructor(parts: SetUpParts) {
    this.#parts = parts;
    this.#wrongTokens = new AttemptCounts(parts.clock, freeFailures);
    if (parts.demo) this.#token = null;
  }

  /** What the terminal tells; null: there is an administrator. */
  async token(): Promise<string | null> {
    return (await this.isOpen()) ? this.#token : null;
  }

  /** Asks the database until there is an administrator, and never after. */
  async isOpen(): Promise<boolean> {
    if (this.#token !== null && (await hasAdmin(this.#parts.store))) this.#token = null;
    return this.#token !== null;
  }

  /** What is installed, for whoever has been admitted. */
  venues(): readonly HouseVenue[] {
    return this.#parts.venues.list();
  }

  /** Null: he may set the platform up. SET_UP_DONE, SET_UP_TOKEN_NEEDED, SET_UP_TOKEN_WRONG, RATE_LIMITED. */
  async admit({ isLocal, token, ip }: SetUpVisitor): Promise<AppError | null> {
    if (!(await this.isOpen())) return refused('SET_UP_DONE').error;
    if (isLocal) return null;
    if (token === null) return refused('SET_UP_TOKEN_NEEDED').error;
    const network = networkOf(ip);
    const waitS = this.#wrongTokens.waitS(network);
    if (waitS > 0) return refused('RATE_LIMITED', { retryAfterS: waitS }).error;
    const isRight = this.#token !== null && isSame(token, this.#token);
    this.#wrongTokens.begun(network);
    this.#wrongTokens.ended(network, (before) => (isRight ? 0 : before + 1));
    return isRight ? null : refused('SET_UP_TOKEN_WRONG').error;
  }

  /** Makes the administrator and keeps the answers, both or neither, and signs him in. */
  async complete(visitor: SetUpVisitor, typed: SetUpAnswers): Promise<Outcome<SessionUser>> {
    const barred = await this.admit(visitor);
    if (barred !== null) return denied(barred);
    const answers = tidied(typed);
    const wrong =
      (await answersProblem(answers)) ?? unknownVenue(answers.closedVenues, this.venues()) ?? (await this.#takenProblem(answers));
    if (wrong !== null) return denied(wrong);
    const { people, passwords, platform, mail: door, clock, signIn } = this.#parts;
    const decided = door.decide(answers.mail?.server ?? null, answers.mail?.password ?? null);
    if (!decided.ok) return decided;
    if (passwords.isOverloaded) return refused('RATE_LIMITED', { retryAfterS: 5 });
    const { username, email, password, mail, ...settings } = answers;
    const admin = { username, email, password, role: 'admin', vipLevel: 3, demo: false } as const;
    const made = await people.createAll([admin], { by: 'system', reason: null }, undefined, {
      before: async (repositories) => {
        // Two at once come one after the other here, whichever servers they came to.
        await repositories.platform.hold();
        return (await hasAdmin(repositories)) ? refused('SET_UP_DONE').error : null;
      },
      after: async (repositories, users) => {
        const { registration: _, secondFactor: __, ...before } = (await stateIn(repositories.platform)).settings;
        await platform.write(repositories, settings);
        if (decided.value !== null) await door.write(repositories, decided.value);
        const [by] = users;
        const entry = { timeMs: clock.nowMs(), actor: by?.id ?? 'system', action: 'platform.set-up', subject: 'platform', reason: null };
        await repositories.audit.append({
          ...entry,
          before: inWire(before),
          after: { ...inWire(settings), ...(mail === null ? {} : { mail_host: mail.server.host }), ip: visitor.ip },
        });
      },
    });
    if (!made.ok) return made;
    this.#token = null;
    await platform.changed();
    await door.changed();
    const [user] = made.value;
    if (user === undefined) throw new Error('the set-up made nobody');
    return signIn.open(user, { ...visitor, account: username });
  }

  async #takenProblem({ username, email }: SetUpAnswers): Promise<AppError | null> {
    const { users } = this.#parts.store;
    // Such as people of an earlier demo on the same data.
    if (await users.isTaken('username', username)) return refused('PERSON_TAKEN', { field: 'username' }).error;
    return (await users.isTaken('email', email)) ? refused('PERSON_TAKEN', { field: 'email' }).error : null;
  }
}

/** Null: the firm may close all of these. */
export function unknownVenue(closed: readonly string[], installed: readonly Pick<HouseVenue, 'key' | 'kind'>[]): AppError | null {
  const isChoice = (key: string): boolean => installed.some((one) => one.key === key && one.kind === 'choice');
  return closed.every(isChoice)
    ? null
    : refused('REQUEST_INVALID', { field: 'closed_venues', rule: 'must be installed venues that the firm may close' }).error;
}

/** People of the demo keep nothing where there is none. */
async function hasAdmin({ users }: Pick<Repositories, 'users'>): Promise<boolean> {
  const { items } = await users.list({ roles: ['admin'], state: 'ACTIVE', limit: 1000 });
  return items.some(({ demo }) => !demo);
}

async function answersProblem({ username, email, password, ...settings }: SetUpAnswers): Promise<AppError | null> {
  if (!isUsername(username)) return refused('PERSON_USERNAME_INVALID', { field: 'username' }).error;
  if (isHouseName(username)) return refused('PERSON_TAKEN', { field: 'username' }).error;
  if (!isEmail(email)) return refused('FORM_EMAIL_INVALID', { field: 'email' }).error;
  return (await passwordProblem(password, { username, email })) ?? settingsProblem(settings) ?? languageProblem(settings);
}

/** In constant time, whatever the lengths are. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
