import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SiteAssets } from '../../app/site/document.tsx';
import { type RenderedSite, Site } from '../../app/site/render-site.tsx';
import type { SitePlugin } from '../../app/site/site-plugin.ts';

/** A plugin's public pages as the build would find them in its folder. */
export function sitePluginIn(folder: string): SitePlugin {
  const json = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const islands = join(folder, 'islands');
  return {
    manifest: json('plugin.json'),
    load: () => import(/* @vite-ignore */ join(folder, 'site.tsx')),
    texts: Object.fromEntries(
      readdirSync(join(folder, 'locales')).map((file) => [file.slice(0, -'.json'.length), json(`locales/${file}`)]),
    ),
    islands: existsSync(islands) ? readdirSync(islands).flatMap((file) => /^([\w-]+)\.tsx?$/.exec(file)?.[1] ?? []) : [],
  };
}

const assets: SiteAssets = { scripts: ['/assets/main.js'], styles: ['/assets/style.css'], mark: 'data:,' };

/** The pages of the plugins in these folders. */
export const drawnSite = async (folders: readonly string[]): Promise<RenderedSite> =>
  (await Site.of(folders.map(sitePluginIn))).render(assets);

/** Draws the pages of these folders and writes them where a server takes them for a built client. */
export async function buildSite(clientFolder: string, folders: readonly string[]): Promise<void> {
  const { files, index } = await drawnSite(folders);
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(clientFolder, file)), { recursive: true });
    writeFileSync(join(clientFolder, file), text);
  };
  for (const [file, text] of files) write(file, text);
  write('site.json', JSON.stringify(index));
  write('index.html', '<!doctype html><title>the workspace</title>');
}

/** A page of the plugin in this folder, by language. */
export async function drawnPages(folder: string, path: string): Promise<Readonly<Record<string, string>>> {
  const { files, index } = await drawnSite([folder]);
  const page = index.pages.find((one) => one.path === path);
  return Object.fromEntries(Object.entries(page?.files ?? {}).map(([language, file]) => [language, files.get(file) ?? '']));
}
