import { type Token, token } from './token.ts';

/** Who has brought whom. */
export interface Invitations {
  /** A user's own code, which was made with his account and stays, and who has come by it, the newest first. */
  of(userId: string): Promise<{ readonly code: string; readonly invited: readonly InvitedPerson[] }>;
  isCode(code: string): Promise<boolean>;
  /** Id of the active user whose code it is, in letters of any size; null: nobody's. */
  whose(code: string): Promise<string | null>;
}

export interface InvitedPerson {
  readonly username: string;
  readonly joinedMs: number;
  /** Who came by this person's code, the newest first; their names are their own, so only their beginning is told. */
  readonly invited: readonly { readonly beginning: string; readonly joinedMs: number }[];
}
export const INVITATIONS: Token<Invitations> = token<Invitations>('tessera.invitations', 'Who has brought whom');
