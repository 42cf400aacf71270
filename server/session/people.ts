import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Role, VipLevel } from '../../core/domain/accounts/role.ts';
import type { UserChanges, UserRecord } from '../store/records.ts';
import type { Store, UserResult } from '../store/store.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { endsSessions, type SessionRegistry } from './session-registry.ts';

interface NewPerson {
  readonly username: string;
  readonly email: string | null;
  readonly password: string;
  readonly role: Role;
  readonly vipLevel: VipLevel;
  readonly demo: boolean;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

interface PeopleParts {
  readonly store: Pick<Store, 'users' | 'transaction'>;
  readonly passwords: PasswordHasher;
  readonly sessions: Pick<SessionRegistry, 'ended'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: () => string;
}

/** Makes user records and changes them. */
export class People {
  readonly #parts: PeopleParts;

  constructor(parts: PeopleParts) {
    this.#parts = parts;
  }

  /** Throws when the username or email is taken. */
  async create(person: NewPerson): Promise<UserRecord> {
    const { password, ...rest } = person;
    const result = await this.#parts.store.users.create({
      ...rest,
      id: this.#parts.newId(),
      phone: null,
      passwordHash: await this.#parts.passwords.hash(password),
      inviteCode: randomBytes(5).toString('hex').toUpperCase(),
      invitedBy: null,
      state: 'ACTIVE',
      createdMs: this.#parts.clock.nowMs(),
    });
    if (result.outcome !== 'saved') throw new Error(`user ${person.username} cannot be created: ${JSON.stringify(result)}`);
    return result.user;
  }

  /** Changes a user; another role, level, password or state ends all sessions with it, in the one transaction, and their sockets at once. */
  async change(userId: string, changes: UserChanges): Promise<UserResult> {
    const { store, sessions, clock } = this.#parts;
    const { result, ended } = await store.transaction(async (repositories) => {
      const before = await repositories.users.get(userId);
      const changed = await repositories.users.update(userId, changes);
      if (changed.outcome !== 'saved' || before === null || !endsSessions(before, changed.user)) return { result: changed, ended: null };
      return { result: changed, ended: await repositories.sessions.revokeAllOf(userId, clock.nowMs()) };
    });
    if (ended !== null) sessions.ended(userId, ended);
    return result;
  }

  /** At the first run makes the administrator, whose password is shown once; null when there is one already. */
  async ensureAdmin(): Promise<Credentials | null> {
    const { users } = this.#parts.store;
    const { items } = await users.list({ roles: ['admin'], limit: 1000 });
    if (items.some((user) => !user.demo)) return null;
    const username = (await users.isTaken('username', 'admin')) ? 'administrator' : 'admin';
    const password = randomBytes(12).toString('base64url');
    await this.create({ username, email: null, password, role: 'admin', vipLevel: 3, demo: false });
    return { username, password };
  }
}
