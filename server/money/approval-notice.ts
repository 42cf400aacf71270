import type { RoleMessage } from '../../core/contract/messages.ts';
import type { Language } from '../../core/domain/language.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import en from '../../locales/en/letters.json' with { type: 'json' };
import simplified from '../../locales/zh-CN/letters.json' with { type: 'json' };
import traditional from '../../locales/zh-TW/letters.json' with { type: 'json' };

const texts: Readonly<Record<Language, typeof en>> = { en, 'zh-CN': simplified, 'zh-TW': traditional };

interface WaitingApproval {
  readonly id: string;
  readonly kind: string;
  /** As the audit names it. */
  readonly subject: string;
  /** How many of the kind wait, with this one. */
  readonly waiting: number;
}

/** What those who may decide are told when something begins to wait for one of them: of all of a kind once, until it was read. */
export const approvalNotice = ({ id, kind, subject, waiting }: WaitingApproval, timeMs: number): RoleMessage => ({
  ...{ kind: 'system', about: 'approval', timeMs, refersTo: `approval ${kind} ${id}`, unlessUnread: `approval ${kind} ` },
  title: (language) => texts[language]['approval.title'],
  body: (language) => fillText(texts[language]['approval.body'], { subject, count: waiting }),
});
