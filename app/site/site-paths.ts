import { type Language, languages } from '../../core/client/settings/language.ts';

/** The first language has no prefix. */
export const prefixOf = (language: Language): string => (language === languages[0] ? '' : `/${language}`);

/** A page of the site in a language. */
export const pathIn = (language: Language, path: string): string => prefixOf(language) + path;
