import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bundledFolders } from './bundled.ts';
import { serverSources } from './plugin-folders.ts';
import { pluginsRoot, scanPluginFolders } from './source.ts';

describe('plugin folders', () => {
  const root = mkdtempSync(join(tmpdir(), 'plugin-folders-'));
  afterAll(() => rmSync(root, { recursive: true }));
  const put = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  it('are those with a plugin.json; templates are left out and a broken manifest is kept for the kernel to name', async () => {
    put('venue-b/plugin.json', '{"id":"venue-b"}');
    put('venue-b/server.ts', 'export const plugin = { made: "here" };');
    put('panel-a/plugin.json', '{"id":"panel-a"}');
    put('panel-a/client.tsx', '');
    put('broken/plugin.json', '{');
    put('empty/README.md', '');
    put('_templates/plugin.json', '{}');
    const sources = serverSources(await scanPluginFolders(root));
    expect(sources.map(({ folder, manifest, load, otherSide }) => ({ folder, manifest, hasCode: load !== null, otherSide }))).toEqual([
      { folder: 'broken', manifest: null, hasCode: false, otherSide: false },
      { folder: 'panel-a', manifest: { id: 'panel-a' }, hasCode: false, otherSide: true },
      { folder: 'venue-b', manifest: { id: 'venue-b' }, hasCode: true, otherSide: false },
    ]);
    expect(await sources[2]?.load?.()).toMatchObject({ plugin: { made: 'here' } });
  });

  it('are the same from source and in the bundle', async () => {
    const fromSource = serverSources(await scanPluginFolders(pluginsRoot));
    const bundled = serverSources(bundledFolders());
    const outline = (sources: typeof bundled) =>
      sources.map(({ folder, manifest, load }) => ({ folder, manifest, hasCode: load !== null }));
    expect(outline(bundled)).toEqual(outline(fromSource));
  });
});
