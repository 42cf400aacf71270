import { createHmac } from 'node:crypto';
import type { Sealing } from '../../core/contract/sealing.ts';
import { seal, sealingKey, unseal } from '../venues/sealed-text.ts';

/** What one plugin seals; no other opens it. */
export class PluginSealing implements Sealing {
  readonly #pluginId: string;
  readonly #key: Buffer;

  constructor(pluginId: string, masterKey: Buffer) {
    this.#pluginId = pluginId;
    this.#key = sealingKey(masterKey);
  }

  seal(place: string, text: string): string {
    return seal(this.#key, this.#placeOf(place), text);
  }

  unseal(place: string, sealed: string): string | null {
    return unseal(this.#key, this.#placeOf(place), sealed);
  }

  digest(place: string, text: string): string {
    return createHmac('sha256', this.#key)
      .update(`${this.#placeOf(place)}\n${text}`)
      .digest('hex');
  }

  /** Apart from the places of {@link SecretVault}, which are not led by a word of their own. */
  #placeOf(place: string): string {
    return `sealing ${this.#pluginId}/${place}`;
  }
}
