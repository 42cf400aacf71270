import type { Language } from '../../core/domain/language.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import en from '../../locales/en/letters.json' with { type: 'json' };
import simplified from '../../locales/zh-CN/letters.json' with { type: 'json' };
import traditional from '../../locales/zh-TW/letters.json' with { type: 'json' };

const texts: Readonly<Record<Language, typeof en>> = { en, 'zh-CN': simplified, 'zh-TW': traditional };

/** What is sent when an administrator tries the gateway of text messages. */
export const testSms = (language: Language, firm: string): string => fillText(texts[language]['sms.test.text'], { firm });
