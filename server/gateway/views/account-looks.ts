import type { Principal } from '../../../core/contract/access.ts';
import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import { LookAudit } from '../../session/look-audit.ts';
import type { Json } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import type { AccountDirectory } from '../ports.ts';

interface AccountLookParts {
  readonly accounts: Pick<AccountDirectory, 'of'>;
  readonly store: Pick<Store, 'audit'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Puts into the audit who reads accounts and instances of others, which their owners or his role have opened to him. What is his own is no such look. */
export class AccountLooks {
  readonly #parts: AccountLookParts;
  readonly #looks: LookAudit;

  constructor(parts: AccountLookParts) {
    this.#parts = parts;
    this.#looks = new LookAudit(parts.store, parts.clock);
  }

  /** He looks at what is in accounts, or has happened there. */
  async seen(principal: Principal, apiIds: readonly ApiId[], act: 'see' | 'report'): Promise<void> {
    const foreign = this.#foreign(principal, apiIds, act);
    await Promise.all(foreign.map((subject) => this.#note(principal, 'account.viewed', subject)));
  }

  /** The same of a socket, which waits for nothing. */
  seenBehind(principal: Principal, apiIds: readonly ApiId[]): void {
    this.seen(principal, apiIds, 'see').catch((error: unknown) =>
      this.#parts.logger.warn({ err: error, userId: principal.userId }, 'a look at accounts of others stands in no audit'),
    );
  }

  /** He takes a table along, with what he has asked for. */
  async exported(principal: Principal, apiIds: readonly ApiId[], asked: Readonly<Record<string, Json | undefined>>): Promise<void> {
    const { store, clock } = this.#parts;
    const entry = { timeMs: clock.nowMs(), actor: principal.userId ?? '', action: 'account.exported', before: null, after: { ...asked } };
    const foreign = this.#foreign(principal, apiIds, 'report');
    const [only = ''] = foreign;
    // One of each table: whoever may look at many accounts fills the audit no faster than others.
    if (foreign.length === 1) await store.audit.append({ ...entry, subject: only });
    else if (foreign.length > 1) await store.audit.append({ ...entry, subject: 'accounts', after: { ...asked, accounts: foreign } });
  }

  /** He looks at strategy instances of these people. */
  async instancesSeen(principal: Principal, ownerIds: Iterable<string>): Promise<void> {
    await Promise.all([...new Set(ownerIds)].map((ownerId) => this.#note(principal, 'instances.viewed', `person/${ownerId}`)));
  }

  /** He looks at those of everybody. */
  everybodysInstancesSeen(principal: Principal): Promise<void> {
    return this.#note(principal, 'instances.viewed', 'instances');
  }

  #note({ userId }: Principal, action: string, subject: string): Promise<void> {
    return userId === null ? Promise.resolve() : this.#looks.note({ actor: userId, action, subject });
  }

  #foreign(principal: Principal, apiIds: readonly ApiId[], act: 'see' | 'report'): readonly string[] {
    const asked = new Set(apiIds);
    const foreign = this.#parts.accounts.of(principal, act).filter(({ userId }) => userId !== principal.userId);
    return foreign.flatMap(({ apiId }) => (asked.has(apiId) ? [`account/${apiId}`] : []));
  }
}
