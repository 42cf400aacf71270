import { dirname, join, normalize } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { importsOf } from '../../scripts/import-rules/import-check.ts';
import { readSource } from './reading/source-files.ts';

/** Packages that a module pulls in at run time, through all relative imports. */
function packagesBehind(entry: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const { specifier, isType } of importsOf(file, readSource(file))) {
      if (isType) continue;
      if (specifier.startsWith('.')) open.push(normalize(join(dirname(file), specifier)));
      else packages.add(specifier);
    }
  }
  return packages;
}

describe("the kernel's entry", () => {
  it('reaches neither ajv, which the CSP forbids in the browser, nor semver, which only the server needs, nor a module of Node', () => {
    const packages = [...packagesBehind('core/kernel/index.ts')].sort();
    expect(packages).toEqual(['inversify', 'reflect-metadata/lite']);
  });
});
