import type { Language } from '../../core/domain/language.ts';
import type { TextOfPlugin } from './texts-of-plugins.ts';

interface TitledStrategy {
  readonly key: string;
  readonly pluginId: string;
  /** `title`: the plugin's id, a dot, and the key of a text of its. */
  readonly manifest: { readonly title: string };
}

/** What a strategy is called in a language. One that is gone, or whose texts cannot be read, is called by its key: whoever is told something hears it all the same. */
export const strategyTitles =
  (strategies: () => readonly TitledStrategy[], textOf: TextOfPlugin) =>
  async (strategy: string, language: Language): Promise<string> => {
    const known = strategies().find(({ key }) => key === strategy);
    if (known === undefined) return strategy;
    const textKey = known.manifest.title.slice(known.pluginId.length + 1);
    const text = await textOf(known.pluginId, textKey, {}, language).catch(() => textKey);
    return text === textKey ? strategy : text;
  };
