import type { Role } from '../domain/accounts/role.ts';
import type { Outcome } from './app-error.ts';
import type { MessageText } from './messages.ts';
import type { ChangeNote } from './people.ts';
import type { Sql } from './server-contributions.ts';
import { type Token, token } from './token.ts';

export type ApprovalState = 'WAITING' | 'APPROVED' | 'REFUSED' | 'TAKEN_BACK';

/** Something that one person has asked for and another one has to agree to. */
export interface Approval {
  readonly approvalId: string;
  readonly kind: string;
  /** What it is about, as the audit names it. */
  readonly subject: string;
  /** Plain JSON, of the kind's own making. */
  readonly content: unknown;
  /** User id. */
  readonly askedBy: string;
  /** ms. */
  readonly askedMs: number;
  readonly state: ApprovalState;
}

/** Of those who register a kind: what a yes and a no do. Both run once, in the transaction of the decision. */
export interface ApprovalKind {
  /** Unique in the product, such as `money.movement`. */
  readonly kind: string;
  /** Who may decide. */
  readonly roles: readonly Role[];
  /** Refused: nothing is decided, and the caller hears why. It must have changed nothing then. */
  approved(approval: Approval, note: ChangeNote, within: Sql): Promise<Outcome<void>>;
  refused(approval: Approval, note: ChangeNote, within: Sql): Promise<void>;
}

export interface NewApproval extends Pick<Approval, 'kind' | 'subject' | 'content' | 'askedBy'> {
  /** What waits in words, for the message to those who may decide: nothing that they may not know. */
  readonly words: MessageText;
}

/** What waits for a second person. */
export interface Approvals {
  /** Throws when somebody else has registered the kind. */
  register(kind: ApprovalKind): void;
  /** In the transaction that asks for it. */
  ask(approval: NewApproval, within: Sql): Promise<string>;
  /**
   * Once: of several at the same time one decides, the others hear APPROVAL_DECIDED. ACCESS_ROLE: the role decides nothing of the kind; APPROVAL_OWN: nobody
   * decides what he has asked for; SESSION_INVALID: who decides is not at work in his role any more; APPROVAL_UNKNOWN.
   */
  decide(approvalId: string, yes: boolean, note: ChangeNote): Promise<Outcome<Approval>>;
  /** By who asked, while it waits, in the transaction that takes back what it was for: APPROVAL_DECIDED, APPROVAL_UNKNOWN. */
  takeBack(approvalId: string, userId: string, within: Sql): Promise<Outcome<void>>;
}
export const APPROVALS: Token<Approvals> = token<Approvals>('tessera.approvals', 'What waits for a second person');
