import type { Outcome } from './app-error.ts';
import type { Sql } from './server-contributions.ts';
import type { ApiId } from './trading.ts';

/** With what somebody comes in at an exchange elsewhere: what he copied from there. Only the exchange's venue sees it again. */
export interface AccountKeys {
  readonly apiKey: string;
  readonly secretKey: string;
  /** Where the exchange wants one. */
  readonly passphrase: string | null;
}

/** Of a venue at which people have accounts of their own, with keys. */
export interface AccountKeyPort {
  /** Whether a passphrase belongs to them. */
  readonly passphrase: boolean;
  /** Asks the exchange, and keeps nothing. Refused as ACCOUNT_KEYS_WRONG when it does not take them, as VENUE_UNAVAILABLE when nobody answers. */
  check(keys: AccountKeys): Promise<Outcome<void>>;
  /** With them it speaks for the account from now on, in place of those of before. They lie among its secrets, `within` the transaction that says so. */
  keep(apiId: ApiId, keys: AccountKeys, within: Sql): Promise<void>;
  /** Harmless where there are none. */
  forget(apiId: ApiId): Promise<void>;
}
