import { describe, expect, it } from 'vitest';
import type { RoleContribution } from '../../schemas/manifest.ts';
import { createManifestValidator } from './checks/manifest-validator.ts';
import { manifestOf } from './kernel-fixture.ts';
import type { PluginManifest } from './manifest.ts';
import { rolesOf } from './manifest-roles.ts';

const clerk: RoleContribution = { id: 'clerk', title: 'role-clerk.role.clerk', own: [], granted: ['reduce'] };
const withRoles = (...roles: readonly object[]): PluginManifest =>
  ({ ...manifestOf('role-clerk'), kind: 'role', contributes: { roles } }) as PluginManifest;
const { check } = createManifestValidator();
const problemOf = (...roles: readonly object[]): string => {
  const checked = check(withRoles(...roles));
  return checked.ok ? '' : checked.problems.join('; ');
};

describe('a role in a manifest', () => {
  it('is known under the plugin and its id', () => {
    expect(problemOf(clerk)).toBe('');
    expect(rolesOf([withRoles(clerk)])).toEqual([{ role: 'role-clerk/clerk', own: [], granted: ['reduce'] }]);
  });

  it.each<[string, readonly object[], RegExp]>([
    ['an act that no role is given', [{ ...clerk, own: ['know'] }], /\/contributes\/roles\/0\/own\/0: must be one of trade, move/],
    ['knowing everybody', [{ ...clerk, knowsAll: true }], /unknown key "knowsAll"/],
    ['a name where nobody looks for it', [{ ...clerk, title: 'role-clerk.title' }], /the title of "clerk" must be role-clerk\.role\.clerk/],
    ['one id twice', [clerk, clerk], /"clerk" stands there twice/],
    ['trading for others that could not be taken back', [{ ...clerk, granted: ['trade'] }], /"granted" needs reduce beside trade/],
  ])('is refused with %s', (_, roles, problem) => {
    expect(problemOf(...roles)).toMatch(problem);
  });

  it('is named in access as it is known, and no otherwise', () => {
    const naming = (role: string): boolean => check({ ...manifestOf('panel-a'), access: { roles: [role] } }).ok;
    expect(['role-clerk/clerk', 'clerk', 'role-clerk/', 'Role/clerk', 'user'].map(naming)).toEqual([true, false, false, false, true]);
  });
});
