import { type Selectable, sql } from 'kysely';
import type { Role, VipLevel } from '../../../core/domain/accounts/role.ts';
import type { Database } from '../opening/dialect.ts';
import type { Page, UserChanges, UserFilter, UserRecord, UserState, UserUniqueField } from '../records.ts';
import { isUniqueViolation } from '../sql/in-transaction.ts';
import { checkedLimit, toPage } from '../sql/page.ts';
import type { UserResult, Users } from '../store.ts';
import type { DatabaseTables } from '../tables.ts';

const uniqueFields: readonly UserUniqueField[] = ['username', 'email', 'phone', 'inviteCode'];

export class SqlUsers implements Users {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(user: UserRecord): Promise<UserResult> {
    const row = { id: user.id, invited_by: user.invitedBy, created_ms: user.createdMs, ...toColumns(user) };
    const inserted = await this.#database
      .insertInto('app_user')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (inserted !== undefined) return { outcome: 'saved', user: toUser(inserted) };
    const field = await this.#takenField(user, '');
    if (field === null) throw new Error(`user id ${user.id} is in use`);
    return { outcome: 'taken', field };
  }

  async update(id: string, changes: UserChanges): Promise<UserResult> {
    const known = await this.get(id);
    if (known === null) return { outcome: 'unknown' };
    try {
      const field = await this.#takenField(changes, id);
      if (field !== null) return { outcome: 'taken', field };
      const columns = toColumns({ ...known, ...changes });
      const row = await this.#database.updateTable('app_user').set(columns).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
      return { outcome: 'saved', user: toUser(row) };
    } catch (error) {
      // Somebody took the name between the look and the write.
      const field = isUniqueViolation(error) && !this.#database.isTransaction ? await this.#takenField(changes, id) : null;
      if (field === null) throw error;
      return { outcome: 'taken', field };
    }
  }

  get(id: string): Promise<UserRecord | null> {
    return this.#first(sql<boolean>`id = ${id}`);
  }

  async byLogin(login: string): Promise<UserRecord | null> {
    // One kind at a time: somebody's username may look like another's phone number.
    return (
      (await this.#first(matches('username', login))) ??
      (await this.#first(matches('email', login))) ??
      this.#first(matches('phone', login))
    );
  }

  byInviteCode(code: string): Promise<UserRecord | null> {
    return this.#first(matches('inviteCode', code));
  }

  async isTaken(field: UserUniqueField, value: string): Promise<boolean> {
    return (await this.#first(matches(field, value))) !== null;
  }

  async list(filter: UserFilter): Promise<Page<UserRecord, string>> {
    const limit = checkedLimit(filter.limit);
    let query = this.#database
      .selectFrom('app_user')
      .selectAll()
      .orderBy(sql`lower(username)`)
      .limit(limit + 1);
    if (filter.roles !== undefined) query = query.where('role', 'in', filter.roles.length > 0 ? [...filter.roles] : ['']);
    if (filter.state !== undefined) query = query.where('state', '=', filter.state);
    if (filter.invitedBy !== undefined) query = query.where('invited_by', '=', filter.invitedBy);
    if (filter.after !== undefined) query = query.where(sql<boolean>`lower(username) > lower(${filter.after})`);
    if (filter.search !== undefined) {
      const part = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`;
      query = query.where(sql<boolean>`(username ilike ${part} or email ilike ${part} or phone ilike ${part})`);
    }
    return toPage((await query.execute()).map(toUser), limit, (last) => last.username);
  }

  async count(): Promise<number> {
    const row = await this.#database.selectFrom('app_user').select(sql<string>`count(*)`.as('users')).executeTakeFirstOrThrow();
    return Number(row.users);
  }

  async byRoleAndLevel(demo: boolean): Promise<readonly { readonly role: Role; readonly vipLevel: VipLevel; readonly people: number }[]> {
    const active = this.#database.selectFrom('app_user').where('state', '=', 'ACTIVE');
    const rows = await (demo ? active : active.where('demo', '=', false))
      .select(['role', 'vip_level', sql<string>`count(*)`.as('people')])
      .groupBy(['role', 'vip_level'])
      .execute();
    return rows.map(({ role, vip_level, people }) => ({ role: role as Role, vipLevel: vip_level as VipLevel, people: Number(people) }));
  }

  async #first(condition: ReturnType<typeof sql<boolean>>): Promise<UserRecord | null> {
    const row = await this.#database.selectFrom('app_user').selectAll().where(condition).executeTakeFirst();
    return row === undefined ? null : toUser(row);
  }

  async #takenField(fields: UserChanges, exceptId: string): Promise<UserUniqueField | null> {
    for (const field of uniqueFields) {
      const value = fields[field];
      if (value === undefined || value === null) continue;
      const owner = await this.#first(matches(field, value));
      if (owner !== null && owner.id !== exceptId) return field;
    }
    return null;
  }
}

/** The same expressions as in the unique indexes. */
function matches(field: UserUniqueField, value: string): ReturnType<typeof sql<boolean>> {
  if (field === 'username') return sql<boolean>`lower(username) = lower(${value})`;
  if (field === 'email') return sql<boolean>`lower(email) = lower(${value})`;
  return field === 'phone' ? sql<boolean>`phone = ${value}` : sql<boolean>`invite_code = ${value}`;
}

const toColumns = (user: Omit<UserRecord, 'id' | 'createdMs' | 'invitedBy'>) => ({
  username: user.username,
  email: user.email,
  phone: user.phone,
  password_hash: user.passwordHash,
  role: user.role,
  vip_level: user.vipLevel,
  invite_code: user.inviteCode,
  state: user.state,
  demo: user.demo,
});

const toUser = (row: Selectable<DatabaseTables['app_user']>): UserRecord => ({
  id: row.id,
  username: row.username,
  email: row.email,
  phone: row.phone,
  passwordHash: row.password_hash,
  role: row.role as Role,
  vipLevel: row.vip_level as VipLevel,
  inviteCode: row.invite_code,
  invitedBy: row.invited_by,
  state: row.state as UserState,
  demo: row.demo,
  createdMs: Number(row.created_ms),
});
