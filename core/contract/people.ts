import type { ProductVersion, Role, VipLevel } from '../domain/accounts/role.ts';
import type { Language } from '../domain/language.ts';
import type { AppError, Outcome } from './app-error.ts';
import type { Sql } from './server-contributions.ts';
import { type Token, token } from './token.ts';

/** `ACTIVE`: at work; `DISABLED`: suspended, can neither sign in nor trade. */
export type PersonState = 'ACTIVE' | 'DISABLED';

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  /** With the code of its country. */
  readonly phone: string | null;
  readonly role: Role;
  readonly vipLevel: VipLevel;
  /** When the level falls back to 0, ms; null: never. */
  readonly vipUntilMs: number | null;
  /** The version of the product that he has; null: none. */
  readonly productVersion: ProductVersion | null;
  readonly state: PersonState;
  readonly demo: boolean;
  /** ms. */
  readonly createdMs: number;
  /** The last time that somebody came in with the right password, ms; null: never. */
  readonly lastSignInMs: number | null;
  /** Counts changes. */
  readonly version: number;
  /** His own, to hand out. */
  readonly inviteCode: string;
  /** Who brought him, by id. */
  readonly invitedBy: string | null;
}

/** What a person is made with. */
export type PersonTerms = Pick<Person, 'username' | 'email' | 'phone' | 'role' | 'vipLevel' | 'vipUntilMs'> &
  Partial<Pick<Person, 'productVersion'>>;
/** What may be changed of a person; what is absent stays. */
export type PersonChanges = Partial<Pick<Person, 'email' | 'phone' | 'role' | 'vipLevel' | 'vipUntilMs' | 'productVersion' | 'state'>>;

/** Who makes a change, and why: both stand in the audit. `system`: the house itself. A user must still be at work, in this role, when it is made. */
export interface ChangeNote {
  readonly by: 'system' | { readonly userId: string; readonly role: Role };
  readonly reason: string | null;
}

/** What is done in the transaction of a change: while everything is as it was, and once it is changed. */
export interface BesideChange {
  readonly before?: ((sql: Sql) => Promise<void>) | undefined;
  readonly after?: ((sql: Sql) => Promise<void>) | undefined;
}

export interface PersonFilter {
  /** Part of user name, e-mail or phone, in letters of any size. */
  readonly search?: string | undefined;
  readonly role?: Role | undefined;
  readonly vipLevel?: VipLevel | undefined;
  readonly state?: PersonState | undefined;
  /** `none`: those who have no version of the product. */
  readonly productVersion?: ProductVersion | 'none' | undefined;
  /** Who brought them, by id. */
  readonly invitedBy?: string | undefined;
}

/** What somebody who comes by himself says of himself; the house makes him a `user` of level 0. */
export interface RegistrationTerms extends Pick<Person, 'username' | 'email' | 'phone' | 'invitedBy'> {
  readonly password: string;
  /** That he reads. */
  readonly language: Language;
  /** Of the terms of use, which he has accepted. */
  readonly termsVersion: string;
}

export interface MadePerson {
  readonly person: Person;
  /** Told here and never again; opens nothing but the choice of another. */
  readonly password: string;
}

export interface PersonSession {
  /** Names the session and lets nobody in. */
  readonly sessionId: string;
  /** ms. */
  readonly createdMs: number;
  readonly expiresMs: number;
  /** Within some minutes; null: it was opened before this was kept. */
  readonly usedMs: number | null;
  readonly ip: string;
  readonly userAgent: string;
}

/** A person who changes what is his own, from one of his sessions. */
export interface OwnCaller {
  readonly userId: string;
  readonly role: Role;
  readonly sessionId: string;
  readonly ip: string;
  readonly userAgent: string;
}

/** Somebody came in, or tried to. */
export interface PersonSignIn {
  /** ms. */
  readonly timeMs: number;
  readonly ip: string;
  readonly userAgent: string;
  /** `OK`, or the code of the refusal. */
  readonly outcome: string;
}

/**
 * The people of the house. Each change stands in the audit (`person.created`, `person.changed`, `person.password`, `person.sessions-ended` of `person/<id>`), in the
 * transaction that makes it. Refusals change nothing: PERSON_UNKNOWN, PERSON_TAKEN and what else a method names; SESSION_INVALID when who makes the change
 * may not come in any more.
 */
export interface HousePeople {
  /** In order of user names, those after `after`. */
  find(filter: PersonFilter, page: { readonly after?: string | undefined; readonly limit: number }): Promise<PersonPage>;
  /** How many pass, counted as far as `atMost`. */
  count(filter: PersonFilter, atMost: number): Promise<number>;
  get(userId: string): Promise<Person | null>;
  /** By user name, in letters of any size. */
  named(username: string): Promise<Person | null>;
  /** Those whose VIP level has ended and is not 0 yet, at most some hundreds. */
  vipEnded(): Promise<readonly Person[]>;
  /** What is wrong with each; null: it may be made. */
  check(people: readonly PersonTerms[]): Promise<readonly (AppError | null)[]>;
  /**
   * All or none, in this order. Refused with what {@link check} says of the first that may not be made. Throws the reason of `gone` when whoever would
   * hear the passwords is gone before anybody is made.
   */
  make(people: readonly PersonTerms[], note: ChangeNote, gone?: AbortSignal): Promise<Outcome<readonly MadePerson[]>>;
  /**
   * Somebody comes by himself (`person.registered`, by himself). `before`: in the transaction that makes him; what it refuses with, nobody is made.
   * Refused with what {@link check} says, PASSWORD_LENGTH, PASSWORD_HAS_NAME, PASSWORD_LOW; RATE_LIMITED: too many passwords are being looked at.
   */
  register(terms: RegistrationTerms, before: (sql: Sql) => Promise<AppError | null>): Promise<Outcome<Person>>;
  /** Sets the password that the person has chosen, who has proven by another way who he is, ends all sessions and revokes all API keys; `before` and refusals as in {@link register}. */
  resetPassword(userId: string, password: string, before: (sql: Sql) => Promise<AppError | null>): Promise<Outcome<Person>>;
  /** By e-mail in letters of any size, or telephone number. */
  addressed(address: string): Promise<Person | null>;
  /**
   * Another role, level, version of the product or state ends all sessions and sockets at once. PERSON_CHANGED: the person is not at `version` any more; PERSON_SELF: nobody
   * changes his own role or state; PERSON_LAST_ADMIN: nobody would be left to keep people; PERSON_ROLE_UNKNOWN, PERSON_VIP_END_PAST,
   * PERSON_VIP_END_FORBIDDEN, PERSON_NOTHING_TO_CHANGE.
   */
  change(userId: string, version: number, changes: PersonChanges, note: ChangeNote, beside?: BesideChange): Promise<Outcome<Person>>;
  /** Gives a new password, told here once, which opens nothing but the choice of another; ends all sessions and revokes all API keys. `along`: in the same transaction. */
  givePassword(userId: string, note: ChangeNote, along?: (sql: Sql) => Promise<void>): Promise<Outcome<string>>;
  /**
   * Changes his own password and ends all other sessions of his; his API keys go on. PASSWORD_WRONG: `formerly` is not the password; LOGIN_LOCKED: there were too many guesses;
   * PASSWORD_SAME, PASSWORD_LENGTH, PASSWORD_HAS_NAME, PASSWORD_LOW; SESSION_INVALID: somebody else has changed the password meanwhile.
   */
  changePassword(passwords: { readonly formerly: string; readonly password: string }, caller: OwnCaller): Promise<Outcome<null>>;
  /**
   * He leaves for good (`person.erased`): name, addresses and password go, what is left of him is `deleted-<id>`, and he comes in no more. `along`: in the
   * same transaction, once his sessions have ended. PERSON_LAST_ADMIN.
   */
  erase(userId: string, note: ChangeNote, along: (sql: Sql) => Promise<void>): Promise<Outcome<null>>;
  /** Open sessions, the newest first. */
  sessions(userId: string): Promise<readonly PersonSession[]>;
  /** Ends all sessions with their sockets, one of them (PERSON_SESSION_UNKNOWN: it is not open) or all but one; gives how many. */
  endSessions(
    userId: string,
    which: 'all' | { readonly only: string } | { readonly but: string },
    note: ChangeNote,
  ): Promise<Outcome<number>>;
  /** The last ones, the newest first. */
  signIns(userId: string, limit: number): Promise<readonly PersonSignIn[]>;
  /** How many came by the person's code. */
  invited(userId: string): Promise<number>;
}

export interface PersonPage {
  readonly people: readonly Person[];
  /** The user name after which the next page begins; null at the end. */
  readonly next: string | null;
}
export const PEOPLE: Token<HousePeople> = token<HousePeople>('tessera.people', 'The people of the house, and every change of them');
