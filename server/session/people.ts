import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Role, VipLevel } from '../../core/domain/role.ts';
import type { UserRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { PasswordHasher } from './password-hasher.ts';

export interface NewPerson {
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

/** Makes user records. */
export class People {
  readonly #users: Store['users'];
  readonly #passwords: PasswordHasher;
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #newId: () => string;

  constructor(users: Store['users'], passwords: PasswordHasher, clock: Pick<Clock, 'nowMs'>, newId: () => string) {
    this.#users = users;
    this.#passwords = passwords;
    this.#clock = clock;
    this.#newId = newId;
  }

  /** Throws when the username or email is taken. */
  async create(person: NewPerson): Promise<UserRecord> {
    const { password, ...rest } = person;
    const result = await this.#users.create({
      ...rest,
      id: this.#newId(),
      phone: null,
      passwordHash: await this.#passwords.hash(password),
      inviteCode: randomBytes(5).toString('hex').toUpperCase(),
      invitedBy: null,
      state: 'ACTIVE',
      createdMs: this.#clock.nowMs(),
    });
    if (result.outcome !== 'saved') throw new Error(`user ${person.username} cannot be created: ${JSON.stringify(result)}`);
    return result.user;
  }

  /** At the first run makes the administrator, whose password is shown once; null when there is one already. */
  async ensureAdmin(): Promise<Credentials | null> {
    const { items } = await this.#users.list({ roles: ['admin'], limit: 1000 });
    if (items.some((user) => !user.demo)) return null;
    const username = (await this.#users.isTaken('username', 'admin')) ? 'administrator' : 'admin';
    const password = randomBytes(12).toString('base64url');
    await this.create({ username, email: null, password, role: 'admin', vipLevel: 3, demo: false });
    return { username, password };
  }
}
