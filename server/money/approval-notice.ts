import type { UserMessage } from '../../core/contract/messages.ts';
import type { Language } from '../../core/domain/language.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import en from '../../locales/en/letters.json' with { type: 'json' };
import simplified from '../../locales/zh-CN/letters.json' with { type: 'json' };
import traditional from '../../locales/zh-TW/letters.json' with { type: 'json' };

const texts: Readonly<Record<Language, typeof en>> = { en, 'zh-CN': simplified, 'zh-TW': traditional };

/** What those who may decide are told when something begins to wait for one of them. `subject`: as the audit names it. */
export const approvalNotice = (subject: string, timeMs: number): Omit<UserMessage, 'userId'> => ({
  ...{ kind: 'system', about: 'approval', timeMs },
  title: (language) => texts[language]['approval.title'],
  body: (language) => fillText(texts[language]['approval.body'], { subject }),
});
