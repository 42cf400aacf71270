import type { Language } from '../../../core/domain/language.ts';
import en from '../locales/en.json' with { type: 'json' };
import simplified from '../locales/zh-CN.json' with { type: 'json' };
import traditional from '../locales/zh-TW.json' with { type: 'json' };

/** What the plugin tells people, in each language. */
export const texts: Readonly<Record<Language, typeof en>> = { en, 'zh-CN': simplified, 'zh-TW': traditional };
