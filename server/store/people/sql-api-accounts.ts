import { type Selectable, sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import type { ApiAccountChanges, ApiAccountRecord, ApiAccountState, ApiGroupRecord, NewApiAccount } from '../records.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import type { ApiAccounts } from '../store.ts';
import type { DatabaseTables } from '../tables.ts';

const plainColumns = [
  'api_id',
  'user_id',
  'name',
  'exchange',
  'permissions',
  'group_id',
  'state',
  'expires_ms',
  'addresses',
  'key_end',
  'created_ms',
  'updated_ms',
] as const;

export class SqlApiAccounts implements ApiAccounts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(account: NewApiAccount): Promise<ApiAccountRecord> {
    const row = await this.#database
      .insertInto('api_account')
      .values({
        user_id: account.userId,
        name: account.name,
        exchange: account.exchange,
        permissions: JSON.stringify(account.permissions),
        group_id: account.groupId,
        state: account.state,
        expires_ms: account.expiresMs,
        addresses: JSON.stringify(account.addresses ?? []),
        key_end: account.keyEnd ?? null,
        created_ms: account.createdMs,
        updated_ms: account.createdMs,
      })
      .returning(plainColumns)
      .executeTakeFirstOrThrow();
    return toAccount(row);
  }

  async adopt(apiId: number, account: NewApiAccount): Promise<void> {
    const { userId, name, exchange, permissions, groupId, state, expiresMs, createdMs } = account;
    await inTransaction(this.#database, async (transaction) => {
      await sql`insert into api_account (api_id, user_id, name, exchange, permissions, group_id, state, expires_ms, created_ms, updated_ms)
        overriding system value values
        (${apiId}, ${userId}, ${name}, ${exchange}, ${JSON.stringify(permissions)}, ${groupId}, ${state}, ${expiresMs}, ${createdMs}, ${createdMs})`.execute(
        transaction,
      );
      await sql`select setval(pg_get_serial_sequence('api_account', 'api_id'), (select max(api_id) from api_account))`.execute(transaction);
    });
  }

  async get(apiId: number): Promise<ApiAccountRecord | null> {
    return (await this.byIds([apiId]))[0] ?? null;
  }

  async byIds(apiIds: readonly number[]): Promise<readonly ApiAccountRecord[]> {
    if (apiIds.length === 0) return [];
    const rows = await this.#select().where('api_id', 'in', apiIds.map(String)).execute();
    return rows.map(toAccount);
  }

  async listOf(userIds: readonly string[]): Promise<readonly ApiAccountRecord[]> {
    if (userIds.length === 0) return [];
    const rows = await this.#select()
      .where('user_id', 'in', [...userIds])
      .where('state', '!=', 'DELETED')
      .execute();
    return rows.map(toAccount);
  }

  async countOf(userId: string): Promise<number> {
    const count = this.#database.selectFrom('api_account').where('user_id', '=', userId);
    return Number((await count.select(({ fn }) => fn.countAll<string>().as('accounts')).executeTakeFirstOrThrow()).accounts);
  }

  async all(): Promise<readonly ApiAccountRecord[]> {
    return (await this.#select().where('state', '!=', 'DELETED').execute()).map(toAccount);
  }

  async update(userId: string, apiId: number, changes: ApiAccountChanges, nowMs: number): Promise<ApiAccountRecord | null> {
    const { name, permissions, groupId, state, expiresMs, addresses, keyEnd } = changes;
    const row = await this.#database
      .updateTable('api_account')
      .set({
        updated_ms: nowMs,
        ...(name === undefined ? {} : { name }),
        ...(permissions === undefined ? {} : { permissions: JSON.stringify(permissions) }),
        ...(groupId === undefined ? {} : { group_id: groupId }),
        ...(state === undefined ? {} : { state }),
        ...(expiresMs === undefined ? {} : { expires_ms: expiresMs }),
        ...(addresses === undefined ? {} : { addresses: JSON.stringify(addresses) }),
        ...(keyEnd === undefined ? {} : { key_end: keyEnd }),
      })
      .where('api_id', '=', String(apiId))
      .where('user_id', '=', userId)
      .where('state', '!=', 'DELETED')
      .returning(plainColumns)
      .executeTakeFirst();
    return row === undefined ? null : toAccount(row);
  }

  async groups(userId: string): Promise<readonly ApiGroupRecord[]> {
    const rows = await this.#database.selectFrom('api_group').selectAll().where('user_id', '=', userId).orderBy('id').execute();
    return rows.map(toGroup);
  }

  async createGroup(group: Omit<ApiGroupRecord, 'id'>): Promise<ApiGroupRecord> {
    const columns = { user_id: group.userId, name: group.name, created_ms: group.createdMs };
    return toGroup(await this.#database.insertInto('api_group').values(columns).returningAll().executeTakeFirstOrThrow());
  }

  async renameGroup(userId: string, groupId: number, name: string): Promise<boolean> {
    const result = await this.#database
      .updateTable('api_group')
      .set({ name })
      .where('id', '=', String(groupId))
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  async deleteGroup(userId: string, groupId: number): Promise<boolean> {
    const result = await this.#database
      .deleteFrom('api_group')
      .where('id', '=', String(groupId))
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  }

  #select() {
    return this.#database.selectFrom('api_account').select(plainColumns).orderBy('api_id');
  }
}

const toAccount = (row: Pick<Selectable<DatabaseTables['api_account']>, (typeof plainColumns)[number]>): ApiAccountRecord => ({
  apiId: Number(row.api_id),
  userId: row.user_id,
  name: row.name,
  exchange: row.exchange,
  permissions: row.permissions as readonly string[],
  groupId: row.group_id === null ? null : Number(row.group_id),
  state: row.state as ApiAccountState,
  expiresMs: row.expires_ms === null ? null : Number(row.expires_ms),
  addresses: row.addresses as readonly string[],
  keyEnd: row.key_end,
  createdMs: Number(row.created_ms),
  updatedMs: Number(row.updated_ms),
});

const toGroup = (row: Selectable<DatabaseTables['api_group']>): ApiGroupRecord => ({
  id: Number(row.id),
  userId: row.user_id,
  name: row.name,
  createdMs: Number(row.created_ms),
});
