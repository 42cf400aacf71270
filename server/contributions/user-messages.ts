import type { Messages, MessageText, RoleMessage, UserMessage } from '../../core/contract/messages.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { Role } from '../../core/domain/accounts/role.ts';
import type { Audience } from '../../core/domain/audience.ts';
import { type Language, languages } from '../../core/domain/language.ts';
import type { LetterFor, NoticeLetters } from '../deliveries/notice-letters.ts';
import type { MessageType, MessageWords, NewMessage, UserFilter } from '../store/records.ts';
import type { Repositories, Store } from '../store/store.ts';

const types: Readonly<Record<UserMessage['kind'], MessageType>> = { deal: 1, announcement: 2, system: 3 };

/** The reader's language. */
type LanguageOf = (from: Pick<Repositories, 'userConfig'>, userId: string | null) => Promise<Language>;

/** So many people are read and written to at once. */
const pageSize = 1_000;

const said = (text: MessageText, language: Language): string => (typeof text === 'function' ? text(language) : text);
type Texts = Pick<UserMessage, 'title' | 'body'>;
const wordsIn = ({ title, body }: Texts, language: Language) => ({ title: said(title, language), body: said(body, language) });

/** Messages that plugins and the house send: they stand in the list of the user, in each of its languages, and go where else he wants to be told. */
export class UserMessages implements Messages {
  readonly #store: Pick<Store, 'of' | 'transaction' | 'users'>;
  readonly #letters: Pick<NoticeLetters, 'send'>;
  readonly #languageOf: LanguageOf;

  constructor(store: Pick<Store, 'of' | 'transaction' | 'users'>, letters: Pick<NoticeLetters, 'send'>, languageOf: LanguageOf) {
    this.#store = store;
    this.#letters = letters;
    this.#languageOf = languageOf;
  }

  async send(message: UserMessage, within?: Sql): Promise<void> {
    const { userId, refersTo } = message;
    await this.#in(within, async (repositories) => {
      const isNew = (await repositories.messages.appendOnce({ ...rowOf(message), userId, refersTo })) !== null;
      if (isNew) await this.#letters.send(repositories, userId, this.#letter(repositories, message));
    });
  }

  sendToRole(role: Role, message: RoleMessage, within?: Sql): Promise<void> {
    return this.#sendToAll({ roles: [role] }, message, within);
  }

  async sendTo(audience: Audience, message: Omit<UserMessage, 'userId'>, within?: Sql): Promise<void> {
    const filter = filterOf(audience);
    await (filter === null ? this.send({ ...message, userId: null }, within) : this.#sendToAll(filter, message, within));
  }

  async reach(audience: Audience): Promise<{ readonly users: number; readonly unknown: readonly string[] }> {
    const { users } = this.#store;
    const filter = { ...filterOf(audience), state: 'ACTIVE' as const };
    if (audience.kind !== 'users') return { users: await users.matches(filter, Number.MAX_SAFE_INTEGER), unknown: [] };
    const { items } = await users.list({ ...filter, limit: pageSize });
    const known = new Set(items.map(({ username }) => username.toLowerCase()));
    return { users: items.length, unknown: audience.usernames.filter((name) => !known.has(name.toLowerCase())) };
  }

  async #sendToAll(filter: Partial<UserFilter>, message: RoleMessage, within?: Sql): Promise<void> {
    await this.#in(within, async (repositories) => {
      let after: string | undefined;
      do {
        const page = await repositories.users.list({ ...filter, state: 'ACTIVE', after, limit: pageSize });
        const { refersTo, unlessUnread, except } = message;
        const all = page.items.flatMap(({ id }) => (id === except ? [] : id));
        const told = unlessUnread === undefined ? null : await repositories.messages.unreadOf(all, unlessUnread);
        const userIds = told === null ? all : all.filter((id) => !told.has(id));
        await repositories.messages.appendToAll(userIds, { ...rowOf(message), refersTo });
        for (const userId of userIds) await this.#letters.send(repositories, userId, this.#letter(repositories, message));
        after = page.next ?? undefined;
      } while (after !== undefined);
    });
  }

  #letter(repositories: Repositories, { about, devices, ...texts }: Omit<UserMessage, 'userId'>): LetterFor {
    return { about, devices, in: async (userId) => wordsIn(texts, await this.#languageOf(repositories, userId)) };
  }

  #in(within: Sql | undefined, work: (repositories: Repositories) => Promise<void>): Promise<void> {
    return within === undefined ? this.#store.transaction(work) : work(this.#store.of(within));
  }
}

/** With the words of every language where they differ. */
function rowOf({ kind, timeMs, ...texts }: Omit<UserMessage, 'userId'>): Omit<NewMessage, 'userId' | 'refersTo'> {
  const isWorded = typeof texts.title === 'function' || typeof texts.body === 'function';
  const others = languages.filter((language) => language !== 'en');
  const words: MessageWords = Object.fromEntries(others.map((language) => [language, wordsIn(texts, language)]));
  return { type: types[kind], ...wordsIn(texts, 'en'), msgTimeMs: timeMs, ...(isWorded ? { words } : {}) };
}

/** Null: everybody, whoever comes later too. */
function filterOf(audience: Audience): Partial<UserFilter> | null {
  switch (audience.kind) {
    case 'everybody':
      return null;
    case 'roles':
      return { roles: audience.roles };
    case 'levels':
      return { levels: audience };
    case 'versions':
      return { productVersions: audience.versions };
    case 'users':
      return { usernames: audience.usernames };
  }
}
