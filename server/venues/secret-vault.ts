import type { Secrets } from '../../core/contract/secrets.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import type { SecretRows } from '../store/plugins/secret-store.ts';

const shortest = 8;
const longestName = 120;

export interface VaultParts {
  readonly rows: SecretRows;
  /** The same in a transaction that is open. */
  readonly rowsIn: (within: Sql) => SecretRows;
  readonly keys: Pick<KeyRing, 'seal' | 'unseal'>;
  /** Told of every value before anybody sees it, so that no log line holds it. */
  readonly hide: (value: string) => void;
}

/** The secrets of one plugin, encrypted where they lie. */
export class SecretVault implements Secrets {
  readonly #pluginId: string;
  readonly #parts: VaultParts;

  constructor(pluginId: string, parts: VaultParts) {
    this.#pluginId = pluginId;
    this.#parts = parts;
  }

  async get(name: string): Promise<string | null> {
    const sealed = await this.#parts.rows.get(this.#pluginId, name);
    if (sealed === null) return null;
    const value = this.#parts.keys.unseal(this.#place(name), sealed);
    if (value === null) throw new Error(`the secret "${name}" of ${this.#pluginId} was kept under another master key`);
    this.#parts.hide(value);
    return value;
  }

  async keep(name: string, value: string, within?: Sql): Promise<void> {
    if (name === '' || name.length > longestName) throw new RangeError(`the name of a secret has 1 to ${longestName} characters`);
    if (value.length < shortest) throw new RangeError(`a secret of less than ${shortest} characters is none`);
    this.#parts.hide(value);
    await this.#rows(within).put(this.#pluginId, name, this.#parts.keys.seal(this.#place(name), value));
  }

  forget(name: string, within?: Sql): Promise<void> {
    return this.#rows(within).remove(this.#pluginId, name);
  }

  #rows(within: Sql | undefined): SecretRows {
    return within === undefined ? this.#parts.rows : this.#parts.rowsIn(within);
  }

  #place(name: string): string {
    return `${this.#pluginId}/${name}`;
  }
}
