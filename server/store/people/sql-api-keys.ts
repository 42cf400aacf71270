import type { Selectable } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import { holdUser } from '../quota/hold-user.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import type { DatabaseTables } from '../tables.ts';
import type { ApiKeyRecord, ApiKeys, ApiKeyUse } from './api-key-store.ts';

export class SqlApiKeys implements ApiKeys {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  create(key: ApiKeyRecord, most: number): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      await holdUser(transaction, key.userId);
      const { count } = await transaction
        .selectFrom('api_key')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('user_id', '=', key.userId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= most) return false;
      const row = {
        key_id: key.keyId,
        user_id: key.userId,
        name: key.name,
        permission: key.permission,
        addresses: JSON.stringify(key.addresses),
        token_hash: key.tokenHash,
        created_ms: key.createdMs,
        expires_ms: key.expiresMs,
        last_used_ms: key.lastUse?.timeMs ?? null,
        last_used_ip: key.lastUse?.ip ?? null,
        seen: JSON.stringify(key.seen),
      };
      await transaction.insertInto('api_key').values(row).execute();
      return true;
    });
  }

  async get(keyId: string): Promise<ApiKeyRecord | null> {
    const row = await this.#database.selectFrom('api_key').selectAll().where('key_id', '=', keyId).executeTakeFirst();
    return row === undefined ? null : toRecord(row);
  }

  async newest(most: number): Promise<readonly string[]> {
    const rows = await this.#database.selectFrom('api_key').select('token_hash').orderBy('created_ms', 'desc').limit(most).execute();
    return rows.map((row) => row.token_hash).toReversed();
  }

  async of(userId: string): Promise<readonly ApiKeyRecord[]> {
    const rows = await this.#database
      .selectFrom('api_key')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_ms', 'desc')
      .orderBy('key_id')
      .execute();
    return rows.map(toRecord);
  }

  async used(keyId: string, use: ApiKeyUse, seen: readonly string[]): Promise<void> {
    await this.#database
      .updateTable('api_key')
      .set({ last_used_ms: use.timeMs, last_used_ip: use.ip, seen: JSON.stringify(seen) })
      .where('key_id', '=', keyId)
      .execute();
  }

  async delete(userId: string, keyId: string): Promise<ApiKeyRecord | null> {
    const row = await this.#database
      .deleteFrom('api_key')
      .where('user_id', '=', userId)
      .where('key_id', '=', keyId)
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? null : toRecord(row);
  }
}

const toRecord = (row: Selectable<DatabaseTables['api_key']>): ApiKeyRecord => ({
  keyId: row.key_id,
  userId: row.user_id,
  name: row.name,
  permission: row.permission,
  addresses: row.addresses as unknown as readonly string[],
  tokenHash: row.token_hash,
  createdMs: Number(row.created_ms),
  expiresMs: row.expires_ms === null ? null : Number(row.expires_ms),
  lastUse: row.last_used_ms === null || row.last_used_ip === null ? null : { timeMs: Number(row.last_used_ms), ip: row.last_used_ip },
  seen: row.seen as unknown as readonly string[],
});
