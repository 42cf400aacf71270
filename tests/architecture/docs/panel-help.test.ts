import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PluginManifest } from '../../../core/kernel/manifest.ts';
import { drawnSite } from '../../kit/site.ts';
import { readSource, repositoryFiles, root } from '../reading/source-files.ts';

const files = repositoryFiles();
const foldersWith = (file: string): readonly string[] =>
  files.flatMap((one) => new RegExp(`^(plugins/[^_/][^/]*)/${file}$`).exec(one)?.[1] ?? []);
const panels = foldersWith('plugin\\.json').flatMap((folder) => {
  const manifest = JSON.parse(readSource(`${folder}/plugin.json`)) as PluginManifest;
  return (manifest.contributes?.panels ?? []).map(({ id, help }) => ({ key: `${manifest.id}/${id}`, help }));
});

describe('the question mark of a panel', () => {
  it('leads to a page of the public site, and to a place on it, in every language', async () => {
    const { files: pages, index } = await drawnSite(foldersWith('site\\.tsx').map((folder) => join(root, folder)));
    const asked = panels.flatMap(({ key, help }) => (help === undefined ? [] : [{ key, help }]));
    expect(asked.length).toBeGreaterThan(20);
    const nowhere = asked.filter(({ help }) => {
      const [path, place] = help.split('#');
      const drawn = index.pages.find((page) => page.path === path);
      const texts = Object.values(drawn?.files ?? {}).map((file) => pages.get(file) ?? '');
      return texts.length === 0 || (place !== undefined && texts.some((text) => !text.includes(`id="${place}"`)));
    });
    expect(nowhere).toEqual([]);
  });
});
