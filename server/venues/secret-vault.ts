import type { Secrets } from '../../core/contract/secrets.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import type { SecretRows } from '../store/plugins/secret-store.ts';

const shortest = 8;
const longestName = 120;

export interface VaultParts {
  readonly rows: SecretRows;
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

  async keep(name: string, value: string): Promise<void> {
    if (name === '' || name.length > longestName) throw new RangeError(`the name of a secret has 1 to ${longestName} characters`);
    if (value.length < shortest) throw new RangeError(`a secret of less than ${shortest} characters is none`);
    this.#parts.hide(value);
    await this.#parts.rows.put(this.#pluginId, name, this.#parts.keys.seal(this.#place(name), value));
  }

  forget(name: string): Promise<void> {
    return this.#parts.rows.remove(this.#pluginId, name);
  }

  #place(name: string): string {
    return `${this.#pluginId}/${name}`;
  }
}
