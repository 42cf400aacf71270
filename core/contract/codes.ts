import type { CodePurpose } from '../domain/code-purpose.ts';
import type { Outcome } from './app-error.ts';
import type { Sql } from './server-contributions.ts';
import { type Token, token } from './token.ts';

export interface CodeAsked {
  readonly purpose: CodePurpose;
  /** E-mail in letters of any size, or telephone number. */
  readonly address: string;
  /** Whoever asks. */
  readonly ip: string;
}

/**
 * Codes of six digits that prove who reads at an address: ten minutes, five wrong tries, and one at a time for an address and purpose. Only hashes are
 * kept. An answer never depends on whose the address is.
 */
export interface Codes {
  /**
   * Makes one, in place of the one before. `send` writes it to the address in the same transaction, or writes something else there and says so with
   * false: then no code will ever be right. RATE_LIMITED: too many were asked for, by this network or for this address.
   */
  make(asked: CodeAsked, send: (code: string, sql: Sql) => Promise<boolean>): Promise<Outcome<null>>;
  /** Gives what {@link use} takes. CODE_WRONG: it is another, too old, was used, or was tried too often. */
  check(typed: Pick<CodeAsked, 'purpose' | 'address'> & { readonly code: string }): Promise<Outcome<string>>;
  /** Uses a right one up, with what is written in the transaction; false: somebody else has meanwhile. */
  use(codeId: string, within: Sql): Promise<boolean>;
}
export const CODES: Token<Codes> = token<Codes>('tessera.codes', 'Codes that prove who reads at an address');
