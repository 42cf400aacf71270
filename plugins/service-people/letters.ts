import type { AcceptedAdmission } from '../../core/contract/admissions.ts';
import type { Deliveries, DeliveryWords } from '../../core/contract/deliveries.ts';
import type { Messages } from '../../core/contract/messages.ts';
import type { Person } from '../../core/contract/people.ts';
import type { HousePlatform } from '../../core/contract/platform.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { isMail } from '../../core/domain/accounts/person-rules.ts';
import { admissionDays } from '../../core/domain/admission.ts';
import { sentences } from '../../core/domain/joined-text.ts';
import type { Language } from '../../core/domain/language.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import en from './locales/en.json' with { type: 'json' };
import simplified from './locales/zh-CN.json' with { type: 'json' };
import traditional from './locales/zh-TW.json' with { type: 'json' };

const texts: Readonly<Record<Language, typeof en>> = { en, 'zh-CN': simplified, 'zh-TW': traditional };

/** What an administrator did that lets somebody else in, or sends letters elsewhere. */
type PersonNews = 'password' | 'addresses';

/** After a week it is no news. */
const lifeMs = 7 * 24 * 60 * 60_000;

interface LetterParts {
  readonly deliveries: Deliveries;
  readonly messages: Pick<Messages, 'send'>;
  readonly platform: Pick<HousePlatform, 'state'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Tells a person what an administrator did with his ways in, so that nobody takes him over unseen. */
export class PersonLetters {
  readonly #parts: LetterParts;

  constructor(parts: LetterParts) {
    this.#parts = parts;
  }

  /** By mail or text message to where he reads at this point of the transaction. */
  async write({ id, username }: Pick<Person, 'id' | 'username'>, news: PersonNews, within: Sql): Promise<void> {
    const { deliveries } = this.#parts;
    const words = (language: Language): DeliveryWords => {
      const body = sentences([this.#said(news, language, username), this.#text('letter.notYou', language)], language);
      return { subject: this.#text(`letter.${news}.subject`, language), body };
    };
    await deliveries.send({ to: { userId: id }, kind: news === 'password' ? 'password' : 'account', words, lifeMs }, within);
  }

  /** To somebody who is nobody here yet; a text message has one sentence less. */
  invitation(link: string, address: string): (language: Language) => DeliveryWords {
    const values = { link, days: admissionDays };
    return (language) => ({
      subject: this.#text('letter.invitation.subject', language, values),
      body: this.#text(`letter.invitation.${isMail(address) ? 'body' : 'brief'}`, language, values),
    });
  }

  /** Among his messages. */
  async say({ id, username }: Pick<Person, 'id' | 'username'>, news: PersonNews, within: Sql): Promise<void> {
    const { messages, clock } = this.#parts;
    const message = { userId: id, kind: 'system', about: 'security', timeMs: clock.nowMs() } as const;
    await messages.send(
      {
        ...message,
        title: (language) => texts[language][`message.${news}.title`],
        body: (language) => sentences([this.#said(news, language, username), this.#text('letter.notYou', language)], language),
      },
      within,
    );
  }

  /** To the administrator, that whom he invited is there. */
  async sayAccepted({ admissionId, inviter, address, person: { username } }: AcceptedAdmission, within: Sql): Promise<void> {
    const { messages, clock } = this.#parts;
    const values = { username, address };
    await messages.send(
      {
        ...{ userId: inviter, kind: 'system', about: 'system', timeMs: clock.nowMs(), refersTo: `invitation ${admissionId}` },
        title: (language) => this.#text('message.accepted.title', language, values),
        body: (language) => this.#text('message.accepted.body', language, values),
      },
      within,
    );
  }

  #said(news: PersonNews, language: Language, username: string): string {
    return this.#text(`letter.${news}.body`, language, { username });
  }

  #text(name: keyof typeof en, language: Language, values: Parameters<typeof fillText>[1] = {}): string {
    return fillText(texts[language][name], { firm: this.#parts.platform.state.settings.firmName, ...values });
  }
}
