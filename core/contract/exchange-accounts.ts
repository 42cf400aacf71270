import type { AccountKeyNeed } from '../domain/accounts/account-key-need.ts';
import type { AccountPermission } from '../domain/accounts/account-permission.ts';
import type { AccountType } from '../domain/markets/instrument.ts';
import type { AccountKeys } from './account-keys.ts';
import type { Outcome } from './app-error.ts';
import { type Token, token } from './token.ts';
import type { ApiId } from './trading.ts';

/** A user's account at an exchange. */
export interface ExchangeAccount {
  readonly apiId: ApiId;
  readonly userId: string;
  readonly name: string;
  readonly exchange: string;
  /** What it may be used for. */
  readonly permissions: readonly AccountPermission[];
  readonly groupId: number | null;
  /** False: switched off by its owner; it takes no new orders and moves no money. */
  readonly isActive: boolean;
  /** From when on it is as if switched off, ms; null: never. */
  readonly expiresMs: number | null;
  /** IP addresses, or ranges such as 203.0.113.0/24, from where its key is used; of an exchange that wants keys. */
  readonly addresses: readonly string[];
  /** Last characters of its ApiKey, never the whole; null: it has none, or nobody knows them. */
  readonly keyEnd: string | null;
  /** ms. */
  readonly createdMs: number;
  readonly updatedMs: number;
}

export type AccountTerms = Pick<ExchangeAccount, 'name' | 'exchange' | 'permissions' | 'groupId' | 'expiresMs'> &
  Partial<Pick<ExchangeAccount, 'addresses'>>;
/** What is absent stays. An account never goes to another exchange. */
export type AccountChanges = Partial<Pick<ExchangeAccount, 'name' | 'permissions' | 'groupId' | 'isActive' | 'expiresMs' | 'addresses'>>;

/** An exchange at which accounts can be opened now. */
export interface AccountExchange {
  readonly exchange: string;
  readonly title: string;
  /** Types of accounts that each api account has there. */
  readonly accountTypes: readonly AccountType[];
  /** Whether people bring keys of an account that they have there, with a passphrase or without. */
  readonly keys: AccountKeyNeed;
}

export interface SignInTrace {
  readonly ip: string;
  /** ms. */
  readonly timeMs: number;
}

export interface AccountGroup {
  readonly groupId: number;
  readonly name: string;
}

/**
 * Accounts of users at exchanges, and their groups. Each change stands in the audit (`account.created`, `account.changed`, `account.keys-changed`, `account.deleted` of
 * `account/<apiId>`), in the transaction that makes it, and every order after it is held to it. Refusals change nothing: ACCESS_ACCOUNT for an account that is
 * not the user's, and what else a method names.
 */
export interface ExchangeAccounts {
  exchanges(): readonly AccountExchange[];
  /** In order of creation. */
  of(userId: string): readonly ExchangeAccount[];
  /** When and from where a person came in last, as far as that is kept. */
  lastSignIn(userId: string): Promise<SignInTrace | null>;
  /** Null for one that is unknown or deleted. */
  get(apiId: ApiId): ExchangeAccount | null;
  /**
   * FORM_FIELD_EMPTY, FORM_TEXT_TOO_LONG, ACCOUNT_NAME_TAKEN, ACCOUNT_NO_PERMISSION, ACCOUNT_EXPIRY_PAST, ACCOUNT_EXCHANGE, ACCOUNT_GROUP_UNKNOWN,
   * ACCOUNT_TOO_MANY, REQUEST_INVALID of addresses. Of an exchange that wants keys: FORM_FIELD_EMPTY without them, ACCOUNT_KEYS_WRONG, VENUE_UNAVAILABLE; of another with them:
   * ACCOUNT_KEYS_NEEDLESS.
   */
  make(userId: string, terms: AccountTerms, keys?: AccountKeys): Promise<Outcome<ExchangeAccount>>;
  /** As {@link make}; with keys in place of the former ones. */
  change(userId: string, apiId: ApiId, changes: AccountChanges, keys?: AccountKeys): Promise<Outcome<ExchangeAccount>>;
  /** ACCOUNT_NOT_EMPTY while it holds anything or has open orders; VENUE_UNAVAILABLE while nobody can tell. */
  delete(userId: string, apiId: ApiId): Promise<Outcome<void>>;
  groups(userId: string): Promise<readonly AccountGroup[]>;
  /** `groupId` null makes one. FORM_FIELD_EMPTY, FORM_TEXT_TOO_LONG, ACCOUNT_GROUP_UNKNOWN, ACCOUNT_GROUP_TOO_MANY. */
  saveGroup(userId: string, groupId: number | null, name: string): Promise<Outcome<AccountGroup>>;
  /** Its accounts stay, in no group. ACCOUNT_GROUP_UNKNOWN. */
  deleteGroup(userId: string, groupId: number): Promise<Outcome<void>>;
}
export const EXCHANGE_ACCOUNTS: Token<ExchangeAccounts> = token<ExchangeAccounts>(
  'tessera.exchange-accounts',
  'Accounts of users at exchanges, and every change of them',
);
