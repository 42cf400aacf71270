import type { KeyValueStorage } from '../connection/session-storage.ts';

export const languages = ['en', 'zh-CN', 'zh-TW'] as const;
export type Language = (typeof languages)[number];
/** The chosen language is kept under this key, with English as fallback. */
export const languageKey = 'lang';

export function readLanguage(storage: KeyValueStorage): Language {
  const stored = storage.getItem(languageKey);
  return languages.find((language) => language === stored) ?? 'en';
}

/** Names of the languages in themselves. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', 'zh-CN': '简体中文', 'zh-TW': '繁體中文' };
