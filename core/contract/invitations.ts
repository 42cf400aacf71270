import { type Token, token } from './token.ts';

/** Who has brought whom. */
export interface Invitations {
  /** A user's own code, which was made with his account and stays, and who has come by it, the newest first. */
  of(userId: string): Promise<{ readonly code: string; readonly invited: readonly InvitedPerson[] }>;
  /** People by id, as far as there are, with who has brought each. */
  broughtBy(userIds: readonly string[]): Promise<readonly BroughtPerson[]>;
  isCode(code: string): Promise<boolean>;
  /** Id of the active user whose code it is, in letters of any size; null: nobody's. */
  whose(code: string): Promise<string | null>;
}

export interface BroughtPerson {
  readonly userId: string;
  readonly username: string;
  /** Whether he may come in: not suspended, and not left. */
  readonly isActive: boolean;
  /** Whether he is of the house, and no trader. */
  readonly isStaff: boolean;
  /** User id; null: nobody. */
  readonly invitedBy: string | null;
}

export interface InvitedPerson {
  readonly userId: string;
  readonly username: string;
  readonly joinedMs: number;
  /** Who came by this person's code, the newest first; their names are their own, so only their beginning is told. */
  readonly invited: readonly { readonly userId: string; readonly beginning: string; readonly joinedMs: number }[];
}
export const INVITATIONS: Token<Invitations> = token<Invitations>('tessera.invitations', 'Who has brought whom');
