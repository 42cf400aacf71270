import { languages } from './language.ts';

/** Where a page of the public site is in a language; the first one has no prefix. */
export const pathIn = (language: string, path: string): string => (language === languages[0] ? path : `/${language}${path}`);
