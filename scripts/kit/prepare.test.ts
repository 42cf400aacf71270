import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasPackages } from './prepare.mjs';

type Packages = Readonly<Record<string, object>>;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-prepare-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const react = { version: '19.0.0', resolved: 'https://registry.npmjs.org/react/-/react-19.0.0.tgz', integrity: 'sha512-a' };
const forMac = { version: '2.3.3', integrity: 'sha512-b', optional: true, os: ['darwin'] };

function lock(packages: Packages): void {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': { name: 'tessera' }, ...packages } }));
}

/** As npm leaves it at the end of an installation. */
function install(packages: Packages, text = JSON.stringify({ packages })): void {
  for (const path of ['node_modules', ...Object.keys(packages)]) mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), text);
}

describe('a start installs nothing', () => {
  it('after somebody’s own npm ci, though what is for other machines was left out', () => {
    lock({ 'node_modules/react': react, 'node_modules/fsevents': forMac });
    install({ 'node_modules/react': react });
    expect(hasPackages(folder)).toBe(true);
  });

  it('when another npm has written other remarks, or something is there beyond', () => {
    lock({ 'node_modules/react': react });
    install({ 'node_modules/react': { ...react, peer: true }, 'node_modules/mine': { version: '1.0.0' } });
    expect(hasPackages(folder)).toBe(true);
  });
});

describe('a start installs', () => {
  beforeEach(() => lock({ 'node_modules/react': react }));

  it('where nothing was installed, or an installation was cut off', () => {
    expect(hasPackages(folder)).toBe(false);
    install({}, '{"packages": {"node_modules/re');
    expect(hasPackages(folder)).toBe(false);
  });

  it('when the folder of a package was removed', () => {
    install({ 'node_modules/react': react });
    expect(hasPackages(folder)).toBe(true);
    rmSync(join(folder, 'node_modules/react'), { recursive: true });
    expect(hasPackages(folder)).toBe(false);
  });

  it.each<[string, Packages]>([
    ['is missing', {}],
    ['has another version', { 'node_modules/react': { ...react, version: '18.3.1' } }],
    ['has other content', { 'node_modules/react': { ...react, integrity: 'sha512-c' } }],
  ])('when a package %s', (_, packages) => {
    install(packages);
    expect(hasPackages(folder)).toBe(false);
  });
});
