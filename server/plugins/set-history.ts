import type { Principal } from '../../core/contract/access.ts';
import { AppError, accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Role } from '../../core/domain/accounts/role.ts';
import { tidyText } from '../../core/domain/forms/form-rules.ts';
import type { NamedPluginSetView, PluginSetVersionView } from '../../schemas/wire/plugin-set.ts';
import type { NamedSetDraft, PluginSetHistory } from '../gateway/ports.ts';
import type { NamedPluginSetRecord } from '../store/records.ts';
import type { Repositories, Store } from '../store/store.ts';
import { pluginSetView } from './plugin-views.ts';

interface SetHistoryParts {
  readonly store: Pick<Store, 'pluginSets' | 'users' | 'transaction'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** More would be no list of drafts any more. */
export const mostNamed = 100;

/** The versions of plugin sets, and sets that are kept by name; every change of these has its reason in the audit. */
export class SetHistory implements PluginSetHistory {
  readonly #parts: SetHistoryParts;

  constructor(parts: SetHistoryParts) {
    this.#parts = parts;
  }

  async versions(
    role: Role,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): ReturnType<PluginSetHistory['versions']> {
    const { items, next } = await this.#parts.store.pluginSets.versions(role, page);
    const nameOf = await this.#names(items.map(({ savedBy }) => savedBy));
    const results = items.map(
      ({ version, savedBy, savedMs, reason, ...set }): PluginSetVersionView => ({
        ...{ version, set: pluginSetView(set), username: nameOf(savedBy), reason, time: savedMs },
      }),
    );
    return { results, next };
  }

  async named(): Promise<readonly NamedPluginSetView[]> {
    const sets = await this.#parts.store.pluginSets.named();
    const nameOf = await this.#names(sets.map(({ savedBy }) => savedBy));
    return sets.map((set) => ({ ...contentOf(set), username: nameOf(set.savedBy), time: set.savedMs }));
  }

  saveNamed(principal: Principal, set: NamedSetDraft, reason: string): Promise<Outcome<null>> {
    return this.#change(principal, set.name, reason, async ({ pluginSets }, before, savedBy) => {
      if (before === null && (await pluginSets.named()).length >= mostNamed) return refused('PLUGIN_SET_NAMES_FULL', { most: mostNamed });
      const { name, included, excluded, vip_overrides: vipOverrides, locked } = set;
      await pluginSets.saveNamed({ ...{ name, included, excluded, vipOverrides, locked }, savedBy, savedMs: this.#parts.clock.nowMs() });
      return accepted({ action: 'plugin-set.named', after: set });
    });
  }

  removeNamed(principal: Principal, name: string, reason: string): Promise<Outcome<null>> {
    return this.#change(principal, name, reason, async ({ pluginSets }) =>
      (await pluginSets.removeNamed(name))
        ? accepted({ action: 'plugin-set.unnamed', after: null })
        : refused('PLUGIN_SET_UNKNOWN', { name }),
    );
  }

  #change(
    { userId, role }: Principal,
    name: string,
    typed: string,
    work: (
      repositories: Repositories,
      before: NamedPluginSetRecord | null,
      userId: string,
    ) => Promise<Outcome<{ readonly action: string; readonly after: ReturnType<typeof contentOf> | null }>>,
  ): Promise<Outcome<null>> {
    const reason = tidyText(typed);
    if (reason === '') return Promise.resolve(refused('FORM_FIELD_EMPTY', { field: 'reason' }));
    if (userId === null || role !== 'admin') return Promise.resolve(denied(new AppError('ACCESS_ROLE')));
    return this.#parts.store.transaction(async (repositories): Promise<Outcome<null>> => {
      // Of two that count at once the second counts the first.
      await repositories.platform.hold();
      const before = (await repositories.pluginSets.named()).find((one) => one.name === name) ?? null;
      const done = await work(repositories, before, userId);
      if (!done.ok) return done;
      await repositories.audit.append({
        ...{ timeMs: this.#parts.clock.nowMs(), actor: userId, action: done.value.action, subject: `named-set/${name}`, reason },
        ...{ before: before === null ? null : contentOf(before), after: done.value.after },
      });
      return accepted(null);
    });
  }

  /** Null of the house itself. */
  async #names(userIds: readonly string[]): Promise<(userId: string) => string | null> {
    const { users } = this.#parts.store;
    const known = await Promise.all([...new Set(userIds)].map(async (id) => [id, (await users.get(id))?.username ?? null] as const));
    const names = new Map(known);
    return (userId) => names.get(userId) ?? null;
  }
}

const contentOf = ({ name, included, excluded, vipOverrides, locked }: NamedPluginSetRecord) => ({
  ...{ name, included: [...included], excluded: [...excluded], vip_overrides: { ...vipOverrides }, locked: [...locked] },
});
