import type { Principal } from '../../core/contract/access.ts';
import type { PluginSet } from '../../core/contract/plugin-sets.ts';
import { type Role, type VipLevel, vipLevels } from '../../core/domain/accounts/role.ts';
import type { RoleBook } from '../../core/domain/accounts/role-book.ts';
import { contributionKinds, type EffectivePlugin, effectivePlugins, type PluginManifest, partsOf } from '../../core/kernel/index.ts';
import type { AccessCountsView, PluginAccessView, PluginChangeView, SeenPartView } from '../../schemas/wire/plugin-set.ts';
import { withNeeded } from './needed-services.ts';

/** How many active people of a role each VIP level has. */
export type PeopleByLevel = Readonly<Record<VipLevel, number>>;

const seenKinds = ['routes', 'panels', 'strategies', 'venues'] as const;

/** What people of a role have at each VIP level, by plugin. */
export class AccessByLevel {
  readonly #byLevel: readonly ReadonlyMap<string, EffectivePlugin>[];
  readonly #own: readonly ReadonlyMap<string, EffectivePlugin>[];
  readonly manifests: readonly PluginManifest[];

  constructor(roles: RoleBook, manifests: readonly PluginManifest[], role: Role, set: PluginSet | null) {
    this.manifests = manifests;
    const at = (vipLevel: VipLevel, by: PluginSet | null): ReadonlyMap<string, EffectivePlugin> => {
      const anybody: Principal = { userId: 'anybody', username: 'anybody', role, vipLevel };
      return new Map(effectivePlugins(roles, manifests, by, anybody, []).map((plugin) => [plugin.pluginId, plugin]));
    };
    this.#byLevel = vipLevels.map((level) => at(level, set === null ? null : withNeeded(set)));
    this.#own = vipLevels.map((level) => at(level, null));
  }

  has(plugin: string, level: VipLevel): boolean {
    return this.#byLevel[level]?.get(plugin)?.decision.outcome === 'granted';
  }

  /** `key`: kind and id, such as `strategies/grid`. */
  hasPart(plugin: string, key: string, level: VipLevel): boolean {
    return this.has(plugin, level) && this.#byLevel[level]?.get(plugin)?.contributions[key]?.outcome === 'granted';
  }

  /** Pages, panels, strategies and exchanges that somebody of the level sees, the locked ones among them. */
  seenAt(level: VipLevel): readonly SeenPartView[] {
    return this.manifests.flatMap((manifest) => {
      const effective = this.#byLevel[level]?.get(manifest.id);
      if (effective === undefined || effective.decision.outcome === 'disabled') return [];
      const wholeAt = effective.decision.outcome === 'locked' ? effective.decision.minVip : null;
      return seenKinds.flatMap((kind) =>
        partsOf(manifest, kind).flatMap(({ id, title }): readonly SeenPartView[] => {
          const decision = effective.contributions[`${kind}/${id}`];
          if (decision === undefined) return [];
          const partAt = decision.outcome === 'locked' ? decision.minVip : null;
          const at = wholeAt === null && partAt === null ? null : Math.max(wholeAt ?? 0, partAt ?? 0);
          return [{ plugin: manifest.id, kind, id, title: title ?? manifest.title, locked_at_vip: at }];
        }),
      );
    });
  }

  view(plugin: string): PluginAccessView {
    const first = (levels: readonly ReadonlyMap<string, EffectivePlugin>[]): VipLevel | null =>
      vipLevels.find((level) => levels[level]?.get(plugin)?.decision.outcome === 'granted') ?? null;
    return { plugin, from_vip: first(this.#byLevel), shown: this.#byLevel.some((one) => one.has(plugin)), least_vip: first(this.#own) };
  }
}

interface SetChange {
  readonly changes: readonly PluginChangeView[];
  readonly losing: number;
  readonly gaining: number;
  readonly lost: AccessCountsView;
  readonly gained: AccessCountsView;
}

/** What one kind of people of a role has before and after, and how many they are. */
export interface SetStep {
  readonly before: AccessByLevel;
  readonly after: AccessByLevel;
  readonly people: PeopleByLevel;
}

/** Who loses and gains what: `own`: whoever has the role's set as it is; `others`: those over whose set a version of the product lays its own. */
export function setChange(own: SetStep, ...others: readonly SetStep[]): SetChange {
  const { before, after } = own;
  const steps = [own, ...others].map((step) => ({
    differences: before.manifests.map((manifest) => differenceOf(manifest, step.before, step.after)),
    countAt: (levels: ReadonlySet<VipLevel>): number => [...levels].reduce<number>((sum, level) => sum + step.people[level], 0),
  }));
  type Side = 'lostAt' | 'gainedAt';
  const peopleOf = (plugin: string, side: Side): number =>
    steps.reduce(
      (sum, { differences, countAt }) => sum + countAt(differences.find((one) => one.plugin === plugin)?.[side] ?? new Set()),
      0,
    );
  const everybody = (side: Side): number =>
    steps.reduce((sum, { differences, countAt }) => sum + countAt(new Set(differences.flatMap((one) => [...one[side]]))), 0);
  const moved = new Set(
    steps.flatMap(({ differences }) => differences.flatMap((one) => (one.lostAt.size + one.gainedAt.size > 0 ? [one.plugin] : []))),
  );
  const ofOwn = steps[0]?.differences ?? [];
  return {
    changes: before.manifests
      .filter(({ id }) => moved.has(id))
      .map(({ id: plugin }) => ({
        plugin,
        before: before.view(plugin),
        after: after.view(plugin),
        losing: peopleOf(plugin, 'lostAt'),
        gaining: peopleOf(plugin, 'gainedAt'),
      })),
    losing: everybody('lostAt'),
    gaining: everybody('gainedAt'),
    lost: countsOf(ofOwn.flatMap(({ lost }) => lost)),
    gained: countsOf(ofOwn.flatMap(({ gained }) => gained)),
  };
}

type CountedKind = keyof AccessCountsView;
const countedAs: Readonly<Partial<Record<(typeof contributionKinds)[number], CountedKind>>> = {
  panels: 'panels',
  routes: 'pages',
  strategies: 'strategies',
  venues: 'exchanges',
};

interface Difference {
  readonly plugin: string;
  readonly lostAt: ReadonlySet<VipLevel>;
  readonly gainedAt: ReadonlySet<VipLevel>;
  readonly lost: readonly CountedKind[];
  readonly gained: readonly CountedKind[];
}

function differenceOf(manifest: PluginManifest, before: AccessByLevel, after: AccessByLevel): Difference {
  const { id: plugin } = manifest;
  const parts = contributionKinds.flatMap((kind) => {
    const counted = countedAs[kind];
    return counted === undefined ? [] : partsOf(manifest, kind).map(({ id }) => ({ key: `${kind}/${id}`, counted }));
  });
  const moved = (
    from: AccessByLevel,
    to: AccessByLevel,
  ): { readonly at: ReadonlySet<VipLevel>; readonly kinds: readonly CountedKind[] } => {
    const partAt = (key: string): readonly VipLevel[] =>
      vipLevels.filter((level) => from.hasPart(plugin, key, level) && !to.hasPart(plugin, key, level));
    const wholeAt = vipLevels.filter((level) => from.has(plugin, level) && !to.has(plugin, level));
    const kinds = parts.filter(({ key }) => partAt(key).length > 0).map(({ counted }) => counted);
    // Of a plugin without any of them, such as a service, the plugin itself is counted.
    const all: readonly CountedKind[] = parts.length === 0 && wholeAt.length > 0 ? ['others'] : kinds;
    return { at: new Set([...wholeAt, ...parts.flatMap(({ key }) => partAt(key))]), kinds: all };
  };
  const lost = moved(before, after);
  const gained = moved(after, before);
  return { plugin, lostAt: lost.at, gainedAt: gained.at, lost: lost.kinds, gained: gained.kinds };
}

function countsOf(kinds: readonly CountedKind[]): AccessCountsView {
  const counts = { panels: 0, pages: 0, strategies: 0, exchanges: 0, others: 0 };
  for (const kind of kinds) counts[kind] += 1;
  return counts;
}
