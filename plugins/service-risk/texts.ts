import type { Language } from '../../core/domain/language.ts';
import en from './locales/en.json' with { type: 'json' };
import simplified from './locales/zh-CN.json' with { type: 'json' };
import traditional from './locales/zh-TW.json' with { type: 'json' };

/** What this plugin writes to people, by their language. */
export const texts: Readonly<Record<Language, typeof en>> = { en, 'zh-CN': simplified, 'zh-TW': traditional };
