import { createHmac } from 'node:crypto';
import type { Sealing } from '../../core/contract/sealing.ts';
import type { KeyRing } from '../secrets/key-ring.ts';

/** What one plugin seals; no other opens it. */
export class PluginSealing implements Sealing {
  readonly #pluginId: string;
  readonly #keys: KeyRing;

  constructor(pluginId: string, keys: KeyRing) {
    this.#pluginId = pluginId;
    this.#keys = keys;
  }

  seal(place: string, text: string): string {
    return this.#keys.seal(this.#placeOf(place), text);
  }

  unseal(place: string, sealed: string): string | null {
    return this.#keys.unseal(this.#placeOf(place), sealed);
  }

  digest(place: string, text: string): string {
    return createHmac('sha256', this.#keys.digestKey)
      .update(`${this.#placeOf(place)}\n${text}`)
      .digest('hex');
  }

  /** Apart from the places of {@link SecretVault}, which are not led by a word of their own. */
  #placeOf(place: string): string {
    return `sealing ${this.#pluginId}/${place}`;
  }
}
