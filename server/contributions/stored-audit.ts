import type {
  AuditCheckOptions,
  AuditFinding,
  AuditLog,
  AuditPage,
  AuditPageQuery,
  AuditQuery,
  NewAuditEntry,
  SealedOrderPage,
  SealPageQuery,
} from '../../core/contract/audit.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { LookAudit } from '../session/look-audit.ts';
import type { Store } from '../store/store.ts';
import { originOf } from '../trading/order-origin.ts';

/** The audit log as plugins write and read it. */
export class StoredAudit implements AuditLog {
  readonly #store: Pick<Store, 'of' | 'audit' | 'orders'>;
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #looks: LookAudit;

  constructor(store: Pick<Store, 'of' | 'audit' | 'orders'>, clock: Pick<Clock, 'nowMs'>) {
    this.#store = store;
    this.#clock = clock;
    this.#looks = new LookAudit(store, clock);
  }

  async append(entry: NewAuditEntry, within?: Sql): Promise<void> {
    const { audit } = within === undefined ? this.#store : this.#store.of(within);
    await audit.append({ ...entry, timeMs: this.#clock.nowMs() });
  }

  appendLook(look: Pick<NewAuditEntry, 'actor' | 'action' | 'subject'>): Promise<void> {
    return this.#looks.note(look);
  }

  check(options?: AuditCheckOptions): Promise<AuditFinding> {
    return this.#store.audit.verify(options);
  }

  async sealedOrders(entryId: number, page: SealPageQuery): Promise<SealedOrderPage | null> {
    const found = await this.#store.audit.sealedOrders(entryId, page);
    if (found === null) return null;
    const senders = await this.#store.orders.senders(found.venue, [...new Set(found.items.map(({ orderId }) => orderId))]);
    const nowMs = this.#clock.nowMs();
    const changes = found.items.map((one) => {
      const sender = senders.get(one.orderId);
      return { ...one, origin: sender === undefined ? null : originOf(sender, nowMs) };
    });
    return { verdict: found.verdict, changes, next: found.next };
  }

  async page(filter: AuditQuery, { before, ...more }: AuditPageQuery): Promise<AuditPage> {
    const { items, next } = await this.#store.audit.page({ ...filter, beforeId: before, ...more });
    return { entries: items.map(({ id, ...entry }) => ({ entryId: id, ...entry })), next };
  }
}
