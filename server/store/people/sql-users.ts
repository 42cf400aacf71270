import { type Selectable, sql } from 'kysely';
import { type ProductVersion, productVersions, type Role, type VipLevel } from '../../../core/domain/accounts/role.ts';
import type { Database } from '../opening/dialect.ts';
import type { NewUser, Page, UserChanges, UserFilter, UserRecord, UserState, UserUniqueField } from '../records.ts';
import { arrayLiteral } from '../sql/bulk.ts';
import { isUniqueViolation } from '../sql/in-transaction.ts';
import { checkedLimit, toPage } from '../sql/page.ts';
import type { CountedPeople, UserResult, Users } from '../store.ts';
import type { DatabaseTables } from '../tables.ts';

const uniqueFields: readonly UserUniqueField[] = ['username', 'email', 'phone', 'inviteCode'];

/** Of what the database keeps of people itself, nothing. */
const columns = [
  ...(['id', 'username', 'email', 'phone', 'password_hash', 'role', 'vip_level', 'invite_code', 'invited_by'] as const),
  ...(['state', 'demo', 'created_ms', 'vip_until_ms', 'version', 'last_sign_in_ms', 'product_version'] as const),
] as const satisfies readonly (keyof DatabaseTables['app_user'])[];

export class SqlUsers implements Users {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(user: NewUser): Promise<UserResult> {
    const inserted = await this.#database
      .insertInto('app_user')
      .values(toRow(user))
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns)
      .executeTakeFirst();
    if (inserted !== undefined) return { outcome: 'saved', user: toUser(inserted) };
    const field = await this.#takenField(user, '');
    if (field === null) throw new Error(`user id ${user.id} is in use`);
    return { outcome: 'taken', field };
  }

  async createAll(users: readonly NewUser[]): Promise<readonly UserRecord[]> {
    const inserted = await this.#database
      .insertInto('app_user')
      .values(users.map(toRow))
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns)
      .execute();
    return inserted.map(toUser);
  }

  async update(id: string, changes: UserChanges): Promise<UserResult> {
    const known = await this.get(id);
    if (known === null) return { outcome: 'unknown' };
    try {
      const field = await this.#takenField(changes, id);
      if (field !== null) return { outcome: 'taken', field };
      const changed = { ...toColumns({ ...known, ...changes }), version: sql<number>`version + 1` };
      const row = await this.#database
        .updateTable('app_user')
        .set(changed)
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirstOrThrow();
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
    return (await this.byUsername(login)) ?? (await this.#addressed(login)) ?? this.#first(matches('phone', login));
  }

  async broughtBySecond(id: string, limit: number): ReturnType<Users['broughtBySecond']> {
    const rows = await this.#database
      .selectFrom('app_user')
      .select(['id', 'username', 'invited_by', 'created_ms'])
      .where('invited_by', 'in', this.#database.selectFrom('app_user').select('id').where('invited_by', '=', id))
      .orderBy('created_ms', 'desc')
      .limit(checkedLimit(limit))
      .execute();
    return rows.map(({ id, username, invited_by, created_ms }) => ({ id, username, invitedBy: invited_by, createdMs: Number(created_ms) }));
  }

  byAddress(address: string): Promise<UserRecord | null> {
    return address.includes('@') ? this.#addressed(address) : this.#first(matches('phone', address));
  }

  /** A database folds more letters than a mail server does (İ and i): what only looks alike is somebody else's address. */
  async #addressed(address: string): Promise<UserRecord | null> {
    const user = await this.#first(matches('email', address));
    return user?.email?.toLowerCase() === address.toLowerCase() ? user : null;
  }

  async byUsername(username: string): Promise<UserRecord | null> {
    const user = await this.#first(matches('username', username));
    return user?.username.toLowerCase() === username.toLowerCase() ? user : null;
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
      .select(columns)
      .where(passing(filter))
      .orderBy(sql`lower(username)`)
      .limit(limit + 1);
    if (filter.after !== undefined) query = query.where(sql<boolean>`lower(username) > lower(${filter.after})`);
    return toPage((await query.execute()).map(toUser), limit, (last) => last.username);
  }

  async matches(filter: Omit<UserFilter, 'after' | 'limit'>, atMost: number): Promise<number> {
    const found = this.#database.selectFrom('app_user').select('id').where(passing(filter)).limit(atMost).as('found');
    return Number((await this.#database.selectFrom(found).select(sql<string>`count(*)`.as('users')).executeTakeFirstOrThrow()).users);
  }

  async byIds(ids: readonly string[]): Promise<readonly UserRecord[]> {
    if (ids.length === 0) return [];
    return (
      await this.#database
        .selectFrom('app_user')
        .select(columns)
        .where('id', 'in', [...ids])
        .execute()
    ).map(toUser);
  }

  async takenAmong(field: UserUniqueField, values: readonly string[]): Promise<ReadonlySet<string>> {
    // By the database's own letters of any size, which the unique indexes go by.
    const key = field === 'username' || field === 'email' ? sql`lower(value)` : sql`value`;
    const { rows } = await sql<{ readonly value: string }>`select value from unnest(${arrayLiteral(values)}::text::text[]) as value
      where exists (select from app_user where ${keyOf(field)} = ${key})`.execute(this.#database);
    return new Set(rows.map(({ value }) => value));
  }

  async vipEnded(nowMs: number, limit: number): Promise<readonly UserRecord[]> {
    const query = this.#database.selectFrom('app_user').select(columns).where('vip_until_ms', '<=', String(nowMs));
    return (await query.orderBy('vip_until_ms').limit(checkedLimit(limit)).execute()).map(toUser);
  }

  async signedIn(id: string, timeMs: number): Promise<void> {
    await this.#database.updateTable('app_user').set({ last_sign_in_ms: timeMs }).where('id', '=', id).execute();
  }

  async hold(id: string): Promise<readonly UserRecord[]> {
    const held = this.#database
      .selectFrom('app_user')
      .select(columns)
      .where(sql<boolean>`((role = 'admin' and state = 'ACTIVE') or id = ${id})`);
    const users = (await held.orderBy('id').forNoKeyUpdate().execute()).map(toUser);
    return users.filter(({ role, state }) => role === 'admin' && state === 'ACTIVE');
  }

  async count(): Promise<number> {
    const row = await this.#database.selectFrom('app_user').select(sql<string>`count(*)`.as('users')).executeTakeFirstOrThrow();
    return Number(row.users);
  }

  async byProductVersion(): Promise<ReadonlyMap<ProductVersion, number>> {
    const counted = this.#database.selectFrom('app_user').select(['product_version', sql<string>`count(*)`.as('people')]);
    const rows = await counted.where('state', '=', 'ACTIVE').where('product_version', 'is not', null).groupBy('product_version').execute();
    return new Map(
      rows.flatMap(({ product_version, people }) =>
        productVersions.filter((one) => one === product_version).map((one) => [one, Number(people)] as const),
      ),
    );
  }

  async byRoleAndLevel(demo: boolean): Promise<readonly CountedPeople[]> {
    const active = this.#database.selectFrom('app_user').where('state', '=', 'ACTIVE');
    const rows = await (demo ? active : active.where('demo', '=', false))
      .select(['role', 'vip_level', 'product_version', sql<string>`count(*)`.as('people')])
      .groupBy(['role', 'vip_level', 'product_version'])
      .execute();
    return rows.map(({ role, vip_level, product_version, people }) => ({
      ...{ role: role as Role, vipLevel: vip_level as VipLevel, people: Number(people) },
      productVersion: product_version as ProductVersion | null,
    }));
  }

  async #first(condition: ReturnType<typeof sql<boolean>>): Promise<UserRecord | null> {
    const row = await this.#database.selectFrom('app_user').select(columns).where(condition).executeTakeFirst();
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
function keyOf(field: UserUniqueField): ReturnType<typeof sql<string>> {
  if (field === 'username') return sql<string>`lower(username)`;
  if (field === 'email') return sql<string>`lower(email)`;
  return field === 'phone' ? sql<string>`phone` : sql<string>`invite_code`;
}

function matches(field: UserUniqueField, value: string): ReturnType<typeof sql<boolean>> {
  return field === 'username' || field === 'email'
    ? sql<boolean>`${keyOf(field)} = lower(${value})`
    : sql<boolean>`${keyOf(field)} = ${value}`;
}

/** What the parts are made of. */
const textOfPerson = sql`person_text(username, email, phone)`;

function passing(filter: Omit<UserFilter, 'after' | 'limit'>): ReturnType<typeof sql<boolean>> {
  const { roles, state, vipLevel, levels, productVersions: versions, noProductVersion, usernames, invitedBy, search } = filter;
  const conditions = [sql`true`];
  if (roles !== undefined) conditions.push(sql`role = any(${arrayLiteral(roles)}::text::text[])`);
  if (state !== undefined) conditions.push(sql`state = ${state}`);
  if (vipLevel !== undefined) conditions.push(sql`vip_level = ${vipLevel}`);
  if (levels !== undefined) conditions.push(sql`vip_level between ${levels.from} and ${levels.to}`);
  if (noProductVersion === true) conditions.push(sql`product_version is null`);
  if (versions !== undefined) conditions.push(sql`product_version = any(${arrayLiteral(versions)}::text::text[])`);
  if (usernames !== undefined)
    conditions.push(sql`lower(username) in (select lower(name) from unnest(${arrayLiteral(usernames)}::text::text[]) as name)`);
  if (invitedBy !== undefined) conditions.push(sql`invited_by = ${invitedBy}`);
  if (search !== undefined) {
    const part = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    conditions.push(sql`${textOfPerson} like lower(${part})`);
    // What is shorter than the parts that are indexed is looked for in all of them.
    if (search.length >= 3) conditions.push(sql`parts @> person_parts(lower(${search}))`);
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

const toRow = (user: NewUser) => ({ id: user.id, invited_by: user.invitedBy, created_ms: user.createdMs, ...toColumns(user) });

const toColumns = (user: Omit<NewUser, 'id' | 'createdMs' | 'invitedBy'> & Partial<Pick<UserRecord, 'productVersion'>>) => ({
  username: user.username,
  email: user.email,
  phone: user.phone,
  password_hash: user.passwordHash,
  role: user.role,
  vip_level: user.vipLevel,
  invite_code: user.inviteCode,
  state: user.state,
  demo: user.demo,
  vip_until_ms: user.vipUntilMs,
  product_version: user.productVersion ?? null,
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
  vipUntilMs: row.vip_until_ms === null ? null : Number(row.vip_until_ms),
  productVersion: productVersions.find((one) => one === row.product_version) ?? null,
  version: row.version,
  lastSignInMs: row.last_sign_in_ms === null ? null : Number(row.last_sign_in_ms),
});
