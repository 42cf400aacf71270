import type { AuditLog, AuditPage, AuditQuery, NewAuditEntry } from '../../core/contract/audit.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Store } from '../store/store.ts';

/** The audit log as plugins write and read it. */
export class StoredAudit implements AuditLog {
  readonly #store: Pick<Store, 'of' | 'audit'>;
  readonly #clock: Pick<Clock, 'nowMs'>;

  constructor(store: Pick<Store, 'of' | 'audit'>, clock: Pick<Clock, 'nowMs'>) {
    this.#store = store;
    this.#clock = clock;
  }

  async append(entry: NewAuditEntry, within?: Sql): Promise<void> {
    const { audit } = within === undefined ? this.#store : this.#store.of(within);
    await audit.append({ ...entry, timeMs: this.#clock.nowMs() });
  }

  async page(filter: AuditQuery, { before, limit }: { readonly before?: number | undefined; readonly limit: number }): Promise<AuditPage> {
    const { items, next } = await this.#store.audit.page({ ...filter, beforeId: before, limit });
    return { entries: items.map(({ id, ...entry }) => ({ entryId: id, ...entry })), next };
  }
}
