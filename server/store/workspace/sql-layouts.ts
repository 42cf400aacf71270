import type { Selectable } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import { holdUser } from '../quota/hold-user.ts';
import type { LayoutRecord, LayoutSummaryRecord } from '../records.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import type { Layouts } from '../store.ts';
import type { DatabaseTables } from '../tables.ts';
import { freeLayoutName } from './free-layout-name.ts';

const summaryColumns = ['id', 'user_id', 'name', 'version', 'revision', 'updated_ms'] as const;

export class SqlLayouts implements Layouts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(userId: string): Promise<readonly LayoutSummaryRecord[]> {
    const rows = await this.#database
      .selectFrom('layout')
      .select(summaryColumns)
      .where('user_id', '=', userId)
      .where('deleted_ms', 'is', null)
      .orderBy('name')
      .execute();
    return rows.map(toSummary);
  }

  async get(userId: string, id: string): Promise<LayoutRecord | null> {
    const row = await this.#database
      .selectFrom('layout')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('deleted_ms', 'is', null)
      .executeTakeFirst();
    return row === undefined ? null : { ...toSummary(row), content: row.content };
  }

  create(layout: LayoutRecord, most: number): Promise<LayoutSummaryRecord | 'full'> {
    const { id, userId, version, revision, updatedMs } = layout;
    return inTransaction(this.#database, async (transaction) => {
      const taken = await holdNames(transaction, userId);
      if (taken.size >= most) return 'full';
      const name = freeLayoutName(layout.name, new Set(taken.values()));
      await transaction
        .insertInto('layout')
        .values({ id, user_id: userId, name, version, revision, content: textOf(layout), updated_ms: updatedMs, deleted_ms: null })
        .execute();
      return { id, userId, name, version, revision, updatedMs };
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

  rename(userId: string, id: string, name: string): Promise<'renamed' | 'name-taken' | 'unknown'> {
    return inTransaction(this.#database, async (transaction) => {
      const taken = await holdNames(transaction, userId);
      if (!taken.delete(id)) return 'unknown';
      if (new Set(taken.values()).has(name)) return 'name-taken';
      await transaction.updateTable('layout').set({ name }).where('id', '=', id).execute();
      return 'renamed';
    });
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

  restore(userId: string, id: string, most: number): Promise<LayoutSummaryRecord | 'unknown' | 'full'> {
    return inTransaction(this.#database, async (transaction) => {
      const taken = await holdNames(transaction, userId);
      const deleted = await transaction
        .selectFrom('layout')
        .select(summaryColumns)
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('deleted_ms', 'is not', null)
        .forUpdate()
        .executeTakeFirst();
      if (deleted === undefined) return 'unknown';
      if (taken.size >= most) return 'full';
      const name = freeLayoutName(deleted.name, new Set(taken.values()));
      await transaction.updateTable('layout').set({ name, deleted_ms: null }).where('id', '=', id).execute();
      return { ...toSummary(deleted), name };
    });
  }

  async purge(beforeMs: number): Promise<number> {
    const result = await this.#database.deleteFrom('layout').where('deleted_ms', '<', String(beforeMs)).executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}

/** Names by id. From here to the end of the transaction nobody else adds a layout or gives one a name. */
async function holdNames(transaction: Database, userId: string): Promise<Map<string, string>> {
  await holdUser(transaction, userId);
  const rows = await transaction
    .selectFrom('layout')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .where('deleted_ms', 'is', null)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
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
