/** The languages of the product. */
export const languages = ['en', 'zh-CN', 'zh-TW'] as const;
export type Language = (typeof languages)[number];

/** Names of the languages in themselves. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', 'zh-CN': '简体中文', 'zh-TW': '繁體中文' };

/** Some of the languages, each once, in the product's order. */
export const inOrder = (some: readonly Language[]): readonly Language[] => languages.filter((one) => some.includes(one));

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text);
