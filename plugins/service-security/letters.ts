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

/** What somebody is told who may not have done it himself: his password is another, what he proves himself by has changed, or was copied. */
export type SecurityNews = 'password' | 'factorOn' | 'factorOff' | 'totpOff' | 'passkeyOn' | 'passkeyOff' | 'passkeyCopied';

/** After a week it is no news. */
const lifeMs = 7 * 24 * 60 * 60_000;

function letterWords(news: SecurityNews, language: Language, values: { readonly firm: string; readonly username: string }): DeliveryWords {
  const text = (part: 'subject' | 'body'): string => fillText(texts[language][`letter.${news}.${part}`], values);
  return { subject: text('subject'), body: `${text('body')} ${fillText(texts[language]['letter.notYou'], values)}` };
}

/** The title of what is said among messages when an administrator has taken the second factor away. */
export const factorOffTitle = (language: Language): string => texts[language]['message.factorOff.title'];

/** What is said among messages of a passkey whose copy somebody has used. */
export const copiedWords = (name: string) => ({
  title: (language: Language) => texts[language]['message.passkeyCopied.title'],
  body: (language: Language) => fillText(texts[language]['message.passkeyCopied.body'], { name }),
});

interface LetterParts {
  readonly deliveries: Deliveries;
  readonly people: Pick<HousePeople, 'get'>;
  readonly platform: Pick<HousePlatform, 'state'>;
}

/** Writes a letter to the person, by mail or text message; what it gives sends it, `within`: with what is written there or not at all. */
export const securityLetters =
  ({ deliveries, people, platform }: LetterParts) =>
  async (userId: string, news: SecurityNews): Promise<(within?: Sql) => Promise<void>> => {
    const username = (await people.get(userId))?.username ?? '';
    const words = (language: Language): DeliveryWords => letterWords(news, language, { firm: platform.state.settings.firmName, username });
    return async (within) => {
      await deliveries.send({ to: { userId }, kind: news === 'password' ? 'password' : 'account', words, lifeMs }, within);
    };
  };
export type WriteSecurity = ReturnType<typeof securityLetters>;
