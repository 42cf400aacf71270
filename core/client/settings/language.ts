import { isLanguage, type Language, languages } from '../../domain/language.ts';
import type { KeyValueStorage } from '../connection/session-storage.ts';

export { type Language, languages };

/** The chosen language is kept under this key. */
export const languageKey = 'lang';

/** The chosen one, else that of the platform. */
export function readLanguage(storage: KeyValueStorage, ofPlatform: Language = 'en'): Language {
  const stored = storage.getItem(languageKey);
  return isLanguage(stored) ? stored : ofPlatform;
}

/** Names of the languages in themselves. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', 'zh-CN': '简体中文', 'zh-TW': '繁體中文' };
