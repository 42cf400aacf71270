import type { AccountKeyPort } from './account-keys.ts';
import type { Sql } from './server-contributions.ts';
import { type Token, token } from './token.ts';

/**
 * What one venue keeps secret, such as its keys at an exchange: stored encrypted and seen by that plugin alone. A value that it has read or
 * kept is blotted out of every log line.
 */
export interface Secrets {
  /** Null for one that is not kept. Rejects when it was kept under another master key. */
  get(name: string): Promise<string | null>;
  /**
   * At least eight characters; `name` is up to the venue, such as `key/7` for an account. Takes the place of the former one. `within` as {@link AccountKeyPort.keep}
   * has it: with what else is done there, or not at all.
   */
  keep(name: string, value: string, within?: Sql): Promise<void>;
  /** Harmless for one that is not kept. */
  forget(name: string, within?: Sql): Promise<void>;
}

/** Given to plugins of kind `venue` alone. */
export const SECRETS: Token<Secrets> = token<Secrets>('tessera.secrets', 'Keys of exchanges, kept encrypted; for venues alone');
