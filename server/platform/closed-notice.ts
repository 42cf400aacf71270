import type { MessageText } from '../../core/contract/messages.ts';
import type { Language } from '../../core/domain/language.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import en from '../../locales/en/letters.json' with { type: 'json' };
import simplified from '../../locales/zh-CN/letters.json' with { type: 'json' };
import traditional from '../../locales/zh-TW/letters.json' with { type: 'json' };

const texts: Readonly<Record<Language, typeof en>> = { en, 'zh-CN': simplified, 'zh-TW': traditional };

interface ClosedTerms {
  /** Their names. */
  readonly exchanges: string;
  /** How many of the owner were taken back. */
  readonly orders: number;
  /** Names of his that were stopped. */
  readonly instances: readonly string[];
  readonly reason: string;
}

/** What the owner of an account reads when the exchange is closed. */
export function closedNotice({ exchanges, orders, instances, reason }: ClosedTerms): {
  readonly title: MessageText;
  readonly body: MessageText;
} {
  return {
    title: (language) => fillText(texts[language]['venue.closed.title'], { exchanges }),
    body: (language) => {
      const parts = [
        fillText(texts[language]['venue.closed.body'], { exchanges, reason }),
        orders === 0 ? '' : fillText(texts[language]['venue.closed.orders'], { orders: String(orders) }),
        instances.length === 0 ? '' : fillText(texts[language]['venue.closed.instances'], { instances: instances.join(', ') }),
        texts[language]['venue.closed.balances'],
      ];
      return parts.filter((part) => part !== '').join(language === 'en' ? ' ' : '');
    },
  };
}
