import type { AccessDecision, Principal } from '../../core/contract/access.ts';
import { AppError, accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { PluginSet } from '../../core/contract/plugin-sets.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { ProductVersion, Role } from '../../core/domain/accounts/role.ts';
import type { RoleBook } from '../../core/domain/accounts/role-book.ts';
import { tidyText } from '../../core/domain/forms/form-rules.ts';
import { Turns } from '../../core/domain/turns.ts';
import {
  type ContributionKind,
  type EffectivePlugin,
  effectivePlugins,
  type Kernel,
  type PluginManifest,
} from '../../core/kernel/index.ts';
import type { ClientPackage } from '../../schemas/wire/package.ts';
import type { PluginSetView } from '../../schemas/wire/plugin-set.ts';
import type { PluginStatusView, PluginView } from '../../schemas/wire/workspace.ts';
import type { BusMessage } from '../bus/bus-message.ts';
import type { PluginAdministration } from '../gateway/ports.ts';
import type { Store } from '../store/store.ts';
import type { VenueGuard } from '../trading/venues/venue-guard.ts';
import { defaultPluginSet } from './default-plugin-sets.ts';
import { withNeeded } from './needed-services.ts';
import { changeProblem } from './plugin-set-check.ts';
import { pluginSetView, pluginStatusView, pluginViews, setFromRecord, setFromView } from './plugin-views.ts';
import { AccessByLevel } from './set-change.ts';
import { overlaid } from './version-overlay.ts';

export interface PluginSetParts {
  readonly roles: RoleBook;
  readonly store: Pick<Store, 'pluginSets' | 'optOuts' | 'transaction'>;
  readonly kernel: Pick<Kernel, 'plugins'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** What a browser needs of a plugin from outside the build; null for others. Absent: there are none. */
  readonly packageOf?: (pluginId: string) => ClientPackage | null;
  /** Why exchanges of plugins did not open, by plugin. Absent: all did. */
  readonly unopened?: Pick<ReadonlyMap<string, string>, 'get'>;
  /** Tells other servers what was changed here. Absent: there are none. */
  readonly tell?: ((message: BusMessage) => void) | undefined;
}

type Concerned = { readonly role: string } | { readonly userId: string };

/** Says which plugins each caller has, and keeps the sets that say so. The sets are in memory, and are read again when another server has changed them. */
export class PluginSets implements PluginAdministration, VenueGuard {
  readonly #parts: PluginSetParts;
  readonly #sets: Map<Role, PluginSet>;
  readonly #listeners = new Set<(who: Concerned) => void>();
  readonly #turns = new Turns();
  /** Sets of versions of the product. */
  #ofVersions: ReadonlyMap<ProductVersion, Omit<PluginSet, 'role'>>;
  /** Sets of roles with those of versions laid over them. */
  readonly #overlaid = new Map<string, PluginSet>();
  /** Answers of `guard` by role, VIP level, version of the product and plugin. */
  readonly #guarded = new Map<string, AppError | null>();

  private constructor(parts: PluginSetParts, sets: Map<Role, PluginSet>, ofVersions: ReadonlyMap<ProductVersion, Omit<PluginSet, 'role'>>) {
    this.#parts = parts;
    this.#sets = sets;
    this.#ofVersions = ofVersions;
  }

  /** Reads the sets, and writes the defaults of roles that have none yet. */
  static async open(parts: PluginSetParts): Promise<PluginSets> {
    const sets = new Map((await parts.store.pluginSets.all()).map((record) => [record.role, setFromRecord(record)]));
    for (const preset of parts.roles.rows.map(defaultPluginSet)) {
      if (sets.has(preset.role)) continue;
      const savedMs = parts.clock.nowMs();
      await parts.store.transaction(async ({ pluginSets }) => {
        await pluginSets.save({ ...preset, updatedMs: savedMs });
        await pluginSets.keep(preset, { savedBy: 'system', savedMs, reason: null });
      });
      sets.set(preset.role, preset);
    }
    return new PluginSets(parts, sets, await parts.store.pluginSets.ofVersions());
  }

  /** What the caller has: locked and opted-out plugins included, absent ones not. Plugins that failed are nobody's. */
  async effectiveFor(principal: Principal): Promise<readonly EffectivePlugin[]> {
    const optOuts = principal.userId === null ? [] : await this.#parts.store.optOuts.of(principal.userId);
    return effectivePlugins(this.#parts.roles, this.#installed(), this.#setOf(principal), principal, optOuts);
  }

  /**
   * For what belongs to a plugin: repeats on the server what the client only shows. Opt-outs do not count: they tidy the
   * caller's own workspace and give up no right. Orders ask it, so answers are kept until a set changes.
   */
  guard(principal: Principal, pluginId: string): AppError | null {
    const key = `${principal.role}/${principal.vipLevel}/${principal.productVersion ?? ''}/${pluginId}`;
    const known = this.#guarded.get(key);
    if (known !== undefined) return known;
    const answer = this.#decide(principal, pluginId);
    this.#guarded.set(key, answer);
    return answer;
  }

  /** What the caller has of one contribution; opt-outs do not count, as above. */
  contribution(principal: Principal, pluginId: string, kind: ContributionKind, id: string): AccessDecision {
    const manifests = this.#installed().filter((manifest) => manifest.id === pluginId);
    const [effective] = effectivePlugins(this.#parts.roles, manifests, this.#setOf(principal), principal, []);
    return effective?.contributions[`${kind}/${id}`] ?? { outcome: 'absent' };
  }

  async list(principal: Principal): Promise<readonly PluginView[]> {
    return pluginViews(await this.effectiveFor(principal), this.#parts.packageOf ?? (() => null));
  }

  async optOut(principal: Principal, pluginId: string, off: boolean): Promise<Outcome<null>> {
    const { userId } = principal;
    if (userId === null) return refused('SESSION_MISSING');
    if (!(await this.effectiveFor(principal)).some((plugin) => plugin.pluginId === pluginId)) {
      return refused('PLUGIN_UNKNOWN', { plugin: pluginId });
    }
    await this.#parts.store.optOuts[off ? 'add' : 'remove'](userId, pluginId);
    this.#announce({ userId });
    this.#parts.tell?.({ kind: 'opt-outs', userId });
    return accepted(null);
  }

  async statuses(): Promise<readonly PluginStatusView[]> {
    const { kernel, unopened } = this.#parts;
    return kernel.plugins().map((plugin) => pluginStatusView(plugin, unopened?.get(plugin.id)));
  }

  async sets(): Promise<readonly PluginSetView[]> {
    return [...this.#sets.values()].filter(({ role }) => this.#parts.roles.has(role)).map(pluginSetView);
  }

  /** What the role has with this set, or with the one that it has now; with a version of the product where one is named. */
  accessOf(role: Role, set: PluginSet | null = this.#sets.get(role) ?? null, version: ProductVersion | null = null): AccessByLevel {
    return new AccessByLevel(this.#parts.roles, this.#installed(), role, set === null ? null : this.#withVersion(set, version));
  }

  /** Null when the principal may save the set. */
  refusal(principal: Principal, set: PluginSet): AppError | null {
    if (principal.role !== 'admin' || principal.userId === null) return new AppError('ACCESS_ROLE');
    const problem = changeProblem(this.#parts.roles, this.#installed(), this.#sets.get(set.role) ?? null, set, principal);
    return problem === null ? null : new AppError('CONFIG_INVALID', { ...problem });
  }

  /** One after the other: of two changes that expect the same set the second is refused. */
  saveSet(principal: Principal, view: PluginSetView, reason: string, expected?: PluginSetView): Promise<Outcome<null>> {
    return this.#turns.take(() => this.#save(principal, view, reason, expected));
  }

  async #save(principal: Principal, view: PluginSetView, typed: string, expected: PluginSetView | undefined): Promise<Outcome<null>> {
    const reason = tidyText(typed);
    if (reason === '') return refused('FORM_FIELD_EMPTY', { field: 'reason' });
    const set = setFromView(view);
    const refusal = this.refusal(principal, set);
    if (refusal !== null) return denied(refusal);
    const current = this.#sets.get(set.role);
    if (expected !== undefined && current !== undefined && !isSame(pluginSetView(current), expected)) return refused('PLUGIN_SET_CHANGED');
    const { userId } = principal;
    const timeMs = this.#parts.clock.nowMs();
    await this.#parts.store.transaction(async ({ pluginSets, audit }) => {
      const before = await pluginSets.get(set.role);
      await pluginSets.save({ ...set, updatedMs: timeMs });
      const version = await pluginSets.keep(set, { savedBy: userId ?? '', savedMs: timeMs, reason });
      await audit.append({
        timeMs,
        actor: userId ?? '',
        action: 'plugin-set.changed',
        subject: `plugin-set/${set.role}`,
        reason,
        before: before === null ? null : { ...pluginSetView(setFromRecord(before)) },
        after: { ...view, version },
      });
    });
    this.#sets.set(set.role, set);
    this.#forget();
    this.#announce({ role: set.role });
    this.#parts.tell?.({ kind: 'plugin-set', role: set.role });
    return accepted(null);
  }

  /** Other servers may have changed sets: they are read again, and whoever has another one now is told. */
  heardSets(): Promise<void> {
    return this.#turns.take(async () => {
      for (const set of (await this.#parts.store.pluginSets.all()).map(setFromRecord)) {
        const known = this.#sets.get(set.role);
        if (known !== undefined && isSame(pluginSetView(known), pluginSetView(set))) continue;
        this.#sets.set(set.role, set);
        this.#forget();
        this.#announce({ role: set.role });
      }
      await this.#readVersions();
    });
  }

  /** Versions of the product have other sets, or theirs have another content: whoever has one follows, here and on other servers. */
  versionsChanged(): Promise<void> {
    return this.#turns.take(async () => {
      await this.#readVersions();
      this.#parts.tell?.({ kind: 'product-versions' });
    });
  }

  async #readVersions(): Promise<void> {
    const read = await this.#parts.store.pluginSets.ofVersions();
    const isKnown = JSON.stringify([...this.#ofVersions].sort()) === JSON.stringify([...read].sort());
    if (isKnown) return;
    this.#ofVersions = read;
    this.#forget();
    for (const role of this.#parts.roles.roles) this.#announce({ role });
  }

  /** Another server has changed what a user has turned off. */
  heardOptOuts(userId: string): void {
    this.#announce({ userId });
  }

  /** Plugins were installed or taken away. */
  installedChanged(): void {
    this.#forget();
    for (const role of this.#parts.roles.roles) this.#announce({ role });
  }

  onChange(listener: (who: Concerned) => void): Disposer {
    const own = (who: Concerned): void => listener(who);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  #decide(principal: Principal, pluginId: string): AppError | null {
    const manifests = this.#installed().filter(({ id }) => id === pluginId);
    const decision = effectivePlugins(this.#parts.roles, manifests, this.#setOf(principal), principal, [])[0]?.decision;
    if (decision?.outcome === 'granted') return null;
    return decision?.outcome === 'locked'
      ? new AppError('ACCESS_VIP', { minVip: decision.minVip })
      : new AppError('ACCESS_PLUGIN', { plugin: pluginId });
  }

  #installed(): readonly PluginManifest[] {
    return this.#parts.kernel.plugins().flatMap(({ manifest, state }) => (manifest === null || state.kind === 'failed' ? [] : [manifest]));
  }

  /** Guests have no role and so no set: what is public to them stands in the manifests. */
  #setOf(principal: Principal): PluginSet | null {
    const set = principal.role === null ? undefined : this.#sets.get(principal.role);
    return set === undefined ? null : this.#withVersion(set, principal.productVersion ?? null);
  }

  /** Administrators have no version: one could take from them the pages by which it is taken back. */
  #withVersion(set: PluginSet, version: ProductVersion | null): PluginSet {
    const over = version === null || set.role === 'admin' ? undefined : this.#ofVersions.get(version);
    if (over === undefined) return withNeeded(set);
    const isKept = set === this.#sets.get(set.role);
    const key = `${set.role}/${version}`;
    const known = isKept ? this.#overlaid.get(key) : undefined;
    if (known !== undefined) return known;
    const ids = this.#installed().map(({ id }) => id);
    const made = overlaid(withNeeded(set), over, ids);
    if (isKept) this.#overlaid.set(key, made);
    return made;
  }

  #forget(): void {
    this.#guarded.clear();
    this.#overlaid.clear();
  }

  #announce(who: Concerned): void {
    for (const listener of [...this.#listeners]) listener(who);
  }
}

/** Order of patterns and keys says nothing. */
const isSame = (a: PluginSetView, b: PluginSetView): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

const sorted = ({ role, included, excluded, vip_overrides, locked }: PluginSetView): unknown => [
  role,
  [...included].sort(),
  [...excluded].sort(),
  Object.entries(vip_overrides).sort(),
  [...locked].sort(),
];
