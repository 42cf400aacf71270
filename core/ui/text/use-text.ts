import { useCallback, useContext, useSyncExternalStore } from 'react';
import { getI18n, I18nContext } from 'react-i18next';
import { quickTexts, type Translate } from './quick-texts.ts';

export type { Translate };

/**
 * Texts of a namespace: a plugin's id for its own texts, `ui` for the building blocks. Suspends while the language's file
 * loads. The function changes with the language, and when the namespace is loaded anew. Hundreds of rows and panels ask: hence
 * not the library's own hook, which prepares much that nobody here uses.
 */
export function useText(namespace: string): Translate {
  const texts = useContext(I18nContext)?.i18n ?? getI18n();
  const follow = useCallback(
    (onChange: () => void) => {
      const onAdded = (_language: string, added: string): void => {
        if (added === namespace) onChange();
      };
      texts.on('languageChanged', onChange);
      texts.store.on('added', onAdded);
      return () => {
        texts.off('languageChanged', onChange);
        texts.store.off('added', onAdded);
      };
    },
    [texts, namespace],
  );
  const translate = useSyncExternalStore(follow, () => quickTexts(texts, texts.language, namespace));
  if (!texts.hasLoadedNamespace(namespace)) throw texts.loadNamespaces(namespace);
  return translate;
}

/**
 * The same for several namespaces, such as those of the user's strategies. The library's own hook never loads those that join a
 * list later: it takes a longer list that begins alike for the same one.
 */
export function useTexts(namespaces: readonly string[]): (namespace: string) => Translate {
  const { texts, language } = useTextSource();
  const missing = namespaces.filter((one) => !texts.hasLoadedNamespace(one));
  if (missing.length > 0) throw texts.loadNamespaces(missing);
  return useCallback((namespace) => quickTexts(texts, language, namespace), [texts, language]);
}

/** The language that texts are in now, such as `zh-CN`. */
export const useLanguage = (): string => useTextSource().language;

function useTextSource() {
  const texts = useContext(I18nContext)?.i18n ?? getI18n();
  const follow = useCallback(
    (onChange: () => void) => {
      texts.on('languageChanged', onChange);
      return () => texts.off('languageChanged', onChange);
    },
    [texts],
  );
  const language = useSyncExternalStore(follow, () => texts.language);
  return { texts, language };
}
