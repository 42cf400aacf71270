import { expect, it } from 'vitest';
import { RoleBook } from '../../core/domain/accounts/role-book.ts';
import type { PluginManifest } from '../../core/kernel/index.ts';
import { policyFrom, principalOf } from './plugin-access.ts';

const manifest: PluginManifest = {
  id: 'panel-x',
  version: '1.0.0',
  api: '^2.0.0',
  kind: 'panel',
  title: 'panel-x.title',
  description: 'panel-x.description',
  contributes: {
    panels: [
      { id: 'plain', title: 'panel-x.plain', icon: 'chart', version: 1 },
      { id: 'rich', title: 'panel-x.rich', icon: 'chart', version: 1, access: { minVip: 2 } },
      { id: 'admins', title: 'panel-x.admins', icon: 'chart', version: 1, access: { roles: ['admin'] } },
    ],
  },
};
const trader = principalOf({ username: 'ann', role: 'user', vipLevel: 1, isRoleGone: false, inviteCode: '' });

it("takes the server's word for a plugin", () => {
  expect(policyFrom(new RoleBook(), [], trader).plugin(manifest).outcome).toBe('absent');
  expect(policyFrom(new RoleBook(), [{ id: 'panel-x', lockedAtVip: null }], trader).plugin(manifest).outcome).toBe('granted');
  expect(policyFrom(new RoleBook(), [{ id: 'panel-x', lockedAtVip: 3 }], trader).plugin(manifest)).toEqual({
    outcome: 'locked',
    minVip: 3,
  });
});

it('tells a missing role from a low level in what a plugin contributes', () => {
  const policy = policyFrom(new RoleBook(), [{ id: 'panel-x', lockedAtVip: null }], trader);
  const outcome = (id: string) => policy.contribution(manifest, { kind: 'panels', id }).outcome;
  expect(['plain', 'rich', 'admins'].map(outcome)).toEqual(['granted', 'locked', 'absent']);
});
