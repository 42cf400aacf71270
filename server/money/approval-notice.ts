import type { MessageText, RoleMessage } from '../../core/contract/messages.ts';
import type { MovementKind } from '../../core/domain/accounts/money-movement.ts';
import { letterText } from '../news/letter-text.ts';

interface WaitingApproval {
  readonly id: string;
  readonly kind: string;
  /** User id. */
  readonly askedBy: string;
  readonly words: MessageText;
  /** How many of the kind wait, with this one. */
  readonly waiting: number;
}

interface WaitingMovement {
  readonly kind: MovementKind;
  /** Without a sign, as the kind says which way it goes; of an adjustment with one. */
  readonly amount: string;
  readonly asset: string;
  /** As its owner calls it. */
  readonly account: string;
  readonly owner: string;
  readonly exchange: string;
}

/** What waits where trading is to resume. */
export const deskWords: MessageText = letterText('approval.desk', {});

/** What waits where money is to move. */
export const movementWords =
  ({ kind, ...params }: WaitingMovement): MessageText =>
  (language) =>
    letterText('approval.movement', { ...params, kind: letterText(`approval.kind.${kind}`, {})(language) })(language);

/** What those who may decide, but for who has asked, are told when something begins to wait for one of them: of all of a kind once, until it was read. */
export const approvalNotice = ({ id, kind, askedBy, words, waiting }: WaitingApproval, timeMs: number): RoleMessage => ({
  ...{ kind: 'system', about: 'approval', timeMs, except: askedBy },
  ...{ refersTo: `approval ${kind} ${id}`, unlessUnread: `approval ${kind} ` },
  title: letterText('approval.title', {}),
  body: (language) => {
    const what = typeof words === 'string' ? words : words(language);
    return letterText('approval.body', { what, count: String(waiting) })(language);
  },
});
