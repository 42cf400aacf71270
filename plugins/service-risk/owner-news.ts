import type { Messages, UserMessage } from '../../core/contract/messages.ts';
import type { CanceledOrders, CloseResult, HouseRisk, StoppedInstance } from '../../core/contract/risk.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { accountOfScope, type SwitchScope } from '../../core/domain/accounts/switch-scope.ts';
import type { Language } from '../../core/domain/language.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import type { LimitTable } from './limit-table.ts';
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
    await messages.send(worded(account.userId, after ? 'frozen' : 'freed', { name: account.name, reason }, clock.nowMs()));
    return done;
  };

/** Tells each owner how many orders of which of his accounts risk has taken back. */
export const tellingOfCancels =
  ({ risk, messages, clock }: OwnerNewsParts) =>
  async (canceled: readonly CanceledOrders[], reason: string): Promise<void> => {
    if (canceled.length === 0) return;
    const accounts = new Map((await risk.accounts()).map((one) => [one.apiId, one]));
    for (const { apiId, canceled: count } of canceled) {
      const account = accounts.get(apiId);
      if (account === undefined) continue;
      await messages.send(worded(account.userId, 'canceled', { name: account.name, count: String(count), reason }, clock.nowMs()));
    }
  };

interface ToldClosing {
  readonly apiId: number;
  readonly closingId: string;
  readonly result: CloseResult;
  readonly reason: string;
}

/** Tells the owner once what risk has sold of his account, or that it has taken back his orders where nothing was. */
export const tellingOfClosings =
  ({ risk, messages, clock, limits }: OwnerNewsParts & { readonly limits: Pick<LimitTable, 'tellClosing'> }) =>
  async ({ apiId, closingId, result: { canceled, positions }, reason }: ToldClosing): Promise<void> => {
    // What nobody knows yet he is told with it, once it is known.
    if (positions.some(({ state }) => state === 'UNKNOWN')) return;
    const traded = positions.filter(({ filledQty }) => filledQty !== '0');
    const account = traded.length > 0 || (canceled ?? 0) > 0 ? (await risk.accounts()).find((one) => one.apiId === apiId) : undefined;
    if (account === undefined) return;
    const what = traded.map(({ filledQty, asset, filledQuote, quote }) => `${filledQty} ${asset} (${filledQuote} ${quote})`).join(', ');
    const params = { name: account.name, what, count: String(canceled ?? 0), reason };
    const message = worded(account.userId, traded.length > 0 ? 'closed' : 'canceled', params, clock.nowMs());
    await limits.tellClosing(apiId, closingId, (sql) => messages.send(message, sql));
  };

/** Tells the owner which of his instances risk has stopped. */
export const tellingOfStops =
  ({ messages, clock }: Pick<OwnerNewsParts, 'messages' | 'clock'>) =>
  ({ userId, name, reason }: StoppedInstance): Promise<void> =>
    messages.send(worded(userId, 'stopped', { name, reason }, clock.nowMs()));

/** In the words of each language. */
function worded(
  userId: string,
  news: 'frozen' | 'freed' | 'canceled' | 'closed' | 'stopped',
  params: Readonly<Record<string, string>>,
  timeMs: number,
): UserMessage {
  const said = (part: 'title' | 'body') => (language: Language) => fillText(texts[language][`owner.${news}.${part}`], params);
  return { userId, kind: 'system', about: 'system', title: said('title'), body: said('body'), timeMs };
}
