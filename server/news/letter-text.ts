import type { Language } from '../../core/domain/language.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import en from '../../locales/en/letters.json' with { type: 'json' };
import simplified from '../../locales/zh-CN/letters.json' with { type: 'json' };
import traditional from '../../locales/zh-TW/letters.json' with { type: 'json' };

const texts: Readonly<Record<Language, typeof en>> = { en, 'zh-CN': simplified, 'zh-TW': traditional };

/** A text of the house's letters and messages, in the language of its reader. */
export const letterText =
  (key: keyof typeof en, params: Readonly<Record<string, string>>) =>
  (language: Language): string =>
    fillText(texts[language][key], params);
