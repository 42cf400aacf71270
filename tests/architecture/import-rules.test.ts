import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { biomeRooms } from '../../scripts/biome-import-rules.ts';
import { importsOf, messageOf, ruleOf, violationOf } from '../../scripts/import-check.ts';
import { biomeRoomsFile, freeFiles, importRules } from '../../scripts/import-rules.ts';
import { readSource, root, sourceFiles } from './source-files.ts';

/** One forbidden import for every room of the table, and one that is allowed. */
const planted: Readonly<Record<string, readonly [file: string, forbidden: string, allowed: string]>> = {
  'core/domain': ['core/domain/planted.ts', '../contract/token.ts', './role.ts'],
  schemas: ['schemas/planted.ts', '../core/contract/token.ts', '../core/domain/role.ts'],
  'core/contract': ['core/contract/planted.ts', '../client/timers.ts', '../domain/role.ts'],
  'core/kernel': ['core/kernel/planted.ts', '../client/timers.ts', 'inversify'],
  'core/client': ['core/client/planted.ts', 'react', 'mobx'],
  'core/ui': ['core/ui/planted.tsx', '../client/timers.ts', '../contract/token.ts'],
  'app/layout': ['app/layout/planted.ts', '@rjsf/core', 'golden-layout'],
  'core/simulation': ['core/simulation/planted.ts', 'node:fs', '../domain/order.ts'],
  'app/forms': ['app/forms/planted.ts', 'golden-layout', '@rjsf/core'],
  app: ['app/planted.ts', 'golden-layout', './layout/host.ts'],
  strategy: ['plugins/strategy-grid/strategy.ts', 'node:fs', './params.ts'],
  params: ['plugins/strategy-grid/params.ts', '../../server/engine/engine.ts', '@sinclair/typebox'],
  'plugin server': ['plugins/strategy-grid/server.ts', 'node:net', './strategy.ts'],
  plugins: ['plugins/panel-orders/client.tsx', '../panel-chart/client.tsx', '../../core/ui/table.tsx'],
  'server/engine files': ['server/engine/journal/planted.ts', '../../store/store.ts', 'node:fs'],
  'server/engine': ['server/engine/planted.ts', '../../core/contract/token.ts', '../../core/domain/order.ts'],
  'server/threads': ['server/threads/planted.ts', '../store/store.ts', 'node:worker_threads'],
  'server/store': ['server/store/planted.ts', '../engine/engine.ts', 'kysely'],
  'server/market': ['server/market/planted.ts', 'kysely', '../store/store.ts'],
  'server/trading': ['server/trading/planted.ts', 'fastify', '../engine/engine.ts'],
  'server/runtime/isolated': ['server/runtime/isolated/planted.ts', 'node:fs', '../worker/planted.ts'],
  'server/packages': ['server/packages/planted.ts', '../trading/planted.ts', 'semver'],
  'server/runtime': ['server/runtime/planted.ts', '../engine/engine.ts', '../trading/planted.ts'],
  server: ['server/gateway/planted.ts', 'kysely', 'fastify'],
};

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
    const [file, forbidden, allowed] = planted[room] ?? ['', '', ''];
    expect(ruleOf(file, importRules)?.room).toBe(room);
    const check = (specifier: string) => violationOf(file, { specifier, isType: false }, importRules, freeFiles);
    expect(check(forbidden)).toBe(`${file} imports "${forbidden}": ${messageOf(rule)}`);
    expect(check(allowed)).toBeNull();
  });

  it.each<[string, string, string]>([
    ['a strategy from another file of its plugin', 'plugins/strategy-grid/strategy.ts', './view.tsx'],
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

describe('the lint half of the import rules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-rules-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is in step with the table', () => {
    expect(JSON.parse(readFileSync(biomeRoomsFile, 'utf8'))).toEqual(biomeRooms(importRules, freeFiles));
    expect(JSON.parse(readSource('biome.json'))).toMatchObject({ extends: ['./biome.rooms.json'] });
  });

  it('fails each planted violation with the message of its room, and none of the allowed imports', () => {
    cpSync(biomeRoomsFile, join(folder, 'biome.rooms.json'));
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ extends: ['./biome.rooms.json'], linter: { rules: { preset: 'none' } } }));
    for (const [file, forbidden, allowed] of Object.values(planted)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `import '${allowed}';\nimport '${forbidden}';\n`);
    }
    const found = lint(folder);
    for (const rule of importRules) {
      const [file] = planted[rule.room] ?? [''];
      expect(found.filter((entry) => entry.file === file)).toEqual([{ file, line: 2, message: messageOf(rule) }]);
    }
  });
});

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Runs Biome in a folder and reads its findings. */
function lint(folder: string): readonly Finding[] {
  const biome = join(root, 'node_modules/.bin/biome');
  const text = spawnText(biome, ['lint', '--reporter=github', '--max-diagnostics=none', '.'], folder);
  return [...text.matchAll(/^::error title=[^,]*,file=([^,]+),line=(\d+),[^:]*::(.+)$/gm)].map(([, file = '', line, message = '']) => ({
    file: file.replace(/^\.\//, ''),
    line: Number(line),
    message: message.trim(),
  }));
}

/** Output of a program that is expected to end with an error. */
function spawnText(program: string, parameters: readonly string[], cwd: string): string {
  try {
    return execFileSync(program, parameters, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    return String((error as { readonly stdout: unknown }).stdout);
  }
}
