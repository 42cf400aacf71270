import type { BroughtPerson, Invitations, InvitedPerson } from '../../core/contract/invitations.ts';
import { houseRoles } from '../../core/domain/accounts/role.ts';
import type { Store } from '../store/store.ts';

const pageSize = 1_000;
/** Of the name of somebody whom an invited person has brought. */
const toldCharacters = 2;

/** Invitations as the accounts say. */
export class StoredInvitations implements Invitations {
  readonly #users: Pick<Store['users'], 'get' | 'byIds' | 'byInviteCode' | 'list' | 'broughtBySecond'>;

  constructor(users: Pick<Store['users'], 'get' | 'byIds' | 'byInviteCode' | 'list' | 'broughtBySecond'>) {
    this.#users = users;
  }

  async of(userId: string): Promise<{ readonly code: string; readonly invited: readonly InvitedPerson[] }> {
    const user = await this.#users.get(userId);
    if (user === null) throw new Error('there is no such user');
    const invited: InvitedPerson[] = [];
    const second = await this.#users.broughtBySecond(userId, pageSize);
    let after: string | undefined;
    do {
      const page = await this.#users.list({ invitedBy: userId, after, limit: pageSize });
      for (const { id, username, createdMs } of page.items) {
        const theirs = second.filter(({ invitedBy }) => invitedBy === id);
        const told = theirs.map((one) => ({ userId: one.id, beginning: one.username.slice(0, toldCharacters), joinedMs: one.createdMs }));
        invited.push({ userId: id, username, joinedMs: createdMs, invited: told });
      }
      after = page.next ?? undefined;
    } while (after !== undefined);
    const newest = invited.sort((a, b) => b.joinedMs - a.joinedMs);
    return { code: user.inviteCode, invited: newest };
  }

  async broughtBy(userIds: readonly string[]): Promise<readonly BroughtPerson[]> {
    return (await this.#users.byIds([...new Set(userIds)])).map(({ id, username, state, role, invitedBy }) => ({
      ...{ userId: id, username, isActive: state === 'ACTIVE', invitedBy },
      isStaff: role !== 'user' && houseRoles.some((one) => one === role),
    }));
  }

  async whose(code: string): Promise<string | null> {
    const user = await this.#users.byInviteCode(code.toUpperCase());
    return user?.state === 'ACTIVE' ? user.id : null;
  }

  async isCode(code: string): Promise<boolean> {
    return (await this.whose(code)) !== null;
  }
}
