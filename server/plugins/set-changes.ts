import type { Principal } from '../../core/contract/access.ts';
import { accepted, denied, type Outcome } from '../../core/contract/app-error.ts';
import { type ProductVersion, productVersions, type Role, type VipLevel, vipLevels } from '../../core/domain/accounts/role.ts';
import type { RoleBook } from '../../core/domain/accounts/role-book.ts';
import { providersOf } from '../../core/kernel/index.ts';
import type {
  PluginSetChangeView,
  PluginSetView,
  RoleAccessView,
  SeenPartView,
  StayingInstanceView,
} from '../../schemas/wire/plugin-set.ts';
import type { SetChangePreview } from '../gateway/ports.ts';
import type { Users } from '../store/store.ts';
import type { InstanceRecord } from '../store/strategies/instance-store.ts';
import type { PluginSets } from './plugin-sets.ts';
import { setFromView } from './plugin-views.ts';
import { type AccessByLevel, type PeopleByLevel, setChange } from './set-change.ts';

interface SetChangesParts {
  readonly roles: Pick<RoleBook, 'roles'>;
  readonly sets: Pick<PluginSets, 'accessOf' | 'refusal'>;
  readonly users: Pick<Users, 'get' | 'byRoleAndLevel'>;
  /** Everybody's instances that have not ended. */
  readonly running: () => readonly InstanceRecord[];
  /** People of the demo count where they can sign in. */
  readonly demo: boolean;
}

const mostListed = 100;

/** Says what a plugin set makes of plugins for the people of its role, before and when it is saved. */
export class SetChanges implements SetChangePreview {
  readonly #parts: SetChangesParts;

  constructor(parts: SetChangesParts) {
    this.#parts = parts;
  }

  async matrix(): Promise<readonly RoleAccessView[]> {
    const people = await this.#people();
    return this.#parts.roles.roles.map((role) => accessView(role, this.#parts.sets.accessOf(role), people.all(role)));
  }

  async preview(principal: Principal, view: PluginSetView): Promise<Outcome<PluginSetChangeView>> {
    const { sets } = this.#parts;
    const set = setFromView(view);
    const refusal = sets.refusal(principal, set);
    if (refusal !== null) return denied(refusal);
    const before = sets.accessOf(set.role);
    const after = sets.accessOf(set.role, set);
    const people = await this.#people();
    // Over the role's set each version of the product lays its own: what the role loses its people may keep.
    const versions = productVersions.map((version) => ({
      version,
      before: sets.accessOf(set.role, undefined, version),
      after: sets.accessOf(set.role, set, version),
    }));
    const counted = (step: VersionStep) => ({ ...step, people: people.of(set.role, step.version) });
    const own = { version: null, before, after };
    const staying = await this.#staying(set.role, [own, ...versions]);
    const { changes, losing, gaining, lost, gained } = setChange(counted(own), ...versions.map(counted));
    return accepted({
      access: accessView(set.role, after, people.all(set.role)),
      changes: [...changes],
      losing,
      gaining,
      lost,
      gained,
      staying: staying.slice(0, mostListed),
      staying_count: staying.length,
      dependants: [...dependantsOf(before, after)],
    });
  }

  async seenAs(view: PluginSetView, level: VipLevel, version: ProductVersion | null): Promise<readonly SeenPartView[]> {
    const set = setFromView(view);
    return this.#parts.sets.accessOf(set.role, set, version).seenAt(level);
  }

  /** Instances whose owners lose the strategy: they go on until they are stopped. */
  async #staying(role: Role, versions: readonly VersionStep[]): Promise<readonly StayingInstanceView[]> {
    const loses = ({ strategy }: InstanceRecord, { before, after }: VersionStep, level: VipLevel): boolean => {
      const [plugin = '', id = ''] = strategy.split('/');
      const key = `strategies/${id}`;
      return before.hasPart(plugin, key, level) && !after.hasPart(plugin, key, level);
    };
    const concerned = this.#parts.running().filter((one) => versions.some((step) => vipLevels.some((level) => loses(one, step, level))));
    const owners = new Map(
      await Promise.all(
        [...new Set(concerned.map(({ userId }) => userId))].map(async (id) => [id, await this.#parts.users.get(id)] as const),
      ),
    );
    return concerned.flatMap((one) => {
      const owner = owners.get(one.userId);
      const step = versions.find(({ version }) => version === (owner?.productVersion ?? null));
      if (owner?.role !== role || step === undefined || !loses(one, step, owner.vipLevel)) return [];
      const { instanceId, name, strategy, environment } = one;
      return [{ instance_id: instanceId, name, strategy, environment, username: owner.username }];
    });
  }

  async #people(): Promise<CountedRoles> {
    const rows = await this.#parts.users.byRoleAndLevel(this.#parts.demo);
    const of = (role: Role, has: (version: ProductVersion | null) => boolean): PeopleByLevel => {
      const at = (level: VipLevel): number =>
        rows.reduce((sum, row) => (row.role === role && row.vipLevel === level && has(row.productVersion) ? sum + row.people : sum), 0);
      return { 0: at(0), 1: at(1), 2: at(2), 3: at(3) };
    };
    return { all: (role) => of(role, () => true), of: (role, version) => of(role, (one) => one === version) };
  }
}

/** What people of a version of the product have before and after; null: of none. */
interface VersionStep {
  readonly version: ProductVersion | null;
  readonly before: AccessByLevel;
  readonly after: AccessByLevel;
}

interface CountedRoles {
  readonly all: (role: Role) => PeopleByLevel;
  readonly of: (role: Role, version: ProductVersion | null) => PeopleByLevel;
}

/** Plugins that are kept at some level where one that they cannot do without is lost. */
function dependantsOf(before: AccessByLevel, after: AccessByLevel): readonly { readonly plugin: string; readonly needs: string }[] {
  const providers = providersOf(after.manifests);
  return after.manifests.flatMap(({ id, requires = [] }) => {
    const needed = new Set(requires.flatMap((token) => providers.get(token) ?? []));
    const isLost = (needs: string): boolean =>
      vipLevels.some((level) => after.has(id, level) && before.has(needs, level) && !after.has(needs, level));
    return [...needed].filter((needs) => needs !== id && isLost(needs)).map((needs) => ({ plugin: id, needs }));
  });
}

const accessView = (role: Role, access: AccessByLevel, people: PeopleByLevel): RoleAccessView => ({
  role,
  people: Object.values(people).reduce((sum, count) => sum + count, 0),
  plugins: access.manifests.map(({ id }) => access.view(id)),
});
