import type { MessageText } from '../../core/contract/messages.ts';
import type { MoneyProof } from '../../core/contract/money.ts';
import type { Language } from '../../core/domain/language.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import en from './locales/en.json' with { type: 'json' };
import simplified from './locales/zh-CN.json' with { type: 'json' };
import traditional from './locales/zh-TW.json' with { type: 'json' };

const texts: Readonly<Record<Language, typeof en>> = { en, 'zh-CN': simplified, 'zh-TW': traditional };
/** The page has all of them. */
const mostLines = 5;
const unknown = '–';

/** What finance is told of a proof that does not hold, in each language. */
export const proofWords = ({
  day,
  exchange,
  findings,
}: Pick<MoneyProof, 'day' | 'exchange' | 'findings'>): { readonly title: MessageText; readonly body: MessageText } => ({
  title: (language) => fillText(texts[language]['proof.title'], { exchange }),
  body: (language) => {
    const said = texts[language];
    const lines = findings.slice(0, mostLines).map(({ apiId, asset, ledger, wallet, stored }) =>
      fillText(said['proof.line'], {
        ...{ account: apiId ?? exchange, asset, ledger },
        ...{ wallet: wallet ?? unknown, stored: stored ?? unknown },
      }),
    );
    return [fillText(said['proof.lead'], { day, count: findings.length }), ...lines].join('\n');
  },
});
