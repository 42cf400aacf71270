import { type Token, token } from './token.ts';

/** Encrypts what a plugin keeps in its own tables and nobody may read there, under a key that follows from the server's master key. */
export interface Sealing {
  /** `place` says whose it is, such as `totp/<user>`: what is moved to another place, or to another plugin, does not open. */
  seal(place: string, text: string): string;
  /** Null for what was sealed under another key or for another place, or was changed since. */
  unseal(place: string, sealed: string): string | null;
  /** The same for the same text and place, 64 hexadecimal digits: for what is only compared. Nobody finds the text without the master key. */
  digest(place: string, text: string): string;
}

/** Given to plugins of kind `service` alone. */
export const SEALING: Token<Sealing> = token<Sealing>('tessera.sealing', 'Encrypts what stands in its own tables; for services alone');
