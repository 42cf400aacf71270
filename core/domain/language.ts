/** The languages of the product. */
export const languages = ['en', 'zh-CN', 'zh-TW'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text);
