import type { LetterChannel } from '../domain/delivery.ts';
import type { Outcome } from './app-error.ts';
import { type Token, token } from './token.ts';

/** A browser that takes Web Push, as it says so: where to send, and for whose eyes. */
export interface PushAddress {
  /** https address at the push service of the browser's maker. */
  readonly endpoint: string;
  /** Its public key, 65 bytes of P-256, base64url. */
  readonly p256dh: string;
  /** Its secret, 16 bytes, base64url. */
  readonly auth: string;
}

export interface PushDevice {
  readonly deviceId: string;
  readonly endpoint: string;
  /** What it called itself, such as `Chrome, Windows`. */
  readonly name: string;
  /** ms. */
  readonly createdMs: number;
}

/** Web Push: what reaches a person while no page is open. */
export interface Push {
  /** Which of the letters' ways are open: there is a server or gateway for them. */
  readonly channels: Readonly<Record<LetterChannel, boolean>>;
  /** The house's public key, base64url: browsers take messages of its holder alone. */
  readonly publicKey: string;
  /** Newest first. */
  devicesOf(userId: string): Promise<readonly PushDevice[]>;
  /**
   * One that is known changes hands. The oldest makes room for the eleventh. PUSH_SERVICE_UNKNOWN: at no push service that is known; PUSH_KEY_INVALID. With `sessionId` it ends with
   * that session, however that ends before its time; SESSION_INVALID: it has.
   */
  add(userId: string, address: PushAddress, name: string, sessionId?: string): Promise<Outcome<PushDevice>>;
  /** Also one that is not there. */
  remove(userId: string, deviceId: string): Promise<void>;
  /** A word to each of the person's devices, so that he sees that it comes. Gives how many there are. */
  tryOut(userId: string): Promise<number>;
}
export const PUSH: Token<Push> = token<Push>('tessera.push', 'Notices to devices of users, by Web Push');
