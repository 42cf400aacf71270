import type { DeliveryWords } from '../../core/contract/deliveries.ts';
import { codeLifeMs } from '../../core/domain/code-purpose.ts';
import type { Language } from '../../core/domain/language.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import en from './locales/en.json' with { type: 'json' };
import simplified from './locales/zh-CN.json' with { type: 'json' };
import traditional from './locales/zh-TW.json' with { type: 'json' };

const texts: Readonly<Record<Language, typeof en>> = { en, 'zh-CN': simplified, 'zh-TW': traditional };

/** `register`, `reset`: with a code; `taken`: somebody wanted to register with an address that has an account; `unknown`: it has none; `changed`: the password is another. */
export type LetterName = 'register' | 'reset' | 'taken' | 'unknown' | 'changed';

interface LetterValues {
  readonly firm: string;
  readonly code?: string;
}

/** A letter in the reader's language; a text message has one sentence less. */
export function letterWords(name: LetterName, language: Language, values: LetterValues, isBrief: boolean): DeliveryWords {
  const text = (part: 'subject' | 'body' | 'brief'): string =>
    fillText(texts[language][`letter.${name}.${part}`], { ...values, minutes: codeLifeMs / 60_000 });
  return { subject: text('subject'), body: text(isBrief ? 'brief' : 'body') };
}
