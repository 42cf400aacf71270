import { accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Approval, ApprovalKind, Approvals, NewApproval } from '../../core/contract/approvals.ts';
import type { Messages } from '../../core/contract/messages.ts';
import type { ChangeNote } from '../../core/contract/people.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { authorProblem } from '../session/people.ts';
import type { ApprovalRecord } from '../store/money/money-store.ts';
import type { Store } from '../store/store.ts';
import { approvalNotice } from './approval-notice.ts';

interface ApprovalParts {
  readonly store: Pick<Store, 'of'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: () => string;
  /** Who may decide hears of what waits. */
  readonly messages: Pick<Messages, 'sendToRole'>;
}

/** Opens a transaction on the tables of whoever registered the kind. */
type TransactionOf = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

interface Registered {
  readonly owner: string;
  readonly kind: ApprovalKind;
  readonly transaction: TransactionOf;
}

/** What waits for a second person, and who may say yes to it. */
export class ApprovalBook {
  readonly #parts: ApprovalParts;
  readonly #kinds = new Map<string, Registered>();

  constructor(parts: ApprovalParts) {
    this.#parts = parts;
  }

  /** For one plugin, or the house: its kinds are run on its own tables. */
  of(owner: string, transaction: TransactionOf): Approvals {
    return {
      register: (kind) => {
        const other = this.#kinds.get(kind.kind);
        if (other !== undefined) throw new Error(`"${kind.kind}" of "${owner}" is decided by "${other.owner}" already`);
        this.#kinds.set(kind.kind, { owner, kind, transaction });
      },
      ask: (approval, within) => this.#ask(approval, within),
      decide: (approvalId, yes, note) => this.#decide(approvalId, yes, note, transaction),
      takeBack: (approvalId, userId, within) => this.#takeBack(approvalId, userId, within),
    };
  }

  /** Nobody decides any more what the plugin registered. */
  release(owner: string): void {
    for (const [name, registered] of this.#kinds) if (registered.owner === owner) this.#kinds.delete(name);
  }

  async #ask({ kind, subject, content, askedBy, words }: NewApproval, within: Sql): Promise<string> {
    const { store, clock, newId, messages } = this.#parts;
    const id = newId();
    const text = JSON.parse(JSON.stringify(content ?? null));
    const { approvals } = store.of(within);
    await approvals.add({ id, kind, subject, content: text, askedBy, askedMs: clock.nowMs() });
    const message = approvalNotice({ id, kind, askedBy, words, waiting: await approvals.waiting(kind) }, clock.nowMs());
    for (const role of this.#kinds.get(kind)?.kind.roles ?? []) await messages.sendToRole(role, message, within);
    return id;
  }

  async #decide(approvalId: string, yes: boolean, note: ChangeNote, own: TransactionOf): Promise<Outcome<Approval>> {
    const { store, clock } = this.#parts;
    // Of which kind it is never changes; it is run on the tables of whoever registered that, whoever decides.
    const waiting = await own((sql) => store.of(sql).approvals.hold(approvalId));
    const transaction = this.#kinds.get(waiting?.kind ?? '')?.transaction ?? own;
    return transaction(async (sql): Promise<Outcome<Approval>> => {
      const repositories = store.of(sql);
      // Whoever changes people holds them first: so does this.
      const admins = await repositories.users.hold('');
      const barred = await authorProblem(repositories, note, admins);
      if (barred !== null) return denied(barred);
      const record = await repositories.approvals.hold(approvalId);
      if (record === null) return refused('APPROVAL_UNKNOWN');
      const approval = approvalOf(record);
      const kind = this.#kinds.get(record.kind)?.kind;
      if (kind === undefined || note.by === 'system') return refused('APPROVAL_UNKNOWN');
      const { userId, role } = note.by;
      if (!kind.roles.includes(role)) return refused('ACCESS_ROLE');
      if (record.askedBy === userId) return refused('APPROVAL_OWN');
      if (record.state !== 'WAITING') return refused('APPROVAL_DECIDED');
      const state = yes ? 'APPROVED' : 'REFUSED';
      await repositories.approvals.decided(approvalId, state, { userId, timeMs: clock.nowMs(), reason: note.reason });
      if (!yes) await kind.refused(approval, note, sql);
      else {
        const ran = await kind.approved(approval, note, sql);
        // It has changed nothing; what was written here goes with the transaction.
        if (!ran.ok) throw new NotRun(ran.error);
      }
      return accepted({ ...approval, state });
    }).catch((error: unknown) => {
      if (error instanceof NotRun) return denied(error.refusal);
      throw error;
    });
  }

  async #takeBack(approvalId: string, userId: string, within: Sql): Promise<Outcome<void>> {
    const { approvals } = this.#parts.store.of(within);
    const record = await approvals.hold(approvalId);
    if (record === null || record.askedBy !== userId) return refused('APPROVAL_UNKNOWN');
    if (record.state !== 'WAITING') return refused('APPROVAL_DECIDED');
    await approvals.decided(approvalId, 'TAKEN_BACK', { userId, timeMs: this.#parts.clock.nowMs(), reason: null });
    return accepted(undefined);
  }
}

class NotRun extends Error {
  readonly refusal: Parameters<typeof denied>[0];

  constructor(refusal: Parameters<typeof denied>[0]) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

const approvalOf = ({ id, ...rest }: ApprovalRecord): Approval => ({ approvalId: id, ...rest });
