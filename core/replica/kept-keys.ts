import type { AccountKeys } from '../contract/account-keys.ts';
import type { Secrets } from '../contract/secrets.ts';
import type { Sql } from '../contract/server-contributions.ts';
import type { ApiId } from '../contract/trading.ts';

/** What is kept of a passphrase, which may be shorter than a secret can be. */
const padding = 'passphrase of an account: ';

/** Keys of people's accounts among the secrets of one venue, each value by itself, so that the log can blot out each of them. */
export class KeptKeys {
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  async of(apiId: ApiId): Promise<AccountKeys | null> {
    const [apiKey, secretKey, passphrase] = await Promise.all(namesOf(apiId).map((name) => this.#secrets.get(name)));
    if (apiKey == null || secretKey == null) return null;
    return { apiKey, secretKey, passphrase: passphrase == null ? null : unpadded(passphrase) };
  }

  async keep(apiId: ApiId, { apiKey, secretKey, passphrase }: AccountKeys, within: Sql): Promise<void> {
    const [ofKey, ofSecret, ofPassphrase] = namesOf(apiId);
    await this.#secrets.keep(ofKey, apiKey, within);
    await this.#secrets.keep(ofSecret, secretKey, within);
    if (passphrase === null) await this.#secrets.forget(ofPassphrase, within);
    else await this.#secrets.keep(ofPassphrase, passphrase.length < padding.length ? padding + passphrase : passphrase, within);
  }

  async forget(apiId: ApiId): Promise<void> {
    for (const name of namesOf(apiId)) await this.#secrets.forget(name);
  }
}

const namesOf = (apiId: ApiId) => [`account/${apiId}/key`, `account/${apiId}/secret`, `account/${apiId}/passphrase`] as const;
const unpadded = (text: string): string => (text.startsWith(padding) ? text.slice(padding.length) : text);
