import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definitionOf, definitionProblems } from '../../../core/kernel/checks/definition-check.ts';
import { createManifestValidator } from '../../../core/kernel/checks/manifest-validator.ts';
import type { Side } from '../../../core/kernel/plugin-source.ts';
import { pluginKinds } from '../../../schemas/manifest.ts';
import { createPlugin, type NewPlugin, NewPluginError } from '../../../scripts/new-plugin.ts';
import { root } from '../../architecture/reading/source-files.ts';

const run = promisify(execFile);
const halves = { client: 'client.tsx', server: 'server.ts' } as const satisfies Readonly<Record<Side, string>>;

describe('npm run new:plugin', () => {
  let into = '';
  const made: NewPlugin[] = [];
  const data = join(root, '.data');

  // Inside the repository, so that packages resolve; `.data` is ignored by git.
  beforeAll(() => {
    mkdirSync(data, { recursive: true });
    into = mkdtempSync(join(data, 'new-plugin-'));
    for (const kind of pluginKinds) made.push(createPlugin(kind, 'order-flow2', into));
  }, 60_000);
  afterAll(() => rmSync(into, { recursive: true, force: true }));

  it.each(pluginKinds)('makes a %s that validates, with nothing of the template left in it', async (kind) => {
    const plugin = made.find(({ id }) => id === `${kind}-order-flow2`);
    if (plugin === undefined) throw new Error(`no ${kind}`);
    const manifest = createManifestValidator().check(JSON.parse(readFileSync(join(plugin.folder, 'plugin.json'), 'utf8')));
    if (!manifest.ok) throw new Error(manifest.problems.join('; '));
    expect([manifest.manifest.id, manifest.manifest.kind]).toEqual([plugin.id, kind]);
    for (const file of plugin.files) expect(`${file} ${readFileSync(join(plugin.folder, file), 'utf8')}`).not.toMatch(/sample|_templates/i);
    const sides = (Object.keys(halves) as Side[]).filter((side) => existsSync(join(plugin.folder, halves[side])));
    for (const side of sides) {
      const definition = definitionOf(await import(/* @vite-ignore */ join(plugin.folder, halves[side])), side);
      expect(definitionProblems(manifest.manifest, definition, side, sides.length === 2)).toEqual([]);
    }
  });

  it('makes plugins of all kinds that pass the type check, lint and their own tests', async () => {
    const types = join(into, 'tsconfig.json');
    const tests = join(into, 'vitest.config.ts');
    writeFileSync(
      types,
      JSON.stringify({
        extends: relative(into, join(root, 'tsconfig.json')),
        compilerOptions: { tsBuildInfoFile: 'types.tsbuildinfo' },
        include: ['**/*.ts', '**/*.tsx'],
      }),
    );
    // A configuration of its own: the repository's would run every test there is, this one included.
    writeFileSync(tests, "export default { root: import.meta.dirname, test: { include: ['**/*.test.ts'], maxWorkers: 1 } };\n");
    const checks = [
      ['tsc', '--noEmit', '-p', types],
      ['biome', 'ci', '--vcs-enabled=false', '--error-on-warnings', ...made.map(({ folder }) => folder)],
      ['vitest', 'run', '--config', tests],
    ];
    for (const [program = '', ...parameters] of checks) {
      const result = run(join(root, 'node_modules/.bin', program), parameters, {
        cwd: root,
        timeout: 90_000,
        env: { ...process.env, NO_COLOR: '1' },
      });
      const outcome = await result.then(
        ({ stdout }) => ({ ok: true, text: stdout }),
        (error: { readonly stdout: string; readonly stderr: string }) => ({
          ok: false,
          text: `${program}\n${error.stdout}${error.stderr}`,
        }),
      );
      expect(outcome.ok ? 'ok' : outcome.text).toBe('ok');
      if (program === 'vitest') expect(outcome.text).toMatch(/Test Files\s+7 passed/);
    }
  }, 120_000);

  it.each(['alpha', 'zeta', 'q'.repeat(40)])('makes plugins that are in order whatever their name, such as %s', async (name) => {
    const folders = pluginKinds.map((kind) => createPlugin(kind, name, into).folder);
    const biome = join(root, 'node_modules/.bin/biome');
    await run(biome, ['ci', '--vcs-enabled=false', '--error-on-warnings', ...folders], { cwd: root });
  }, 90_000);

  it.each<[string, string, string, RegExp]>([
    ['an unknown kind', 'widget', 'order-flow', /"widget" is no kind of plugin; kinds are panel, strategy/],
    ['capitals', 'panel', 'OrderFlow', /"OrderFlow" is no plugin id; write lower-case words/],
    ['a path', 'panel', '../escape', /no plugin id/],
    ['an empty id', 'panel', '', /no plugin id/],
    ['its kind alone', 'panel', 'panel-', /no plugin id/],
    ['an id that is too long', 'panel', 'a'.repeat(41), /at most 40/],
    ['an id that exists', 'panel', 'order-flow2', /there is a plugin panel-order-flow2 already/],
    ['an id that exists, written with its kind', 'panel', 'panel-order-flow2', /already/],
  ])('refuses %s with a message that says what to do', (_, kind, name, message) => {
    expect(() => createPlugin(kind, name, into)).toThrow(NewPluginError);
    expect(() => createPlugin(kind, name, into)).toThrow(message);
  });
});
