import { readFile } from 'node:fs/promises';
import { type PluginTexts, pluginText, type TextValues } from './plugin-text.ts';

interface RuleSentenceParts {
  /** Address of a plugin's server code; null for a package, and in a bundle. */
  readonly moduleUrl: (pluginId: string) => string | null;
  /** English texts of an installed package; null for a plugin that is none. */
  readonly packageTexts: (pluginId: string) => string | null;
}

/** Gives a text of a plugin in English, such as a rule of its strategy, for people who read answers of the API; one that is missing is its key. */
export const ruleSentences =
  (parts: RuleSentenceParts) =>
  async (pluginId: string, key: string, values: TextValues): Promise<string> =>
    pluginText(await englishTexts(parts, pluginId), key, values) ?? key;

async function englishTexts({ moduleUrl, packageTexts }: RuleSentenceParts, pluginId: string): Promise<PluginTexts> {
  const packaged = packageTexts(pluginId);
  if (packaged !== null) return JSON.parse(packaged) as PluginTexts;
  const address = moduleUrl(pluginId);
  if (address === null) return import.meta.env === undefined ? {} : (await import('./bundled.ts')).bundledTexts(pluginId);
  // A plugin without texts still has rules.
  const file = await readFile(new URL('locales/en.json', address), 'utf8').catch(() => '{}');
  return JSON.parse(file) as PluginTexts;
}
