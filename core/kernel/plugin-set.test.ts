import { describe, expect, it } from 'vitest';
import { guest, type Principal } from '../contract/access.ts';
import type { PluginSet } from '../contract/plugin-sets.ts';
import { RoleBook } from '../domain/accounts/role-book.ts';
import { lockedForAll } from './checks/access.ts';
import { manifestOf } from './kernel-fixture.ts';
import { effectivePlugins, policyOf } from './plugin-set.ts';

const user: Principal = { userId: 'u1', username: 'ann', role: 'user', vipLevel: 1 };
const setOf = (changes: Partial<PluginSet>): PluginSet => ({
  role: 'user',
  included: ['*'],
  excluded: [],
  vipOverrides: {},
  locked: [],
  ...changes,
});

const installed = [
  manifestOf('panel-chart', { contributes: { panels: [{ id: 'chart', title: 'panel-chart.title', icon: 'chart', version: 1 }] } }),
  manifestOf('panel-orders'),
  manifestOf('page-home', { access: { roles: 'public' } }),
  manifestOf('page-admin', { access: { roles: ['admin'] } }),
  manifestOf('strategy-grid', { access: { permission: 'strategy' } }),
];

const idsIn = (set: PluginSet | null, principal = user, optOuts: readonly string[] = []): readonly string[] =>
  effectivePlugins(new RoleBook(), installed, set, principal, optOuts).map(({ pluginId }) => pluginId);

describe('a plugin set', () => {
  it.each<[string, Partial<PluginSet>, readonly string[]]>([
    ['* includes everything that the manifests allow', {}, ['panel-chart', 'panel-orders', 'page-home', 'strategy-grid']],
    ['an empty set includes nothing', { included: [] }, []],
    ['a prefix pattern includes what starts with it', { included: ['panel-*'] }, ['panel-chart', 'panel-orders']],
    ['a pattern may have its star in front or in the middle', { included: ['*-home', 'pa*rs'] }, ['panel-orders', 'page-home']],
    ['an id includes that plugin only', { included: ['panel-chart'] }, ['panel-chart']],
    ['a pattern is no substring search', { included: ['panel'] }, []],
    ['excluded wins over included', { excluded: ['panel-*', 'page-home'] }, ['strategy-grid']],
    ['a set cannot give what the manifest keeps for another role', { included: ['page-admin'] }, []],
  ])('%s', (_, changes, expected) => {
    expect(idsIn(setOf(changes))).toEqual(expected);
  });

  it('is not needed for guests, who get what is public', () => {
    expect(idsIn(null, guest)).toEqual(['page-home']);
  });

  it('gives whoever has a role that is gone what guests have, whatever its set says', () => {
    const gone: Principal = { ...user, role: 'role-clerk/clerk', vipLevel: 3 };
    expect([idsIn(setOf({ role: 'role-clerk/clerk' }), gone), idsIn(null, gone)]).toEqual([['page-home'], ['page-home']]);
  });

  it('leaves an opted-out plugin visible as disabled', () => {
    const found = effectivePlugins(new RoleBook(), installed, setOf({ included: ['panel-orders'] }), user, ['panel-orders']);
    expect(found[0]?.decision).toEqual({ outcome: 'disabled', reason: 'opted-out' });
  });

  it.each<[string, Partial<PluginSet>, object, object]>([
    ['nothing else asked grants both', {}, { outcome: 'granted' }, { outcome: 'granted' }],
    [
      'an override on the plugin locks plugin and contribution',
      { vipOverrides: { 'panel-chart': 2 } },
      { outcome: 'locked', minVip: 2 },
      { outcome: 'locked', minVip: 2 },
    ],
    [
      'an override on a contribution leaves the plugin granted',
      { vipOverrides: { 'panel-chart/chart': 3 } },
      { outcome: 'granted' },
      { outcome: 'locked', minVip: 3 },
    ],
    [
      'a locked id is locked whatever the level',
      { locked: ['panel-chart'] },
      { outcome: 'locked', minVip: lockedForAll },
      { outcome: 'locked', minVip: lockedForAll },
    ],
    ['a lower override opens nothing', { vipOverrides: { 'panel-chart': 0 } }, { outcome: 'granted' }, { outcome: 'granted' }],
  ])('%s', (_, changes, plugin, panel) => {
    const policy = policyOf(effectivePlugins(new RoleBook(), installed, setOf(changes), user, []));
    const [chart] = installed;
    if (chart === undefined) throw new Error('no manifest');
    expect(policy.plugin(chart)).toEqual(plugin);
    expect(policy.contribution(chart, { kind: 'panels', id: 'chart' })).toEqual(panel);
  });

  it('answers absent for what the effective list does not name', () => {
    const policy = policyOf(effectivePlugins(new RoleBook(), installed, setOf({ included: ['panel-chart'] }), user, []));
    expect(policy.plugin(manifestOf('panel-orders'))).toEqual({ outcome: 'absent' });
    expect(policy.contribution(manifestOf('panel-chart'), { kind: 'panels', id: 'other' })).toEqual({ outcome: 'absent' });
  });

  it('survives the wire: a policy from parsed JSON answers the same', () => {
    const effective = effectivePlugins(new RoleBook(), installed, setOf({ locked: ['panel-chart'] }), user, ['panel-orders']);
    const parsed = JSON.parse(JSON.stringify(effective)) as typeof effective;
    for (const manifest of installed) expect(policyOf(parsed).plugin(manifest)).toEqual(policyOf(effective).plugin(manifest));
  });
});
