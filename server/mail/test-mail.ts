import type { Language } from '../../core/domain/language.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import en from '../../locales/en/letters.json' with { type: 'json' };
import simplified from '../../locales/zh-CN/letters.json' with { type: 'json' };
import traditional from '../../locales/zh-TW/letters.json' with { type: 'json' };

const texts: Readonly<Record<Language, typeof en>> = { en, 'zh-CN': simplified, 'zh-TW': traditional };

/** What an administrator is sent who tries the mail server. */
export const testMail = (language: Language, firm: string): { readonly subject: string; readonly text: string } => ({
  subject: fillText(texts[language]['mail.test.subject'], { firm }),
  text: `${texts[language]['mail.test.text']}\n`,
});
