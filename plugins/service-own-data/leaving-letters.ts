import type { Deliveries, DeliveryWords } from '../../core/contract/deliveries.ts';
import type { HousePeople } from '../../core/contract/people.ts';
import type { HousePlatform } from '../../core/contract/platform.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { Language } from '../../core/domain/language.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import en from './locales/en.json' with { type: 'json' };
import simplified from './locales/zh-CN.json' with { type: 'json' };
import traditional from './locales/zh-TW.json' with { type: 'json' };

const texts: Readonly<Record<Language, typeof en>> = { en, 'zh-CN': simplified, 'zh-TW': traditional };
/** As long as it can be taken back. */
const lifeMs = 7 * 24 * 60 * 60_000;

interface LetterParts {
  readonly deliveries: Deliveries;
  readonly people: Pick<HousePeople, 'get'>;
  readonly platform: Pick<HousePlatform, 'state'>;
}

/** Writes to somebody that he leaves, or stays; what it gives sends it with what is written there or not at all. */
export const leavingLetters =
  ({ deliveries, people, platform }: LetterParts) =>
  async (userId: string, news: 'asked' | 'kept'): Promise<(within: Sql) => Promise<void>> => {
    const values = { firm: platform.state.settings.firmName, username: (await people.get(userId))?.username ?? '' };
    const words = (language: Language): DeliveryWords => ({
      subject: fillText(texts[language][`letter.${news}.subject`], values),
      body: fillText(texts[language][`letter.${news}.body`], values),
    });
    return async (within) => {
      await deliveries.send({ to: { userId }, kind: 'account', words, lifeMs }, within);
    };
  };
export type WriteLeaving = ReturnType<typeof leavingLetters>;
