import type { ApiId } from '../../../core/contract/trading.ts';
import type { AccountKey } from '../../../core/domain/accounts/account-key.ts';
import { RecoveryRefused } from '../../engine/host/recovery-refused.ts';
import type { EngineDirectory } from '../engine/engine-directory.ts';

/** What the database knows of accounts, for a venue that starts. */
export interface AccountRegister {
  /** Those of `apiIds` that it has at the exchange, deleted ones included. */
  known(exchange: string, apiIds: readonly ApiId[]): Promise<ReadonlySet<ApiId>>;
  /** Those that own something at the exchange, as far as it was told. */
  funded(exchange: string): Promise<readonly ApiId[]>;
}

/** Names in one message. */
const mostNamed = 12;

/**
 * Holds the accounts of a journal against those of the database. One that is only in the journal belongs to nobody, and its number
 * would be given to somebody else; money that is only in the database was never this journal's.
 */
export class RecoveredAccounts {
  readonly #exchange: string;
  readonly #register: AccountRegister;
  #checked = 0;

  constructor(exchange: string, register: AccountRegister) {
    this.#exchange = exchange;
    this.#register = register;
  }

  /** Before anything of them is passed on: the accounts that the replay has met since the last call. */
  async check({ keys }: EngineDirectory): Promise<void> {
    if (keys.length === this.#checked) return;
    const unknown = await unknownAccounts(this.#exchange, keys.slice(this.#checked), this.#register);
    if (unknown.length > 0)
      throw new RecoveryRefused(`the journal knows ${named(unknown)}, which the database lacks: they do not belong together`);
    this.#checked = keys.length;
  }

  /** Once the replay is over. */
  async checkFunds(directory: EngineDirectory): Promise<void> {
    const missing = await missingAccounts(this.#exchange, directory, this.#register);
    if (missing.length > 0)
      throw new RecoveryRefused(`the database has money of ${named(missing)}, which the journal lacks: they do not belong together`);
  }
}

/** Accounts of a journal that the database lacks. Desks of the house are in the journal only. */
export async function unknownAccounts(
  exchange: string,
  keys: readonly (AccountKey | null)[],
  register: AccountRegister,
): Promise<readonly ApiId[]> {
  const users = [...new Set(keys.flatMap((key) => (key === null ? [] : [key.apiId])))];
  const known = await register.known(exchange, users);
  return users.filter((apiId) => !known.has(apiId));
}

/** Accounts with money in the database that a journal lacks. */
export async function missingAccounts(exchange: string, directory: EngineDirectory, register: AccountRegister): Promise<readonly ApiId[]> {
  return (await register.funded(exchange)).filter((apiId) => directory.accountsOf(apiId).length === 0);
}

const named = (apiIds: readonly ApiId[]): string => {
  const text = apiIds.slice(0, mostNamed).join(', ');
  const rest = apiIds.length > mostNamed ? ` and ${apiIds.length - mostNamed} more` : '';
  return `${apiIds.length === 1 ? 'account' : 'accounts'} ${text}${rest}`;
};
