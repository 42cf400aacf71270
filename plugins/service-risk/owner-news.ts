import type { Messages, UserMessage } from '../../core/contract/messages.ts';
import type { CanceledOrders, CloseResult, HouseRisk, StoppedInstance, TellOwner, TellThrower } from '../../core/contract/risk.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import { listed } from '../../core/domain/joined-text.ts';
import type { Language } from '../../core/domain/language.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import type { LimitTable } from './limit-table.ts';
import { texts } from './texts.ts';

interface OwnerNewsParts {
  readonly risk: Pick<HouseRisk, 'accounts'>;
  readonly messages: Pick<Messages, 'send'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Tells the owner that his account was frozen or freed, with it or not at all; of other switches nobody is told by name. */
export const tellingOwners =
  ({ messages, clock }: Pick<OwnerNewsParts, 'messages' | 'clock'>) =>
  (news: 'frozen' | 'freed', reason: string): TellOwner =>
  ({ userId, name }, within) =>
    messages.send(worded(userId, news, { name, reason }, clock.nowMs()), within);

/** Tells whoever threw a switch that somebody else has let it go, and why. */
export const tellingThrowers =
  ({ messages, clock }: Pick<OwnerNewsParts, 'messages' | 'clock'>) =>
  (reason: string): TellThrower =>
  ({ scope, thrownBy, releasedBy, account }, within) => {
    const params = { name: account ?? scope.slice(scope.indexOf('/') + 1), who: releasedBy, reason };
    return messages.send(worded(thrownBy, account === null ? 'resumedByOther' : 'freedByOther', params, clock.nowMs()), within);
  };

/** Tells each owner how many orders of which of his accounts risk has taken back: they are, whether he hears of it or not. */
export const tellingOfCancels =
  ({ messages, clock, logger }: Pick<OwnerNewsParts, 'messages' | 'clock'> & { readonly logger: Pick<Logger, 'error'> }) =>
  async (canceled: readonly CanceledOrders[], reason: string): Promise<void> => {
    for (const { apiId, userId, name, canceled: count } of canceled)
      try {
        await messages.send(worded(userId, 'canceled', { name, count: String(count), reason }, clock.nowMs()));
      } catch (error) {
        logger.error({ err: error, apiId }, 'an owner was not told that his orders were taken back');
      }
  };

interface DeskNewsParts {
  readonly risk: Pick<HouseRisk, 'switches'>;
  readonly messages: Pick<Messages, 'sendTo'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly logger: Pick<Logger, 'error'>;
}

/**
 * Tells whoever has a role that nobody trades any more, or that all do again, once for each time that it was halted. A switch that hurts does not wait
 * for messages, nor fail with them.
 */
export const tellingOfDesk =
  ({ risk, messages, clock, logger }: DeskNewsParts) =>
  async (news: 'halted' | 'released', reason: string): Promise<void> => {
    try {
      const timeMs = clock.nowMs();
      const since = news === 'halted' ? (await risk.switches()).find(({ scope }) => scope === 'everyone')?.thrownMs : timeMs;
      if (since === undefined) return;
      const said = (part: 'title' | 'body') => (language: Language) => fillText(texts[language][`desk.${news}.${part}`], { reason });
      const message = { kind: 'system', about: 'system', title: said('title'), body: said('body'), timeMs } as const;
      await messages.sendTo({ kind: 'levels', from: 0, to: 3 }, { ...message, refersTo: `desk ${news} ${since}` });
    } catch (error) {
      logger.error({ err: error }, 'people were not told that the desk was halted or released');
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
    const sold = traded.map(({ filledQty, asset, filledQuote, quote }) => `${filledQty} ${asset} (${filledQuote} ${quote})`);
    const params = { name: account.name, what: sold, count: String(canceled ?? 0), reason };
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
  news: 'frozen' | 'freed' | 'canceled' | 'closed' | 'stopped' | 'freedByOther' | 'resumedByOther',
  params: Readonly<Record<string, string | readonly string[]>>,
  timeMs: number,
): UserMessage {
  const told = (language: Language) =>
    Object.fromEntries(Object.entries(params).map(([name, one]) => [name, typeof one === 'string' ? one : listed(one, language)]));
  const said = (part: 'title' | 'body') => (language: Language) => fillText(texts[language][`owner.${news}.${part}`], told(language));
  return { userId, kind: 'system', about: 'system', title: said('title'), body: said('body'), timeMs };
}
