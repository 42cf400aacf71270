import type { Messages } from '../../core/contract/messages.ts';
import type { HouseRisk } from '../../core/contract/risk.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { accountOfScope, type SwitchScope } from '../../core/domain/accounts/switch-scope.ts';
import type { Language } from '../../core/domain/language.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import { texts } from './texts.ts';

interface OwnerNewsParts {
  readonly risk: Pick<HouseRisk, 'accounts' | 'switches'>;
  readonly messages: Pick<Messages, 'send'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Runs what freezes or frees, and tells the owner of the account once it is otherwise than before; of other switches nobody is told by name. */
export const tellingOwners =
  ({ risk, messages, clock }: OwnerNewsParts) =>
  async <T extends { readonly ok: boolean }>(scope: SwitchScope, reason: string, work: () => Promise<T>): Promise<T> => {
    const apiId = accountOfScope(scope);
    if (apiId === null) return work();
    const isFrozen = async () => (await risk.switches()).some((one) => one.scope === scope);
    const before = await isFrozen();
    const done = await work();
    const after = await isFrozen();
    const account = (await risk.accounts()).find((one) => one.apiId === apiId);
    if (!done.ok || before === after || account === undefined) return done;
    const news = after ? 'frozen' : 'freed';
    const said = (part: 'title' | 'body') => (language: Language) =>
      fillText(texts[language][`owner.${news}.${part}`], { name: account.name, reason });
    await messages.send({
      userId: account.userId,
      kind: 'system',
      about: 'system',
      title: said('title'),
      body: said('body'),
      timeMs: clock.nowMs(),
    });
    return done;
  };
