/** The languages of the product. */
export const languages = ['en', 'zh-CN', 'zh-TW'] as const;
export type Language = (typeof languages)[number];

/** Some of the languages, each once, in the product's order. */
export const inOrder = (some: readonly Language[]): readonly Language[] => languages.filter((one) => some.includes(one));

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text);
