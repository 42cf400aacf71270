import type { Principal } from '../../core/contract/access.ts';
import { AppError, accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { type ProductVersion, productVersions, type Role } from '../../core/domain/accounts/role.ts';
import { tidyText } from '../../core/domain/forms/form-rules.ts';
import type { NamedPluginSetView, PluginSetVersionView, ProductVersionView } from '../../schemas/wire/plugin-set.ts';
import type { NamedSetDraft, PluginSetHistory } from '../gateway/ports.ts';
import type { NamedPluginSetRecord, NewAuditRecord } from '../store/records.ts';
import type { Repositories, Store } from '../store/store.ts';
import { pluginSetView } from './plugin-views.ts';

interface SetHistoryParts {
  readonly store: Pick<Store, 'pluginSets' | 'users' | 'transaction'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Sets of versions of the product may be others now. */
  readonly versionsChanged: () => Promise<void>;
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
    return this.#change(principal, name, reason, async ({ pluginSets }) => {
      const tied = [...(await pluginSets.ofVersions())].find(([, set]) => set.name === name);
      if (tied !== undefined) return refused('PLUGIN_SET_TIED', { name, version: tied[0] });
      return (await pluginSets.removeNamed(name))
        ? accepted({ action: 'plugin-set.unnamed', after: null })
        : refused('PLUGIN_SET_UNKNOWN', { name });
    });
  }

  async versionSets(): Promise<readonly ProductVersionView[]> {
    const { pluginSets, users } = this.#parts.store;
    const [sets, people] = [await pluginSets.ofVersions(), await users.byProductVersion()];
    return productVersions.map((version) => ({
      ...{ product_version: version, set_name: sets.get(version)?.name ?? null, people: people.get(version) ?? 0 },
    }));
  }

  tieVersion(principal: Principal, version: ProductVersion, name: string | null, reason: string): Promise<Outcome<null>> {
    return this.#audited(principal, reason, async ({ pluginSets }) => {
      if (name !== null && !(await pluginSets.named()).some((one) => one.name === name)) return refused('PLUGIN_SET_UNKNOWN', { name });
      const before = { set_name: (await pluginSets.ofVersions()).get(version)?.name ?? null };
      await pluginSets.tieVersion(version, name);
      return accepted({ action: 'product-version.changed', subject: `product-version/${version}`, before, after: { set_name: name } });
    });
  }

  #change(
    principal: Principal,
    name: string,
    reason: string,
    work: (
      repositories: Repositories,
      before: NamedPluginSetRecord | null,
      userId: string,
    ) => Promise<Outcome<{ readonly action: string; readonly after: ReturnType<typeof contentOf> | null }>>,
  ): Promise<Outcome<null>> {
    return this.#audited(principal, reason, async (repositories, userId) => {
      const before = (await repositories.pluginSets.named()).find((one) => one.name === name) ?? null;
      const done = await work(repositories, before, userId);
      return done.ok ? accepted({ ...done.value, subject: `named-set/${name}`, before: before === null ? null : contentOf(before) }) : done;
    });
  }

  /** Done with its reason in the audit, or not at all. */
  async #audited(
    { userId, role }: Principal,
    typed: string,
    work: (repositories: Repositories, userId: string) => Promise<Outcome<Pick<NewAuditRecord, 'action' | 'subject' | 'before' | 'after'>>>,
  ): Promise<Outcome<null>> {
    const reason = tidyText(typed);
    if (reason === '') return refused('FORM_FIELD_EMPTY', { field: 'reason' });
    if (userId === null || role !== 'admin') return denied(new AppError('ACCESS_ROLE'));
    const { store, clock, versionsChanged } = this.#parts;
    const outcome = await store.transaction(async (repositories): Promise<Outcome<null>> => {
      // Of two that count at once the second counts the first.
      await repositories.platform.hold();
      const done = await work(repositories, userId);
      if (!done.ok) return done;
      await repositories.audit.append({ ...done.value, timeMs: clock.nowMs(), actor: userId, reason });
      return accepted(null);
    });
    if (outcome.ok) await versionsChanged();
    return outcome;
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
