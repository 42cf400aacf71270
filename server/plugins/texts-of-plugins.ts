import { readFile } from 'node:fs/promises';
import type { Language } from '../../core/domain/language.ts';
import { type PluginTexts, pluginText, type TextValues } from './plugin-text.ts';

interface PluginTextParts {
  /** Address of a plugin's server code; null for a package, and in a bundle. */
  readonly moduleUrl: (pluginId: string) => string | null;
  /** Texts of an installed package; null for a plugin that is none. */
  readonly packageTexts: (pluginId: string, language: Language) => string | null;
}

/** Gives a text of a plugin, such as a rule or the title of its strategy; one that is missing is its key. */
export type TextOfPlugin = (pluginId: string, key: string, values: TextValues, language?: Language) => Promise<string>;

/** `language` is English where nobody's own is known. */
export const textsOfPlugins =
  (parts: PluginTextParts): TextOfPlugin =>
  async (pluginId, key, values, language = 'en') =>
    pluginText(await textsIn(parts, pluginId, language), key, values) ?? key;

async function textsIn({ moduleUrl, packageTexts }: PluginTextParts, pluginId: string, language: Language): Promise<PluginTexts> {
  const packaged = packageTexts(pluginId, language);
  if (packaged !== null) return JSON.parse(packaged) as PluginTexts;
  const address = moduleUrl(pluginId);
  if (address === null) return import.meta.env === undefined ? {} : (await import('./bundled.ts')).bundledTexts(pluginId, language);
  // A plugin without texts still has rules.
  const file = await readFile(new URL(`locales/${language}.json`, address), 'utf8').catch(() => '{}');
  return JSON.parse(file) as PluginTexts;
}
