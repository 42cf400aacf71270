import { describe, expect, it } from 'vitest';
import type { Principal } from '../../core/contract/access.ts';
import type { PluginSet } from '../../core/contract/plugin-sets.ts';
import { RoleBook } from '../../core/domain/accounts/role-book.ts';
import { manifestOf } from '../../core/kernel/kernel-fixture.ts';
import type { PluginSetView } from '../../schemas/wire/plugin-set.ts';
import type { InstanceRecord } from '../store/strategies/instance-store.ts';
import { AccessByLevel } from './set-change.ts';
import { SetChanges } from './set-changes.ts';

const roles = new RoleBook();
const installed = [
  manifestOf('service-prices', { provides: ['prices'] }),
  manifestOf('panel-chart', { requires: ['prices'] }),
  manifestOf('panel-notes', { optional: ['prices'] }),
  manifestOf('strategy-grid', { contributes: { strategies: [{ id: 'grid', title: 's.t' }] } }),
];
const everything: PluginSet = { role: 'user', included: ['*'], excluded: [], vipOverrides: {}, locked: [] };
const changes = new SetChanges({
  roles,
  sets: { accessOf: (role, set = everything) => new AccessByLevel(roles, installed, role, set), refusal: () => null },
  users: {
    get: async (id) => ({ id, username: `name of ${id}`, role: 'user', vipLevel: 1 }) as never,
    byRoleAndLevel: async () => [],
  },
  running: () =>
    ['grid', 'other'].map((id) => ({ instanceId: `i-${id}`, name: id, strategy: `strategy-${id}/${id}`, userId: 'ann' }) as InstanceRecord),
  demo: false,
});
const admin: Principal = { userId: 'a', username: 'admin', role: 'admin', vipLevel: 0 };
const preview = async (change: Partial<PluginSetView>) => {
  const view: PluginSetView = { role: 'user', included: ['*'], excluded: [], vip_overrides: {}, locked: [], ...change };
  const outcome = await changes.preview(admin, view);
  if (!outcome.ok) throw outcome.error;
  return outcome.value;
};

describe('before a change is saved', () => {
  it('whatever stays and needs a plugin that goes is named with what it needs', async () => {
    expect((await preview({ excluded: ['service-prices'] })).dependants).toEqual([{ plugin: 'panel-chart', needs: 'service-prices' }]);
    // For some it goes, for some it stays.
    expect((await preview({ vip_overrides: { 'service-prices': 2 } })).dependants).toHaveLength(1);
  });

  it('whatever goes by itself, and whatever can do without, is not', async () => {
    expect((await preview({ excluded: ['service-prices', 'panel-chart'] })).dependants).toEqual([]);
    expect((await preview({ excluded: ['panel-chart'] })).dependants).toEqual([]);
  });

  it('instances whose owners lose the strategy are named, as they go on', async () => {
    expect((await preview({ excluded: ['strategy-grid'] })).staying).toMatchObject([{ instance_id: 'i-grid', username: 'name of ann' }]);
  });
});
