import type { ExchangeAccounts } from '../../../core/contract/exchange-accounts.ts';
import type { Topics } from '../../../core/contract/server-contributions.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import { multiplyDecimals } from '../../../core/domain/numbers/decimal.ts';
import type { AccountCopied } from '../../../schemas/wire/copying.ts';
import type { Copier } from './copier.ts';

interface CopiedTopicParts {
  readonly topics: Topics;
  readonly copier: Pick<Copier, 'plan'>;
  readonly accounts: Pick<ExchangeAccounts, 'get'>;
}

/**
 * Tells whoever trades with an account who repeats its orders, before he sends one; gives what tells of a change. Of the followers it says the number
 * alone: a name is known to whoever may see the account.
 */
export function openCopiedTopic({ topics, copier, accounts }: CopiedTopicParts): (mainApiId: ApiId) => void {
  const of = (apiId: ApiId): AccountCopied => {
    const plan = copier.plan(apiId);
    const following = plan?.isOn === true ? plan.followers.filter((one) => one.isOn && accounts.get(one.apiId) !== null) : [];
    return {
      api_id: apiId,
      followers: following.map((one) => ({
        ...{ api_id: one.apiId, most: one.maxAmount },
        ratio: multiplyDecimals(multiplyDecimals(one.ratio, plan?.syncRatio ?? '100'), '0.01'),
      })),
    };
  };
  const topic = topics.forAccounts({
    name: 'copied',
    snapshot: (apiIds) => apiIds.map(of).filter(({ followers }) => followers.length > 0),
  });
  return (mainApiId) => topic.publish(mainApiId, 'delta', [of(mainApiId)]);
}
