import { createHash } from 'node:crypto';
import type { Authenticated, Authentication, AuthenticationScheme } from '../../core/contract/server-contributions.ts';
import { keyPrefix } from '../../schemas/wire/api-key.ts';
import type { Found, TokenScheme } from '../gateway/guards/token-scheme.ts';
import { GivenTokens } from '../session/given-tokens.ts';
import { looksLikeToken, type UserSession } from '../session/session-registry.ts';
import { Claims } from './claims.ts';

const prefixPattern = /^[a-z][a-z0-9]{1,15}_$/;
/** Whether a token may be one of a plugin's scheme. */
export const hasPluginPrefix = (token: string): boolean => prefixPattern.test(token.slice(0, token.indexOf('_') + 1));
const idPattern = /^[a-z][A-Za-z0-9-]*$/;
/** As the pages of the API call those of the house. */
const houseIds = ['session', 'apiKey'];

/** Ways to come in that running plugins bring, as one kind of token to the gateway. */
export class ContributedSchemes implements TokenScheme {
  readonly #schemes = new Claims<AuthenticationScheme>('prefix of tokens', (prefix) => prefix === keyPrefix);
  /** A socket is known by the id of the scheme that it came by. */
  readonly #ids = new Claims<AuthenticationScheme>('way to come in', (id) => houseIds.includes(id));
  /** Hashes of tokens that were found. */
  readonly #found = new GivenTokens();
  readonly #listeners = new Set<(tokenHash: string) => void>();

  /** For one plugin. */
  of(pluginId: string): Authentication {
    return {
      add: (scheme) => {
        const { id, prefix } = scheme;
        if (!prefixPattern.test(prefix))
          throw new Error(`prefix of tokens "${prefix}" has to be small letters and digits with a _ at its end`);
        if (!idPattern.test(id)) throw new Error(`way to come in "${id}" has to be letters, digits and hyphens`);
        this.#ids.take(pluginId, id, scheme);
        this.#schemes.take(pluginId, prefix, scheme);
        return { ended: (credential) => this.#tell(hashOf(id, credential)) };
      },
    };
  }

  list(): readonly AuthenticationScheme[] {
    return this.#schemes.values();
  }

  release(pluginId: string): void {
    // Their sockets close when they are looked at next: nobody vouches for them any more.
    this.#schemes.release(pluginId);
    this.#ids.release(pluginId);
  }

  takes(token: string): boolean {
    return !looksLikeToken(token) && this.#of(token) !== undefined;
  }

  hot(): undefined {
    return undefined;
  }

  knows(token: string): boolean {
    return this.#found.has(digestOf(token));
  }

  async find(token: string, ip: string): Promise<Found> {
    const scheme = this.#of(token);
    const found = await scheme?.find(token, ip);
    if (scheme === undefined || found === null || found === undefined) {
      this.#found.delete(digestOf(token));
      return null;
    }
    if (found.ok) this.#found.add(digestOf(token));
    return found.ok ? sessionOf(scheme, found.value) : found.error;
  }

  owns(tokenHash: string): boolean {
    return tokenHash.startsWith('scheme ');
  }

  async isLive(tokenHash: string): Promise<boolean> {
    const [, id = '', ...credential] = tokenHash.split(' ');
    return (await this.#ids.get(id)?.isLive(credential.join(' '))) ?? false;
  }

  onEnd(listener: (tokenHash: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #of(token: string): AuthenticationScheme | undefined {
    return this.#schemes.get(token.slice(0, token.indexOf('_') + 1));
  }

  #tell(tokenHash: string): void {
    for (const listener of this.#listeners) listener(tokenHash);
  }
}

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64');
const hashOf = (id: string, credential: string): string => `scheme ${id} ${credential}`;

/** What the rooms behind the gateway know a caller by. */
const sessionOf = ({ id }: AuthenticationScheme, { principal, credential, permission }: Authenticated): UserSession => ({
  tokenHash: hashOf(id, credential),
  principal,
  inviteCode: '',
  expiresMs: Number.MAX_SAFE_INTEGER,
  key: { keyId: `${id} ${credential}`, permission },
});
