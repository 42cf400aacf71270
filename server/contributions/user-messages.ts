import type { Messages, MessageText, UserMessage } from '../../core/contract/messages.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { Role } from '../../core/domain/accounts/role.ts';
import type { Language } from '../../core/domain/language.ts';
import type { NoticeLetters } from '../deliveries/notice-letters.ts';
import type { MessageType } from '../store/records.ts';
import type { Repositories, Store } from '../store/store.ts';

const types: Readonly<Record<UserMessage['kind'], MessageType>> = { deal: 1, announcement: 2, system: 3 };

/** The reader's language; of what is for everyone the house's own. */
type LanguageOf = (from: Pick<Repositories, 'userConfig'>, userId: string | null) => Promise<Language>;

const said = (text: MessageText, language: Language): string => (typeof text === 'function' ? text(language) : text);

/** Messages that plugins send: they stand in the list of the user, and go where else he wants to be told. */
export class UserMessages implements Messages {
  readonly #store: Pick<Store, 'of' | 'transaction' | 'users'>;
  readonly #letters: Pick<NoticeLetters, 'send'>;
  readonly #languageOf: LanguageOf;

  constructor(store: Pick<Store, 'of' | 'transaction' | 'users'>, letters: Pick<NoticeLetters, 'send'>, languageOf: LanguageOf) {
    this.#store = store;
    this.#letters = letters;
    this.#languageOf = languageOf;
  }

  async send({ userId, kind, about, timeMs, ...texts }: UserMessage, within?: Sql): Promise<void> {
    const tell = async (repositories: Repositories): Promise<void> => {
      const isWorded = typeof texts.title === 'function' || typeof texts.body === 'function';
      const language = isWorded ? await this.#languageOf(repositories, userId) : 'en';
      const [title, body] = [said(texts.title, language), said(texts.body, language)];
      await repositories.messages.append({ userId, type: types[kind], title, body, msgTimeMs: timeMs });
      await this.#letters.send(repositories, userId, { about, title, body });
    };
    await (within === undefined ? this.#store.transaction(tell) : tell(this.#store.of(within)));
  }

  async sendToRole(role: Role, message: Omit<UserMessage, 'userId'>, within?: Sql): Promise<void> {
    const { users } = within === undefined ? this.#store : this.#store.of(within);
    let after: string | undefined;
    do {
      const page = await users.list({ roles: [role], state: 'ACTIVE', after, limit: 1_000 });
      for (const { id } of page.items) await this.send({ ...message, userId: id }, within);
      after = page.next ?? undefined;
    } while (after !== undefined);
  }
}
