import { describe, expect, it } from 'vitest';
import { createManifestValidator } from '../../core/kernel/checks/manifest-validator.ts';
import { foreignFiles, foreignManifest, packageOf } from '../../tests/kit/packages.ts';
import { checkPackage } from './package-check.ts';

const validator = createManifestValidator();
const panel = { id: 'main', title: 'panel-guest.title', icon: 'panel', version: 1 };
const manifest = foreignManifest('panel-guest', { kind: 'panel', contributes: { panels: [panel] } });

/** What is wrong with a panel of this manifest and these files; null: nothing. */
function problemOf(change: object, files: Readonly<Record<string, string>> = {}): string | null {
  const sent = packageOf({ ...foreignFiles({ ...manifest, ...change }, { 'client.js': '' }), ...files });
  const checked = checkPackage(sent, validator);
  return checked.ok ? null : checked.error.message;
}

describe('a package is refused, whoever signed it,', () => {
  it('and this one is not', () => expect(problemOf({})).toBeNull());

  // Every page makes a step of migration for each: a hundred million of them take the memory of its browser.
  it('when its panels count more versions than anybody has written', () =>
    expect(problemOf({ contributes: { panels: [{ ...panel, version: 100_000_000 }] } })).toContain('version'));

  // No later version could be compared with it, and none would take its place any more.
  it.each(['99999999999999999999.0.0', `1.0.${'9'.repeat(30)}`])('when its version is beyond what can be counted: %s', (version) =>
    expect(problemOf({ version })).toContain('version'));

  // Every page of every user reads it at its start.
  it('when its manifest is longer than one needs to be', () => {
    expect(problemOf({ $schema: 'x'.repeat(100_000) })).toContain('plugin.json');
    expect(problemOf({ contributes: { panels: [{ ...panel, icon: 'x'.repeat(100_000) }] } })).toContain('plugin.json');
  });

  it('when its README is no page that anybody reads', () =>
    expect(problemOf({}, { 'README.md': 'x'.repeat(300_000) })).toContain('README.md'));

  // People would have their role from what an admin can take away at any moment.
  it.each([
    ['beside a panel', 'panel', [panel]],
    ['as a plugin of roles', 'role', []],
  ])('when it brings a role, %s', (_, kind, panels) => {
    const role = { id: 'guest', title: 'panel-guest.role.guest', own: [], granted: ['reduce'], without: [] };
    const problem = problemOf({ kind, contributes: { panels, roles: [role] } });
    expect(problem).toContain(kind === 'role' ? 'PACKAGE_KIND {"kind":"role"}' : 'may contribute no roles');
  });
});
