import type { Messages, UserMessage } from '../../core/contract/messages.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { Role } from '../../core/domain/accounts/role.ts';
import type { MessageType } from '../store/records.ts';
import type { Store } from '../store/store.ts';

const types: Readonly<Record<UserMessage['kind'], MessageType>> = { deal: 1, announcement: 2, system: 3 };

/** Messages that plugins send. */
export class UserMessages implements Messages {
  readonly #store: Pick<Store, 'of' | 'messages' | 'users'>;

  constructor(store: Pick<Store, 'of' | 'messages' | 'users'>) {
    this.#store = store;
  }

  async send({ userId, kind, title, body, timeMs }: UserMessage, within?: Sql): Promise<void> {
    const { messages } = within === undefined ? this.#store : this.#store.of(within);
    await messages.append({ userId, type: types[kind], title, body, msgTimeMs: timeMs });
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
