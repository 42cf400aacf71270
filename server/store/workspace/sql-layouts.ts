import type { Selectable } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import { holdUser } from '../quota/hold-user.ts';
import type { LayoutRecord, LayoutSummaryRecord } from '../records.ts';
import { inTransaction, isUniqueViolation } from '../sql/in-transaction.ts';
import type { Layouts } from '../store.ts';
import type { DatabaseTables } from '../tables.ts';

export class SqlLayouts implements Layouts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(userId: string): Promise<readonly LayoutSummaryRecord[]> {
    const rows = await this.#database
      .selectFrom('layout')
      .select(['id', 'user_id', 'name', 'version', 'revision', 'updated_ms'])
      .where('user_id', '=', userId)
      .where('deleted_ms', 'is', null)
      .orderBy('name')
      .execute();
    return rows.map(toSummary);
  }

  async get(userId: string, id: string, { deleted } = { deleted: false }): Promise<LayoutRecord | null> {
    const row = await this.#database
      .selectFrom('layout')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('deleted_ms', deleted ? 'is not' : 'is', null)
      .executeTakeFirst();
    return row === undefined ? null : { ...toSummary(row), content: row.content };
  }

  create(layout: LayoutRecord, most: number): Promise<'created' | 'name-taken' | 'full'> {
    const { id, userId, name, version, revision, updatedMs } = layout;
    return inTransaction(this.#database, async (transaction) => {
      if (await isFull(transaction, userId, most)) return 'full';
      const result = await transaction
        .insertInto('layout')
        .values({ id, user_id: userId, name, version, revision, content: textOf(layout), updated_ms: updatedMs, deleted_ms: null })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n ? 'created' : 'name-taken';
    });
  }

  async save(layout: Omit<LayoutRecord, 'name'>): Promise<boolean> {
    const { id, userId, version, revision, updatedMs } = layout;
    const result = await this.#database
      .updateTable('layout')
      .set({ version, revision: revision + 1, content: textOf(layout), updated_ms: updatedMs })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('revision', '=', revision)
      .where('deleted_ms', 'is', null)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  async rename(userId: string, id: string, name: string): Promise<'renamed' | 'name-taken' | 'unknown'> {
    const outcome = await setName(this.#database, userId, id, name, false);
    return outcome === 'done' ? 'renamed' : outcome;
  }

  async delete(userId: string, id: string, nowMs: number): Promise<boolean> {
    const result = await this.#database
      .updateTable('layout')
      .set({ deleted_ms: nowMs })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('deleted_ms', 'is', null)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  restore(userId: string, id: string, name: string, most: number): Promise<'restored' | 'name-taken' | 'unknown' | 'full'> {
    return inTransaction(this.#database, async (transaction) => {
      if (await isFull(transaction, userId, most)) return 'full';
      const outcome = await setName(transaction, userId, id, name, true);
      return outcome === 'done' ? 'restored' : outcome;
    });
  }

  async purge(beforeMs: number): Promise<number> {
    const result = await this.#database.deleteFrom('layout').where('deleted_ms', '<', String(beforeMs)).executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}

/** From here to the end of the transaction nobody else adds one. */
async function isFull(transaction: Database, userId: string, most: number): Promise<boolean> {
  await holdUser(transaction, userId);
  const { count } = await transaction
    .selectFrom('layout')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('deleted_ms', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count) >= most;
}

/** The layout is in the list afterwards, under this name. */
async function setName(
  database: Database,
  userId: string,
  id: string,
  name: string,
  deleted: boolean,
): Promise<'done' | 'name-taken' | 'unknown'> {
  try {
    const result = await database
      .updateTable('layout')
      .set({ name, deleted_ms: null })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('deleted_ms', deleted ? 'is not' : 'is', null)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n ? 'done' : 'unknown';
  } catch (error) {
    if (isUniqueViolation(error)) return 'name-taken';
    throw error;
  }
}

const textOf = ({ content }: Pick<LayoutRecord, 'content'>): string | null => (content === null ? null : JSON.stringify(content));

const toSummary = (row: Omit<Selectable<DatabaseTables['layout']>, 'content' | 'deleted_ms'>): LayoutSummaryRecord => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  version: row.version,
  revision: row.revision,
  updatedMs: Number(row.updated_ms),
});
