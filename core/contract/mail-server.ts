import type { DeliveryFault } from '../domain/delivery.ts';
import type { MailServer } from '../domain/mail-server.ts';
import type { Outcome } from './app-error.ts';
import type { ChangeNote } from './people.ts';
import { type Token, token } from './token.ts';

export interface MailServerState {
  /** `environment`: the server's settings name one, which counts before what is kept here; `none`: letters wait in the outbox. */
  readonly origin: 'environment' | 'platform' | 'none';
  /** What is kept here; null: nothing. */
  readonly server: MailServer | null;
  readonly hasPassword: boolean;
  /** Counts changes: a change names the one that it was made from. */
  readonly version: number;
}

export interface MailTest {
  readonly to: string;
  /** Null: the mail server has taken it. */
  readonly fault: DeliveryFault | null;
  /** The number of its answer. */
  readonly detail: string | null;
}

/** By which server mails go, and every change of it. What is kept holds with the next mail, on every server of the house. */
export interface HouseMailServer {
  readonly state: MailServerState;
  /**
   * Null as server: mails wait in the outbox again. `password` null: the one that is kept stays, for the same server, port and user alone; else FORM_FIELD_EMPTY.
   * It stands in the audit (`mail-server.changed` of `platform`), without the password. PLATFORM_CHANGED, PLATFORM_NOTHING_TO_CHANGE, REQUEST_INVALID,
   * FORM_EMAIL_EMPTY, FORM_EMAIL_INVALID.
   */
  change(version: number, server: MailServer | null, password: string | null, note: ChangeNote): Promise<Outcome<MailServerState>>;
  /** A mail to the person's own address, at once. FORM_FIELD_EMPTY of `host`: there is no server; FORM_EMAIL_EMPTY: he has no address. */
  test(userId: string): Promise<Outcome<MailTest>>;
}
export const MAIL_SERVER: Token<HouseMailServer> = token<HouseMailServer>(
  'tessera.mail-server',
  'By which server mails go, and every change of it',
);
