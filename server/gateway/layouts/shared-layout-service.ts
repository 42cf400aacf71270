import { AppError, accepted, denied, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { Role } from '../../../core/domain/accounts/role.ts';
import type { RoleBook } from '../../../core/domain/accounts/role-book.ts';
import { maxLayouts } from '../../../core/domain/layout-limits.ts';
import type { SharedLayoutView } from '../../../schemas/wire/layout.ts';
import type { Json, SharedLayoutSummary } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import type { Owner } from './layout-service.ts';

interface SharedLayoutServiceParts {
  readonly roles: Pick<RoleBook, 'has'>;
  readonly store: Pick<Store, 'layouts' | 'sharedLayouts' | 'transaction'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: () => string;
}

/** What admins give to roles. Callers are admins: the routes see to it. Every change is in the audit log. */
export class SharedLayoutService {
  readonly #parts: SharedLayoutServiceParts;

  constructor(parts: SharedLayoutServiceParts) {
    this.#parts = parts;
  }

  async share({ userId }: Owner, id: string, role: Role): Promise<Outcome<SharedLayoutView>> {
    const { store, clock, newId } = this.#parts;
    const unknown = this.#unknown(role);
    if (unknown !== null) return denied(unknown);
    const own = await store.layouts.get(userId, id);
    if (own === null) return refused('LAYOUT_UNKNOWN');
    const known = await store.sharedLayouts.list(role);
    if (known.length >= maxLayouts && !known.some(({ name }) => name === own.name)) {
      return refused('LAYOUT_TOO_MANY', { limit: maxLayouts });
    }
    const { name, version, content } = own;
    const timeMs = clock.nowMs();
    const shared = await store.transaction(async ({ sharedLayouts, audit }) => {
      const before = known.find((one) => one.name === name) ?? null;
      const after = await sharedLayouts.share({ id: newId(), role, name, version, content, updatedMs: timeMs });
      await audit.append({
        timeMs,
        actor: userId,
        action: 'layout.shared',
        subject: subject(role),
        before: json(before),
        after: json(after),
      });
      return after;
    });
    return accepted(sharedLayoutView(shared));
  }

  async unshare({ userId }: Owner, id: string): Promise<Outcome<null>> {
    const { store, clock } = this.#parts;
    const before = await store.sharedLayouts.get(id);
    if (before === null) return refused('LAYOUT_UNKNOWN');
    await store.transaction(async ({ sharedLayouts, audit }) => {
      await sharedLayouts.delete(id);
      const entry = { timeMs: clock.nowMs(), actor: userId, action: 'layout.unshared', subject: subject(before.role) };
      await audit.append({ ...entry, before: json(before), after: null });
    });
    return accepted(null);
  }

  async setDefault({ userId }: Owner, role: Role, id: string | null): Promise<Outcome<null>> {
    const { store, clock } = this.#parts;
    const unknown = this.#unknown(role);
    if (unknown !== null) return denied(unknown);
    const before = await store.sharedLayouts.defaultOf(role);
    const done = await store.transaction(async ({ sharedLayouts, audit }) => {
      if (!(await sharedLayouts.setDefault(role, id))) return false;
      const entry = { timeMs: clock.nowMs(), actor: userId, action: 'layout.default-changed', subject: subject(role) };
      await audit.append({ ...entry, before: before?.id ?? null, after: id });
      return true;
    });
    return done ? accepted(null) : refused('LAYOUT_UNKNOWN');
  }

  #unknown(role: Role): AppError | null {
    if (this.#parts.roles.has(role)) return null;
    return new AppError('REQUEST_INVALID', { field: 'role', rule: `no plugin that runs brings the role ${role}` });
  }
}

const subject = (role: Role): string => `layout/${role}`;

/** Names and times are enough for the log; a whole content is not its matter. */
const json = (layout: SharedLayoutSummary | null): Json =>
  layout === null ? null : { id: layout.id, name: layout.name, isDefault: layout.isDefault, updatedMs: layout.updatedMs };

export const sharedLayoutView = ({ id, role, name, isDefault, updatedMs }: SharedLayoutSummary): SharedLayoutView => ({
  id,
  role,
  name,
  is_default: isDefault,
  update_time: updatedMs,
});
