import type { Language } from '../../core/domain/language.ts';
import type { PluginFolders } from './plugin-folders.ts';
import type { PluginTexts } from './plugin-text.ts';

const manifests = import.meta.glob<unknown>('../../plugins/*/plugin.json', { eager: true, import: 'default' });
const texts = import.meta.glob<PluginTexts>('../../plugins/*/locales/*.json', { import: 'default' });
const servers = import.meta.glob<unknown>('../../plugins/*/server.ts');

/** The plugins that were there when the server was built. */
export function bundledFolders(): PluginFolders {
  return Object.fromEntries(
    Object.entries(manifests).map(([path, manifest]) => {
      const folder = path.split('/').at(-2) ?? '';
      // The client halves are in the other bundle. Their share of a manifest was checked by tests/architecture before the build.
      return [
        folder,
        { manifest, loadServer: servers[path.replace('plugin.json', 'server.ts')] ?? null, moduleUrl: null, hasClient: true },
      ];
    }),
  );
}

/** Texts of a plugin that was there when the server was built. */
export const bundledTexts = async (pluginId: string, language: Language): Promise<PluginTexts> =>
  (await texts[`../../plugins/${pluginId}/locales/${language}.json`]?.()) ?? {};
