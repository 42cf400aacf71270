import type { Language } from '../../../core/domain/language.ts';
import { fillText } from '../../../core/domain/numbers/text-params.ts';
import en from '../../../locales/en/letters.json' with { type: 'json' };
import simplified from '../../../locales/zh-CN/letters.json' with { type: 'json' };
import traditional from '../../../locales/zh-TW/letters.json' with { type: 'json' };

const texts: Readonly<Record<Language, typeof en>> = { en, 'zh-CN': simplified, 'zh-TW': traditional };

/** What a person sees on a device that he tries out. */
export const testNotice = (language: Language, firm: string): { readonly title: string; readonly body: string } => ({
  title: fillText(texts[language]['notice.test.title'], { firm }),
  body: texts[language]['notice.test.body'],
});
