import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contractVersion } from '../../core/contract/version.ts';
import { definitionOf, definitionProblems } from '../../core/kernel/checks/definition-check.ts';
import { createManifestValidator } from '../../core/kernel/checks/manifest-validator.ts';
import { discover } from '../../core/kernel/discovery.ts';
import type { PluginManifest } from '../../core/kernel/manifest.ts';
import type { Side } from '../../core/kernel/plugin-source.ts';
import type { PluginKind } from '../../schemas/manifest.ts';
import { readSource, repositoryFiles, root } from './reading/source-files.ts';
import { languages } from './reading/texts.ts';

const files = repositoryFiles();
const folders = [...new Set(files.flatMap((file) => /^plugins\/([^/_][^/]*)\//.exec(file)?.[1] ?? []))];
const halves = { client: 'client.tsx', server: 'server.ts' } as const satisfies Readonly<Record<Side, string>>;

/** Files that a kind cannot do without; a service has at least one half, a role is its manifest, and a site is drawn by the build. */
const needed: Readonly<Record<PluginKind, readonly string[]>> = {
  panel: ['client.tsx'],
  page: ['client.tsx'],
  service: [],
  strategy: ['server.ts', 'strategy.ts', 'params.ts'],
  venue: ['server.ts'],
  feature: ['server.ts', 'client.tsx'],
  role: [],
  site: ['site.tsx'],
};
const always = ['plugin.json', 'README.md', ...languages.map((language) => `locales/${language}.json`)];

const manifestIn = (folder: string): PluginManifest => JSON.parse(readSource(`plugins/${folder}/plugin.json`)) as PluginManifest;
const filesIn = (folder: string): readonly string[] =>
  files.filter((file) => file.startsWith(`plugins/${folder}/`)).map((file) => file.slice(`plugins/${folder}/`.length));

describe.each(folders)('the plugin %s', (folder) => {
  const own = filesIn(folder);

  it('has the files of its kind, and a test', () => {
    const { kind } = manifestIn(folder);
    expect([...always, ...needed[kind]].filter((file) => !own.includes(file))).toEqual([]);
    if (kind === 'role') return;
    expect(own.some((file) => file === halves.client || file === halves.server || file === 'site.tsx')).toBe(true);
    // What else is wrong with a page ends the build.
    expect(own.includes('site.tsx')).toBe(manifestIn(folder).contributes?.site !== undefined);
    expect(own.some((file) => /\.test\.tsx?$/.test(file))).toBe(true);
  });

  it('has a manifest that validates, for this contract, in a folder of its name', () => {
    const source = { folder, manifest: manifestIn(folder) as unknown, load: null };
    const { found, failures } = discover([source], createManifestValidator(), contractVersion, []);
    expect([found[0]?.failure ?? null, failures]).toEqual([null, []]);
  });

  it('has code that says the same as its manifest, both halves together', async () => {
    const manifest = manifestIn(folder);
    const sides = (Object.keys(halves) as Side[]).filter((side) => own.includes(halves[side]));
    const definitions = await Promise.all(
      sides.map(async (side) => definitionOf(await import(/* @vite-ignore */ join(root, 'plugins', folder, halves[side])), side)),
    );
    sides.forEach((side, index) => {
      expect(definitionProblems(manifest, definitions[index] ?? {}, side, sides.length === 2)).toEqual([]);
    });
    const named = (field: 'requires' | 'optional') =>
      definitions.flatMap((definition) => Object.values(definition[field] ?? {}).map(({ id }) => id));
    expect(new Set(named('requires'))).toEqual(new Set(manifest.requires));
    expect(new Set(named('optional'))).toEqual(new Set(manifest.optional));
    expect(new Set(definitions.flatMap((definition) => Object.keys(definition.open ?? {})))).toEqual(
      new Set(manifest.contributes?.open?.map(({ id }) => id)),
    );
  });
});

describe('all plugins together', () => {
  it('clash in no id, token, route or contribution point, and need each other in no circle', () => {
    const sources = folders
      .filter((folder) => filesIn(folder).includes('plugin.json'))
      .map((folder) => ({ folder, manifest: manifestIn(folder) as unknown, load: null }));
    expect(discover(sources, createManifestValidator(), contractVersion, []).failures).toEqual([]);
  });
});
