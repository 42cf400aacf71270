import { describe, expect, it } from 'vitest';
import { biomeRooms } from '../../scripts/import-rules/biome-rooms.ts';
import { importsOf, messageOf, ruleOf, violationOf } from '../../scripts/import-rules/import-check.ts';
import { freeFiles, importRules } from '../../scripts/import-rules.ts';
import { plantedImports } from './reading/planted-imports.ts';
import { readSource, sourceFiles } from './reading/source-files.ts';

describe('the import rules', () => {
  it('hold for every import of the repository', () => {
    const violations = sourceFiles().flatMap((file) =>
      importsOf(file, readSource(file)).flatMap((found) => violationOf(file, found, importRules, freeFiles) ?? []),
    );
    expect(violations).toEqual([]);
  });

  it('name no package that is not installed', () => {
    const { dependencies, devDependencies } = JSON.parse(readSource('package.json')) as Record<string, Record<string, string>>;
    const installed = Object.keys({ ...dependencies, ...devDependencies });
    const isInstalled = (name: string): boolean =>
      name.startsWith('node:') || installed.some((one) => one === name || (name.endsWith('/*') && one.startsWith(name.slice(0, -1))));
    const named = importRules.flatMap(({ packages, typePackages }) => [...packages, ...(typePackages ?? [])]);
    expect(named.filter((name) => !isInstalled(name))).toEqual([]);
  });

  it.each(
    importRules.map((rule) => [rule.room, rule] as const),
  )('refuse a planted violation in %s and name the right room', (room, rule) => {
    const [file, forbidden, allowed] = plantedImports[room] ?? ['', '', ''];
    expect(ruleOf(file, importRules)?.room).toBe(room);
    const check = (specifier: string) => violationOf(file, { specifier, isType: false }, importRules, freeFiles);
    expect(check(forbidden)).toBe(`${file} imports "${forbidden}": ${messageOf(rule)}`);
    expect(check(allowed)).toBeNull();
  });

  it.each<[string, string, string]>([
    ['a strategy from another file of its plugin', 'plugins/strategy-grid/strategy.ts', './view.tsx'],
    ['a helper of a strategy, whatever its name, from the world', 'plugins/strategy-grid/ema.ts', 'node:fs'],
    ['a helper of a strategy from what draws', 'plugins/strategy-grid/ema.ts', 'mobx'],
    ['a strategy from schemas', 'plugins/strategy-grid/strategy.ts', '../../schemas/common.ts'],
    ['a plugin from the shell', 'plugins/panel-orders/client.tsx', '../../app/main.tsx'],
    ['a plugin from the browser services', 'plugins/panel-orders/store.ts', '../../core/client/timers.ts'],
    ['a plugin from the container', 'plugins/panel-orders/store.ts', 'inversify'],
    ['a plugin from the strategy of another', 'plugins/panel-orders/client.tsx', '../strategy-grid/strategy.ts'],
    ['a plugin from the texts of another', 'plugins/panel-orders/client.tsx', '../panel-chart/locales/en.json'],
    ['the client from the server', 'core/client/session.ts', '../../server/main.ts'],
    ['everything from tests', 'server/main.ts', '../tests/kit/test-server.ts'],
  ])('keep %s', (_, file, specifier) => {
    expect(violationOf(file, { specifier, isType: true }, importRules, freeFiles)).not.toBeNull();
  });

  it('let a strategy have helpers of any name', () => {
    const check = (file: string, specifier: string) => violationOf(file, { specifier, isType: false }, importRules, freeFiles);
    expect(check('plugins/strategy-grid/strategy.ts', './ema.ts')).toBeNull();
    expect(check('plugins/strategy-grid/ema.ts', '../../core/domain/numbers/decimal.ts')).toBeNull();
  });

  it('let core/contract use types of React and nothing else of it', () => {
    const check = (isType: boolean) => violationOf('core/contract/x.ts', { specifier: 'react', isType }, importRules, freeFiles);
    expect([check(true), check(false) === null]).toEqual([null, false]);
  });

  it('see static, re-exporting, dynamic and type imports', () => {
    const source = "import './a.ts'; export * from './b.ts'; void import('./c.ts'); import type { D } from './d.ts';";
    expect(
      importsOf('x.ts', source)
        .map(({ specifier, isType }) => `${specifier}${isType ? ' type' : ''}`)
        .sort(),
    ).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts type']);
  });
});

it('the lint half of the import rules is in step with the table', () => {
  expect(JSON.parse(readSource('biome.rooms.json'))).toEqual(biomeRooms(importRules, freeFiles));
  expect(JSON.parse(readSource('biome.json'))).toMatchObject({ extends: ['./biome.plain.json', './biome.rooms.json'] });
});
