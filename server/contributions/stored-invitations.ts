import type { Invitations, InvitedPerson } from '../../core/contract/invitations.ts';
import type { Store } from '../store/store.ts';

const pageSize = 1_000;

/** Invitations as the accounts say. */
export class StoredInvitations implements Invitations {
  readonly #users: Pick<Store['users'], 'get' | 'byInviteCode' | 'list'>;

  constructor(users: Pick<Store['users'], 'get' | 'byInviteCode' | 'list'>) {
    this.#users = users;
  }

  async of(userId: string): Promise<{ readonly code: string; readonly invited: readonly InvitedPerson[] }> {
    const user = await this.#users.get(userId);
    if (user === null) throw new Error('there is no such user');
    const invited: InvitedPerson[] = [];
    let after: string | undefined;
    do {
      const page = await this.#users.list({ invitedBy: userId, after, limit: pageSize });
      for (const { username, createdMs } of page.items) invited.push({ username, joinedMs: createdMs });
      after = page.next ?? undefined;
    } while (after !== undefined);
    return { code: user.inviteCode, invited: invited.sort((a, b) => b.joinedMs - a.joinedMs) };
  }

  async whose(code: string): Promise<string | null> {
    const user = await this.#users.byInviteCode(code.toUpperCase());
    return user?.state === 'ACTIVE' ? user.id : null;
  }

  async isCode(code: string): Promise<boolean> {
    return (await this.whose(code)) !== null;
  }
}
