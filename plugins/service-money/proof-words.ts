import type { MessageText } from '../../core/contract/messages.ts';
import type { MoneyProof } from '../../core/contract/money.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import { texts } from './server/texts.ts';

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
