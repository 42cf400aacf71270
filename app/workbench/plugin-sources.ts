import type { PluginManifest, PluginSource } from '../../core/kernel/index.ts';
import type { TextFiles } from '../i18n/text-loaders.ts';

const manifests = import.meta.glob<PluginManifest>('../../plugins/*/plugin.json', { eager: true, import: 'default' });
const clients = import.meta.glob('../../plugins/*/client.tsx');

/** One file for each language: a file for each plugin would be asked for one by one, and named one by one in the shell. */
const textsOf = {
  en: () => import('../i18n/plugin-texts-en.ts'),
  'zh-CN': () => import('../i18n/plugin-texts-zh-cn.ts'),
  'zh-TW': () => import('../i18n/plugin-texts-zh-tw.ts'),
};

export const pluginTexts: TextFiles = Object.fromEntries(
  Object.keys(manifests).flatMap((path) =>
    Object.entries(textsOf).map(([language, load]) => {
      const file = path.replace('plugin.json', `locales/${language}.json`);
      return [file, async () => (await load()).texts[file]];
    }),
  ),
);

/** Plugins of this build that have something to show. Their code loads when the kernel starts them. */
export const pluginSources: readonly PluginSource[] = Object.entries(manifests).flatMap(([path, manifest]) => {
  const base = path.slice(0, -'plugin.json'.length);
  const load = clients[`${base}client.tsx`];
  if (load === undefined) return [];
  return [{ folder: base.split('/').at(-2) ?? '', manifest, load, otherSide: manifest.kind !== 'panel' && manifest.kind !== 'page' }];
});

/** Paths that exist for somebody, with or without the role: they decide between 403 and 404. */
export const installedRoutes: readonly string[] = Object.values(manifests).flatMap((manifest) =>
  (manifest.contributes?.routes ?? []).map((route) => route.path),
);
