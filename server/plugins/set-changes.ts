import type { Principal } from '../../core/contract/access.ts';
import { accepted, denied, type Outcome } from '../../core/contract/app-error.ts';
import { type ProductVersion, type Role, type VipLevel, vipLevels } from '../../core/domain/accounts/role.ts';
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
    return this.#parts.roles.roles.map((role) => accessView(role, this.#parts.sets.accessOf(role), people(role)));
  }

  async preview(principal: Principal, view: PluginSetView): Promise<Outcome<PluginSetChangeView>> {
    const { sets } = this.#parts;
    const set = setFromView(view);
    const refusal = sets.refusal(principal, set);
    if (refusal !== null) return denied(refusal);
    const before = sets.accessOf(set.role);
    const after = sets.accessOf(set.role, set);
    const people = (await this.#people())(set.role);
    const staying = await this.#staying(set.role, before, after);
    const { changes, losing, gaining, lost, gained } = setChange(before, after, people);
    return accepted({
      access: accessView(set.role, after, people),
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
  async #staying(role: Role, before: AccessByLevel, after: AccessByLevel): Promise<readonly StayingInstanceView[]> {
    const loses = ({ strategy }: InstanceRecord, level: VipLevel): boolean => {
      const [plugin = '', id = ''] = strategy.split('/');
      const key = `strategies/${id}`;
      return before.hasPart(plugin, key, level) && !after.hasPart(plugin, key, level);
    };
    const concerned = this.#parts.running().filter((one) => vipLevels.some((level) => loses(one, level)));
    const owners = new Map(
      await Promise.all(
        [...new Set(concerned.map(({ userId }) => userId))].map(async (id) => [id, await this.#parts.users.get(id)] as const),
      ),
    );
    return concerned.flatMap((one) => {
      const owner = owners.get(one.userId);
      if (owner?.role !== role || !loses(one, owner.vipLevel)) return [];
      const { instanceId, name, strategy, environment } = one;
      return [{ instance_id: instanceId, name, strategy, environment, username: owner.username }];
    });
  }

  async #people(): Promise<(role: Role) => PeopleByLevel> {
    const rows = await this.#parts.users.byRoleAndLevel(this.#parts.demo);
    const at = (role: Role, level: VipLevel): number => rows.find((row) => row.role === role && row.vipLevel === level)?.people ?? 0;
    return (role) => ({ 0: at(role, 0), 1: at(role, 1), 2: at(role, 2), 3: at(role, 3) });
  }
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
