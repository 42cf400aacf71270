import { type Token, token } from './token.ts';

/** A mail in plain text, to the people of the house. */
export interface HouseMail {
  /** Letters, digits and hyphens. The same mail sent again has the same id, by which mail programs know it. */
  readonly id: string;
  /** Words of the plugin's own: what strangers have written belongs in no header. */
  readonly subject: string;
  readonly text: string;
}

/** Mails of the house to its own people (TESSERA_MAIL_TO, or as *Platform* says): no plugin writes to anybody else by it. */
export interface Mail {
  /** False: nobody has said by which server or to whom, and nothing is sent. It may change at any time. */
  readonly isOn: boolean;
  /** Where a page is on the web, such as https://trade.example/admin/inbox; null: nobody has said (TESSERA_PUBLIC_URL). */
  linkTo(path: string): string | null;
  /** The mail server has taken it when this resolves. Rejects, naming no secret, when it has not, or nobody knows: then it may be sent again. */
  send(mail: HouseMail): Promise<void>;
}
export const MAIL: Token<Mail> = token<Mail>('tessera.mail', 'Mails to the people of the house');
