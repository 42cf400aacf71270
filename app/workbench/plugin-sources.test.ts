import { describe, expect, it } from 'vitest';
import type { PluginDefinition } from '../../core/contract/plugin.ts';
import { definitionProblems } from '../../core/kernel/checks/definition-check.ts';
import type { PluginManifest } from '../../core/kernel/index.ts';
import { pluginSources } from './plugin-sources.ts';

describe.each(pluginSources.map((source) => [source.folder, source] as const))('%s', (_, { manifest, load, otherSide }) => {
  it('comes up in the browser, whatever its half for the server asks for', { timeout: 60_000 }, async () => {
    const { plugin } = (await load?.()) as { readonly plugin: PluginDefinition };
    expect(definitionProblems(manifest as PluginManifest, plugin, 'client', otherSide === true)).toEqual([]);
  });
});
