import type { SiteDefinition } from '../../core/contract/site.ts';
import type { PluginManifest } from '../../core/kernel/index.ts';

type Texts = Parameters<typeof import('../i18n/flat-texts.ts').flatTexts>[0];

/** A plugin with public pages, as the build finds it in its folder. */
export interface SitePlugin {
  readonly manifest: PluginManifest;
  readonly load: () => Promise<{ readonly site?: SiteDefinition }>;
  /** By language. */
  readonly texts: Readonly<Record<string, Texts>>;
  readonly islands: readonly string[];
}

const manifests = import.meta.glob<PluginManifest>('../../plugins/*/plugin.json', { eager: true, import: 'default' });
const sites = import.meta.glob<{ readonly site?: SiteDefinition }>('../../plugins/*/site.tsx');
const texts = import.meta.glob<Texts>('../../plugins/*/locales/*.json', { eager: true, import: 'default' });
/** Not run here: their names are checked, and their styles come into the style sheet of the site. */
const islands = import.meta.glob(['../../plugins/*/islands/*.{ts,tsx}', '!../../plugins/*/islands/*.test.{ts,tsx}']);

const textsIn = (folder: string): SitePlugin['texts'] =>
  Object.fromEntries(Object.entries(texts).flatMap(([path, own]) => (path.startsWith(folder) ? [[nameOf(path), own]] : [])));

const islandsIn = (folder: string): readonly string[] =>
  Object.keys(islands).flatMap((path) => (path.startsWith(folder) ? [nameOf(path)] : []));

/** Of a file, without its ending. */
const nameOf = (path: string): string => /([^/]+)\.\w+$/.exec(path)?.[1] ?? '';

/** Plugins of this build that have public pages. */
export const sitePlugins: readonly SitePlugin[] = Object.entries(sites).map(([path, load]) => {
  const folder = path.slice(0, -'site.tsx'.length);
  const manifest = manifests[`${folder}plugin.json`];
  if (manifest === undefined) throw new Error(`${folder} has no plugin.json`);
  return { manifest, load, texts: textsIn(`${folder}locales/`), islands: islandsIn(`${folder}islands/`) };
});
