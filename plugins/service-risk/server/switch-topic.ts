import type { HouseRisk, ThrownSwitch } from '../../../core/contract/risk.ts';
import type { Topics } from '../../../core/contract/server-contributions.ts';
import type { Logger } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import { accountOfScope } from '../../../core/domain/accounts/switch-scope.ts';
import { Turns } from '../../../core/domain/turns.ts';
import type { AccountSwitches } from '../../../schemas/wire/risk.ts';

interface SwitchTopicParts {
  readonly topics: Topics;
  readonly risk: Pick<HouseRisk, 'switches' | 'accounts' | 'onChange'>;
  readonly logger: Pick<Logger, 'error'>;
}

/** Tells whoever trades with an account which switches stand against its orders, before he sends one. Who threw them stays with risk. */
export async function openSwitchTopic({ topics, risk, logger }: SwitchTopicParts): Promise<Disposer> {
  let thrown: readonly ThrownSwitch[] = [];
  const of = (apiId: ApiId): AccountSwitches => ({
    api_id: apiId,
    switches: thrown.flatMap(({ scope, reason, thrownMs }) => {
      const account = accountOfScope(scope);
      if (account !== null && account !== apiId) return [];
      const instrument = scope.startsWith('market/') ? scope.slice('market/'.length) : null;
      const about = account !== null ? 'account' : instrument !== null ? 'market' : 'everyone';
      return [{ about, instrument, reason, thrown_time: thrownMs }];
    }),
  });
  const topic = topics.forAccounts({ name: 'switches', key: 'read', snapshot: (apiIds) => apiIds.map(of) });
  const reading = new Turns();
  const read = (): Promise<void> =>
    reading.take(async () => {
      try {
        thrown = await risk.switches();
        for (const { apiId } of await risk.accounts()) if (topic.hasSubscribers(apiId)) topic.publish(apiId, 'delta', [of(apiId)]);
      } catch (error) {
        logger.error({ err: error }, 'open pages could not be told of a switch of risk');
      }
    });
  // Heard of first and read then: what is thrown meanwhile is read again.
  const stop = risk.onChange(() => void read());
  thrown = await risk.switches();
  return stop;
}
